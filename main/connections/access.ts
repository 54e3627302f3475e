/** Decides for each request whether a connection may be used, and supplies its API key. */
import type { PracticeRehearsal, ReadOnly } from '../../preload/contract/connections.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import type { Clock } from '../lib/clock.ts';
import type { Addresses, CreateApi, ServiceApi } from '../service/api.ts';
import type { Attempt } from '../service/http.ts';
import type { ApiKey, AskKey, EnteredKey } from '../service/authorize.ts';
import type { Call, Effect, KeyedApi } from '../service/types.ts';
import { failure, wrongFields } from '../lib/wording/failure.ts';
import { quoted } from '../lib/wording/format.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { ADDRESS_FIELDS, whyNotAllowed } from './addresses.ts';
import { originsOf, slotOf } from './key-origins.ts';
import type { KeyStore } from './key-store.ts';
import { PRACTICE_ID } from './records.ts';

export interface AccessOptions extends Pick<
  Core,
  'recordOf' | 'policy' | 'isLocked' | 'signals' | 'now' | 'after'
> {
  readonly createApi: CreateApi;
  /** Called with each new API client of a connection, except clients for connection checks. */
  readonly onClient: (connectionId: string, api: ServiceApi) => void;
  readonly onAttempt: (connectionId: string, api: keyof Addresses, attempt: Attempt) => void;
  readonly onResult: (connectionId: string, call: Call, failed: Failure | null) => void;
}

interface Parts extends AccessOptions, Pick<ReadOnlyOptions, 'onLocked'> {
  readonly keyStore: Pick<KeyStore, 'get' | 'keepForSession'>;
}

/** API client of a connection. When `isEnded` is true, the client refuses all requests. */
interface Client {
  readonly api: ServiceApi;
  isEnded: boolean;
}

export class Access {
  readonly #options: Parts;
  readonly locks: ReadOnlyLocks;
  readonly #clients = new Map<string, Client>();
  #ends = 0;
  /** The practice connection and its API key while the practice service runs; otherwise null. Never written to disk. */
  practice: {
    readonly record: ConnectionRecord;
    readonly key: ApiKey;
    readonly rehearsal: PracticeRehearsal | null;
  } | null = null;

  constructor(options: Parts) {
    this.#options = options;
    const { policy } = options;
    const isForced = (connectionId: string): boolean => policy.readOnly && connectionId !== PRACTICE_ID;
    this.locks = new ReadOnlyLocks({ ...options, isForced });
  }

  /** Returns an API client that reads the key at its first request. Fails with `policy` for a forbidden host. */
  async apiOf(connectionId: string): Promise<Result<ServiceApi>> {
    const ends = this.#ends;
    const record = await this.#allowed(connectionId);
    // Starts again if an API client was stopped during the call, because `record` may be outdated.
    if (ends !== this.#ends) return this.apiOf(connectionId);
    return record.ok ? ok(this.#clientOf(record.value).api) : record;
  }

  /** Returns an API client for connection checks. It may only read, and create access tokens for the test. */
  trial(addresses: Addresses, key: AskKey): ServiceApi {
    return this.#options.createApi(addresses, {
      key,
      whyNot: (effect) =>
        effect === 'read' || effect === 'mint' ? this.#whyClosed(addresses) : failure('read-only'),
    });
  }

  async appUrlOf(connectionId: string): Promise<Result<string>> {
    const record = await this.#allowed(connectionId);
    return record.ok ? ok(record.value.appUrl) : record;
  }

