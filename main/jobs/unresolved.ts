/**
 * Journal of creates whose outcome is unknown. The service has no idempotency key, so Easel never repeats a create. A
 * single create is saved before it is sent, and removed when its outcome is known or the user resolves it. A job's
 * create is added only if its outcome is unknown.
 */
import { randomUUID } from 'node:crypto';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { UnresolvedCheck, UnresolvedCreate } from '../../preload/contract/service.ts';
import { ifDone, unlogged } from '../activity/entries.ts';
import type { Boards } from '../boards/boards.ts';
import type { Core, SingleCreate } from '../ipc/core.ts';
import type { CallsOf } from '../lib/implementation.ts';
import type { Store } from '../store/database.ts';
import type { ClaimedItem, ItemUpdate, JobRecord } from '../store/tables/jobs.ts';
import { failure } from '../lib/wording/failure.ts';
import { packPaperName } from './names.ts';

export interface CreateJournalOptions extends Pick<Core, 'publish' | 'now'> {
  readonly table: Store['creates'];
}

export const ABANDONED = 'Easel closed before it received the response.';

export class CreateJournal {
  readonly #options: CreateJournalOptions;
  readonly now: () => number;
  readonly #running = new Map<AbortController, SingleCreate>();
  /** Start time of the last cancelled create. Kept because this create may reach `watch` after its cancellation. */
  #cancelled: number | null = null;

  constructor(options: CreateJournalOptions) {
    this.#options = options;
    this.now = options.now;
  }

  /** Marks creates that were in flight when Easel quit as `unknown`. Must run before the first request. */
  async open(): Promise<void> {
    await this.#options.table.markAbandoned(ABANDONED);
  }

