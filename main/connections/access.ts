/** Who may use a connection for what, at the moment of using it: hosts, keys, and changes. */
import type { KeySlot, ReadOnly } from '../../preload/contract/domain.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Policy } from '../policy/policy.ts';
import type { Addresses, CreateApi, ServiceApi } from '../service/api.ts';
import type { ApiKey } from '../service/api-key.ts';
import { failure } from '../service/failures.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { whyNotAllowed } from './allowed-hosts.ts';
import { Clients, type ClientsOptions } from './clients.ts';
import { guardedApi } from './guarded-api.ts';
import type { KeySlots } from './key-slots.ts';
import { ReadOnlyLocks } from './read-only.ts';
import type { Records } from './records.ts';

export interface AccessOptions {
  readonly policy: Policy;
  readonly createApi: CreateApi;
  /** Lets the lights of a connection see its traffic; a check of a form is not seen. */
  readonly watchApi: ClientsOptions['wrap'];
  /** A connection is gone or leads elsewhere now: what was read through it is no longer true. */
  readonly onStale: (connectionId: string) => void;
  /** A connection gets no key for now: what is under way ends, and what was read stays. */
  readonly onHalt: (connectionId: string) => void;
  readonly now: () => number;
  /** Runs later, once; gives the function that takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
}

interface Parts {
  readonly records: Records;
  readonly slots: Pick<KeySlots, 'get' | 'keepForSession'>;
  /** The time of an unlocked connection is over. */
  readonly onLocked: () => void;
}

const ADDRESSES = ['paperApi', 'boardApi', 'appUrl'] as const;

export class Access {
  readonly #options: AccessOptions;
  readonly #parts: Parts;
  readonly #clients: Clients;
  readonly #locks: ReadOnlyLocks;

  constructor(options: AccessOptions, parts: Parts) {
    this.#options = options;
    this.#parts = parts;
    const { policy, createApi, watchApi, now, after } = options;
    this.#clients = new Clients({
      createApi,
      keyOf: (connectionId, slot) => this.#keyOf(connectionId, slot),
      wrap: (connectionId, api) =>
        guardedApi(watchApi(connectionId, api), {
          mayChange: () => this.mayChange(connectionId),
          mayDelete: () => this.#mayDelete(connectionId),
        }),
    });
    this.#locks = new ReadOnlyLocks({
      isForced: (connectionId) => policy.readOnly && !parts.records.isTemporary(connectionId),
      now,
      after,
      onEnd: parts.onLocked,
    });
  }

  /** The client of a connection; its key is read at first use. Fails with `policy` for a host that is not allowed. */
  async apiOf(connectionId: string): Promise<Result<ServiceApi>> {
    const record = await this.#allowed(connectionId);
    return record.ok ? ok(this.#clients.of(record.value)) : record;
  }

  /** Fails as `apiOf` does. */
  async appUrlOf(connectionId: string): Promise<Result<string>> {
    const record = await this.#allowed(connectionId);
    return record.ok ? ok(record.value.appUrl) : record;
  }

  /** The addresses of a temporary connection are always allowed. */
  whyNotAllowed(addresses: Addresses): string | null {
    const isOwn = this.#parts.records
      .temporary()
      .some(({ record }) => ADDRESSES.every((name) => record[name] === addresses[name]));
    return isOwn ? null : whyNotAllowed(this.#options.policy, addresses);
  }

  readOnlyOf(record: ConnectionRecord): ReadOnly {
    return this.#locks.of(record);
  }

  async mayChange(connectionId: string): Promise<Result<null>> {
    const record = await this.#parts.records.find(connectionId);
    return record.ok ? this.#locks.mayChange(record.value) : record;
  }

  /** Why it could not be unlocked; null where it could, or is open anyway. */
  whyNotUnlocked(record: ConnectionRecord, typedName: string): Failure | null {
    return this.#locks.whyNotUnlocked(record, typedName);
  }

  unlock(record: ConnectionRecord, typedName: string): Result<null> {
    return this.#locks.unlock(record, typedName);
  }

  lock(connectionId: string): void {
    this.#locks.lock(connectionId);
  }

  /** The next request goes through a new client. */
  renew(connectionId: string): void {
    this.#clients.renew(connectionId);
  }

  /** Nothing that was made for the connection before is used any more. */
  end(connectionId: string): void {
    this.#locks.lock(connectionId);
    this.#clients.end(connectionId);
    this.#options.onStale(connectionId);
  }

  /**
   * Runs `work` while the connection gets no key; afterwards clients are made anew.
   *
   * `leadsElsewhere`: its boards are others now. A new name or key leaves what was read of them true.
   */
  async whilePaused<T>(connectionId: string, leadsElsewhere: boolean, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#clients.whilePaused(connectionId, work);
    } finally {
      if (leadsElsewhere) this.end(connectionId);
      else this.#renewed(connectionId);
    }
  }

  #renewed(connectionId: string): void {
    this.#locks.lock(connectionId);
    this.#clients.end(connectionId);
    this.#options.onHalt(connectionId);
  }

  /** No client made so far gets a key any more, and nothing stays unlocked. */
  drop(): void {
    for (const id of this.#clients.endAll()) this.#options.onHalt(id);
    this.#locks.lockAll();
    this.keepTemporaryKeys();
  }

  stop(): void {
    this.#locks.lockAll();
  }

  /** Whatever drops the keys of this run, a person has none to give a temporary connection again. */
  keepTemporaryKeys(): void {
    const { records, slots } = this.#parts;
    for (const { record, key } of records.temporary()) {
      slots.keepForSession({ connectionId: record.id, slot: 'main', stage: 'current', key });
    }
  }

  async #mayDelete(connectionId: string): Promise<Result<null>> {
    if (this.#options.policy.allowDelete) return this.mayChange(connectionId);
    return fail(failure('policy', { message: 'Your organisation does not allow deleting with Easel.' }));
  }

  async #allowed(connectionId: string): Promise<Result<ConnectionRecord>> {
    const { records } = this.#parts;
    const record = await records.find(connectionId);
    if (!record.ok || records.isTemporary(connectionId)) return record;
    const message = whyNotAllowed(this.#options.policy, record.value);
    return message === null ? record : fail(failure('policy', { message }));
  }

  async #keyOf(connectionId: string, slot: KeySlot): Promise<Result<ApiKey>> {
    const { records, slots } = this.#parts;
    const key = await slots.get(connectionId, slot);
    if (key.ok || key.error.code !== 'no-key' || !records.isTemporary(connectionId)) return key;
    this.keepTemporaryKeys();
    return slots.get(connectionId, slot);
  }
}
