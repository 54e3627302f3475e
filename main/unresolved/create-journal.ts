/**
 * The journal of creates whose end was not seen.
 *
 * The service knows no idempotency key, so a create is never sent again by itself: it is written down before its
 * first byte, struck out when its end is known, and otherwise kept, across restarts, until a person settles it.
 */
import { randomUUID } from 'node:crypto';
import type { UnresolvedCreate } from '../../preload/contract/service.ts';
import { fail, type Result } from '../../preload/contract/failure.ts';
import { failure } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';

export interface CreateJournalOptions {
  readonly table: Store['creates'];
  readonly onChange: (connectionId: string, unresolved: readonly UnresolvedCreate[]) => void;
  readonly now: () => number;
}

/** `name`: the paper's; empty for a board. */
export interface Intent extends Pick<UnresolvedCreate, 'kind' | 'name' | 'templateId'> {
  readonly connectionId: string;
}

/** What else a create may ask for. */
export interface Watched<T> {
  /** Its id in the journal; made up by default. */
  readonly id?: string;
  /** Aborted when it is to be sent no more, unless it is on its way already. */
  readonly beforeSending?: AbortSignal;
  /** Writes down what it came to, before the journal lets go of it. When that rejects, the journal keeps it. */
  readonly keep?: (result: Result<T>) => Promise<void>;
}

export class CreateJournal {
  readonly #options: CreateJournalOptions;

  constructor(options: CreateJournalOptions) {
    this.#options = options;
  }

  /** What an earlier run had on its way when it ended. Called once, before anything is sent. */
  async open(): Promise<void> {
    await this.#options.table.markAbandoned('Easel closed before the answer came.');
  }

  /** Sends one create under the journal's eye. Fails with `storage`, and sends nothing, when it can't be written down. */
  async watch<T>(
    intent: Intent,
    send: () => Promise<Result<T>>,
    { id = randomUUID(), keep }: Pick<Watched<T>, 'id' | 'keep'> = {},
  ): Promise<Result<T>> {
    const { table, now } = this.#options;
    const { connectionId, kind, name, templateId } = intent;
    try {
      await table.put(connectionId, { id, kind, sentAt: now(), name, templateId });
    } catch {
      return fail(failure('storage'));
    }
    const result = await send();
    const isLost = !result.ok && result.error.code === 'outcome-unknown';
    if (isLost) await table.markUnknown(id, result.error.message);
    await keep?.(result);
    if (isLost) await this.#changed(connectionId);
    else await table.remove(id);
    return result;
  }

  list(connectionId: string): Promise<readonly UnresolvedCreate[]> {
    return this.#options.table.unknown(connectionId);
  }

  /** One entry, or null when it was settled meanwhile. */
  async find(connectionId: string, id: string): Promise<UnresolvedCreate | null> {
    return (await this.list(connectionId)).find((unknown) => unknown.id === id) ?? null;
  }

  /** A person has dealt with it. */
  async settle(connectionId: string, id: string): Promise<void> {
    const known = await this.find(connectionId, id);
    if (known === null) return;
    await this.#options.table.remove(id);
    await this.#changed(connectionId);
  }

  async #changed(connectionId: string): Promise<void> {
    this.#options.onChange(connectionId, await this.list(connectionId));
  }
}