  /** Saves a create, then sends it. If the save fails, sends nothing. If `send` rejects, the outcome is unknown. */
  async watch<T>(
    single: SingleCreate,
    send: (signal?: AbortSignal) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const { connectionId, startedAt, ...create } = single;
    const { table, now } = this.#options;
    const id = randomUUID();
    const cancelling = new AbortController();
    const { signal } = cancelling;
    this.#running.set(cancelling, single);
    if (startedAt === this.#cancelled) cancelling.abort();
    try {
      await table.put(connectionId, { ...create, id, sentAt: now() });
    } catch {
      this.#running.delete(cancelling);
      return fail(failure('storage'));
    }
    const result = await (signal.aborted ? Promise.resolve(fail(failure('cancelled'))) : send(signal))
      .catch(() => fail(failure('outcome-unknown')))
      .finally(() => this.#running.delete(cancelling));
    // Ignores disk errors, because a message would make the user create again. The next start shows the create.
    const noted =
      result.ok || result.error.code !== 'outcome-unknown'
        ? table.remove(id)
        : table.markUnknown(id, result.error.message).then(() => this.changed(connectionId));
    await noted.catch(() => undefined);
    return result;
  }

  cancel({ connectionId, kind, startedAt }: ArgsOf<'unresolved.cancelCreate'>): null {
    this.#cancelled = startedAt;
    for (const [cancelling, create] of this.#running)
      if (create.connectionId === connectionId && create.kind === kind) cancelling.abort();
    return null;
  }

  list(connectionId: string): Promise<readonly UnresolvedCreate[]> {
    return this.#options.table.unknown(connectionId);
  }

  async find(connectionId: string, id: string): Promise<UnresolvedCreate | null> {
    return (await this.list(connectionId)).find((unknown) => unknown.id === id) ?? null;
  }

  async settle(connectionId: string, id: string): Promise<void> {
    if ((await this.find(connectionId, id)) === null) return;
    await this.#options.table.remove(id);
    await this.changed(connectionId);
  }

  async changed(connectionId: string): Promise<void> {
    const unresolved = await this.list(connectionId);
    this.#options.publish('unresolved.changed', { connectionId, unresolved });
  }
}

export function unresolvedOf(
  job: JobRecord,
  item: ClaimedItem,
  sentAt: number,
): NonNullable<ItemUpdate['unresolved']> {
  const { id, kind, connectionId, templateId } = job;
  const isBoard = kind === 'create-boards';
  const name = isBoard ? '' : kind === 'create-pack' ? packPaperName(job, item) : item.name;
  const place = { id: createId(id, item.place), connectionId };
  return { ...place, kind: isBoard ? 'board' : 'paper', name, templateId, sentAt };
}

export function createId(jobId: string, place: number): string {
  return `${jobId}:${place}`;
}

export function unresolvedCalls(journal: CreateJournal, boards: Boards): CallsOf<'unresolved'> {
  return {
    list: { run: async ({ connectionId }) => ok(await journal.list(connectionId)) },
    check: { run: (args) => check(journal, boards, args) },
    cancelCreate: { run: (args) => ok(journal.cancel(args)), log: unlogged },
    settle: {
      run: async ({ connectionId, unresolvedId, boardId }) => {
        const unknown = await journal.find(connectionId, unresolvedId);
        if (unknown?.kind === 'board' && boardId !== null) await boards.noteMade(connectionId, [boardId]);
        await journal.settle(connectionId, unresolvedId);
        return ok(null);
      },
      log: ifDone(({ connectionId, boardId }) => ({
        connectionId,
        action: 'unknown-settled',
        target: boardId ?? '',
        detail: boardId === null ? 'Dismissed.' : 'The request created this board.',
      })),
    },
  };
}

/** Boards created from 5 min before to 10 min after the request may be its result, because clocks may differ. */
const BEFORE_MS = 5 * 60_000;
const AFTER_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** Time in ms until a sent create must have taken effect. Longer than the time limit for its response. */
const EFFECT_MS = 60_000;
const MOST_NEWCOMERS = 1000;

/** Lists boards created around the time of an unresolved create request. The service can't list papers. */
async function check(
  journal: CreateJournal,
  boards: Boards,
  { connectionId, unresolvedId }: ArgsOf<'unresolved.check'>,
): Promise<Result<UnresolvedCheck>> {
  const unknown = await journal.find(connectionId, unresolvedId);
  if (unknown === null) {
    const message = 'The unknown outcome of this request was already resolved.';
    return fail(failure('not-found', { message, nextStep: 'You don’t need to do anything.' }));
  }
  if (unknown.kind === 'paper') return ok({ kind: 'paper', sentence: PAPER_SENTENCE });
  const { sentAt } = unknown;
  const isEarly = journal.now() < sentAt + EFFECT_MS;
  const listed = await boards.listToEnd(connectionId, sentAt + EFFECT_MS);
  if (!listed.ok) return listed;
  let about = await createdBetween(boards, connectionId, sentAt - BEFORE_MS, sentAt + AFTER_MS);
  // Searches a day around the request, because the service may send times without a time zone or have a wrong clock.
  if (about.ok && about.value.newcomers.length === 0)
    about = await createdBetween(boards, connectionId, sentAt - DAY_MS, sentAt + DAY_MS);
  if (!about.ok) return about;
  const completeness = isEarly ? 'too-early' : listed.value.completeness;
  return ok({ kind: 'board', ...about.value, completeness });
}

async function createdBetween(boards: Boards, connectionId: string, from: number, to: number) {
  const filters = [{ kind: 'created', from, to }] as const;
  const query = { find: '', filters, order: { by: 'created', descending: true } } as const;
  const window = { connectionId, from: 0, count: MOST_NEWCOMERS, query, fields: [] };
  const about = await boards.ask(connectionId, (mirror) => mirror.window(window));
  if (!about.ok) return about;
  const { rows, undated = 0 } = about.value;
  return ok({ newcomers: rows.filter((row) => row.id !== null && !row.madeHere), hasUndated: undated > 0 });
}

const PAPER_SENTENCE =
  'The service can’t list papers, so Easel can’t tell whether this paper exists. If you find the paper in the web app, add it by its link. Creating it again may create a duplicate.';