  /** Returns why the policy forbids a connection's addresses, or null. Always allows the practice service. */
  whyNotAllowed(addresses: Addresses): string | null {
    const own = this.practice?.record;
    const isOwn = own !== undefined && ADDRESS_FIELDS.every((name) => own[name] === addresses[name]);
    return isOwn ? null : whyNotAllowed(this.#options.policy, addresses);
  }

  /** Fails with `policy` if the policy forces read-only mode, or with `read-only` until the user unlocks changes. */
  async mayChange(connectionId: string): Promise<Result<null>> {
    const record = await this.#options.recordOf(connectionId);
    return record.ok ? this.locks.mayChange(record.value) : record;
  }

  /** Stops a connection's API client and locks changes. If `leadsElsewhere`, also drops data of the old address. */
  end(connectionId: string, leadsElsewhere = true): void {
    this.locks.lock(connectionId);
    const client = this.#clients.get(connectionId);
    if (client !== undefined) client.isEnded = true;
    this.#clients.delete(connectionId);
    this.#ends += 1;
    const { connectionGone, connectionHalted } = this.#options.signals;
    void (leadsElsewhere ? connectionGone : connectionHalted).tell(connectionId);
  }

  drop(): void {
    for (const id of this.#clients.keys()) this.end(id, false);
    this.locks.lockAll();
    this.keepPracticeKey();
  }

  /** Puts the practice service's key back into memory. The user can't enter this key, because Easel generated it. */
  keepPracticeKey(): void {
    if (this.practice === null) return;
    const { record, key } = this.practice;
    const place = { connectionId: record.id, slot: 'main', stage: 'current' } as const;
    this.#options.keyStore.keepForSession({ ...place, key, origins: originsOf('main', record) });
  }

  #clientOf(record: ConnectionRecord): Client {
    const { id } = record;
    const known = this.#clients.get(id);
    if (known !== undefined) return known;
    const { createApi, onClient, signals, onAttempt, onResult } = this.#options;
    const authority = {
      key: (api: KeyedApi) => this.#keyOf(record, api),
      whyNot: (effect: Effect) =>
        this.#whyClosed(record) ?? (client.isEnded ? ended : this.#whyNot(record, effect)),
    };
    const api = createApi(record, authority, {
      onToken: (form) => {
        if (!client.isEnded) void signals.tokenCame.tell(id, form);
      },
      onAttempt: (part, attempt) => {
        if (!client.isEnded) onAttempt(id, part, attempt);
      },
      onResult: (call, failed) => {
        if (!client.isEnded) onResult(id, call, failed);
      },
    });
    const client: Client = { api, isEnded: false };
    this.#clients.set(id, client);
    onClient(id, api);
    return client;
  }

  #whyClosed(addresses: Addresses): Failure | null {
    if (this.#options.isLocked()) return failure('locked');
    const message = this.whyNotAllowed(addresses);
    return message === null ? null : failure('policy', { message });
  }

  /** Returns why a request is refused, or null. For connection checks, always allows reading and creating access tokens. */
  #whyNot(record: ConnectionRecord, effect: Effect): Failure | null {
    if (effect === 'read' || effect === 'mint') return null;
    if (effect === 'delete' && !this.#options.policy.allowDelete) {
      return failure('policy', { message: 'Your organisation doesn’t allow deleting with Easel.' });
    }
    const may = this.locks.mayChange(record);
    return may.ok ? null : may.error;
  }

  async #allowed(connectionId: string): Promise<Result<ConnectionRecord>> {
    const record = await this.#options.recordOf(connectionId);
    const message = record.ok ? this.whyNotAllowed(record.value) : null;
    return message === null ? record : fail(failure('policy', { message }));
  }

  async #keyOf(record: ConnectionRecord, api: KeyedApi): Promise<Result<EnteredKey>> {
    const { keyStore } = this.#options;
    const slot = slotOf(api, record);
    const key = await keyStore.get(record.id, slot);
    if (key.ok || key.error.code !== 'no-key' || record.id !== PRACTICE_ID) return key;
    this.keepPracticeKey();
    return keyStore.get(record.id, slot);
  }
}

const ended = failure('cancelled', {
  message: 'This connection was changed before Easel could finish, or Easel was locked.',
});

export const UNLOCKED_MS = 10 * 60_000;

interface ReadOnlyOptions extends Clock {
  readonly isForced: (connectionId: string) => boolean;
  readonly onLocked: (connectionId: string) => void;
}

type Guarded = Pick<ConnectionRecord, 'id' | 'name' | 'readOnly'>;

export class ReadOnlyLocks {
  readonly #options: ReadOnlyOptions;
  readonly #unlocked = new Map<string, { readonly until: number; readonly cancel: () => void }>();

  constructor(options: ReadOnlyOptions) {
    this.#options = options;
  }

  of({ id, readOnly }: Guarded): ReadOnly {
    const forced = this.#options.isForced(id);
    const on = readOnly || forced;
    return { on, forced, unlockedUntil: on && !forced ? this.#until(id) : null };
  }

  mayChange(connection: Guarded): Result<null> {
    const { on, forced, unlockedUntil } = this.of(connection);
    if (forced) return fail(forcedFailure);
    if (!on || unlockedUntil !== null) return ok(null);
    return fail(
      failure('read-only', { message: `${quoted(connection.name)} is read-only. Nothing was sent.` }),
    );
  }

  /** Returns why changes can't be unlocked: `policy` or `invalid-input` (field `typedName`). Null if they can. */
  whyNotUnlocked(connection: Guarded, typedName: string): Failure | null {
    const { on, forced } = this.of(connection);
    if (forced) return forcedFailure;
    if (!on || typedName === connection.name) return null;
    return wrongFields({ typedName: 'Type the connection’s name exactly as shown.' });
  }

  unlock(id: string): void {
    this.lock(id);
    const { now, after, onLocked } = this.#options;
    const cancel = after(UNLOCKED_MS, () => {
      this.lock(id);
      onLocked(id);
    });
    this.#unlocked.set(id, { until: now() + UNLOCKED_MS, cancel });
  }

  lock(connectionId: string): void {
    this.#unlocked.get(connectionId)?.cancel();
    this.#unlocked.delete(connectionId);
  }

  lockAll(): void {
    for (const id of this.#unlocked.keys()) this.lock(id);
  }

  /** Returns when changes will be locked (epoch ms); null if locked. Checks the clock, because timers stop in sleep. */
  #until(connectionId: string): number | null {
    const unlocked = this.#unlocked.get(connectionId);
    return unlocked !== undefined && this.#options.now() < unlocked.until ? unlocked.until : null;
  }
}

const forcedFailure = failure('policy', { message: 'Your organisation made this connection read-only.' });
