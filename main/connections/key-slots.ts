/**
 * Where each connection's API key is: in the OS keychain, or in the memory of this run.
 *
 * The index of slots (no secret) tells "locked" from "no key": keytar reads both as null (security.md, 0.1).
 */
import type { KeyState } from '../../preload/contract/domain.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { readApiKey, type ApiKey } from '../service/api-key.ts';
import { failure } from '../service/failures.ts';
import type { Store } from '../store/database.ts';
import type { KeySlotRecord } from '../store/tables/connections.ts';

export interface KeySlotsOptions {
  readonly keychain: Keychain;
  readonly index: Store['connections'];
  readonly salt: string;
  readonly now: () => number;
  /** Told of every key that comes into memory, so that the log can never print it. */
  readonly onKey: (key: ApiKey) => void;
}

interface SessionKey {
  readonly key: ApiKey;
  readonly fingerprint: string;
  readonly addedAt: number;
}

/** One stable account per connection: the item is updated in place, never renamed. */
function accountOf(connectionId: string): string {
  return `connection-${connectionId}`;
}

export class KeySlots {
  readonly #options: KeySlotsOptions;
  readonly #session = new Map<string, SessionKey>();
  /** Keys read from the keychain in this run: one prompt of the system is enough. */
  readonly #read = new Map<string, ApiKey>();

  constructor(options: KeySlotsOptions) {
    this.#options = options;
  }

  /** Which connections have a key, by connection id, without asking the keychain. */
  async states(): Promise<ReadonlyMap<string, KeyState>> {
    const stored = await this.#options.index.keySlots();
    const states = new Map<string, KeyState>();
    for (const { connectionId, fingerprint, addedAt } of stored) {
      states.set(connectionId, { kind: 'stored', fingerprint, addedAt });
    }
    for (const [connectionId, { fingerprint, addedAt }] of this.#session) {
      states.set(connectionId, { kind: 'session', fingerprint, addedAt });
    }
    return states;
  }

  /** The key of a connection. Fails with `no-key`, or with the keychain's own failure. */
  async get(connectionId: string): Promise<Result<ApiKey>> {
    const known = this.#session.get(connectionId)?.key ?? this.#read.get(connectionId);
    if (known !== undefined) return ok(known);
    const indexed = (await this.#options.index.keySlots()).some((slot) => slot.connectionId === connectionId);
    if (!indexed) return fail(failure('no-key'));
    const read = await this.#options.keychain.get(accountOf(connectionId));
    if (!read.ok) return read;
    if (read.value === null) return fail(await this.#lockedOrRemoved());
    const key = readApiKey(read.value);
    if (!key.ok)
      return fail(failure('keychain-error', { message: 'What the keychain holds is not an API key.' }));
    this.#options.onKey(key.value);
    this.#read.set(connectionId, key.value);
    return ok(key.value);
  }

  /** Puts the key in the OS keychain and in the index; on failure nothing of it is kept. */
  async store(connectionId: string, key: ApiKey): Promise<Result<null>> {
    this.#options.onKey(key);
    const account = accountOf(connectionId);
    const set = await this.#options.keychain.set(account, key.reveal());
    if (!set.ok) return set;
    try {
      await this.#options.index.putKeySlot(this.#record(connectionId, key));
    } catch {
      // An item that the index doesn't know would be a key that nobody can find again.
      await this.#options.keychain.remove(account);
      return fail(failure('storage'));
    }
    this.#session.delete(connectionId);
    this.#read.set(connectionId, key);
    return ok(null);
  }

  /** Keeps the key in the memory of this run, in front of a stored one. */
  keepForSession(connectionId: string, key: ApiKey): void {
    this.#options.onKey(key);
    const { fingerprint, addedAt } = this.#record(connectionId, key);
    this.#session.set(connectionId, { key, fingerprint, addedAt });
  }

  /** Removes the key everywhere. Fails, and keeps the index, when the keychain can't prove that it is gone. */
  async remove(connectionId: string): Promise<Result<null>> {
    const indexed = (await this.#options.index.keySlots()).some((slot) => slot.connectionId === connectionId);
    if (!indexed) {
      this.#session.delete(connectionId);
      return ok(null);
    }
    const removed = await this.#options.keychain.remove(accountOf(connectionId));
    if (!removed.ok) return removed;
    this.#session.delete(connectionId);
    this.#read.delete(connectionId);
    await this.#options.index.removeKeySlot(connectionId, 'current');
    return ok(null);
  }

  #record(connectionId: string, key: ApiKey): KeySlotRecord {
    const fingerprint = key.fingerprint(this.#options.salt);
    return { connectionId, slot: 'current', fingerprint, addedAt: this.#options.now() };
  }

  async #lockedOrRemoved(): Promise<ReturnType<typeof failure>> {
    const status = await this.#options.keychain.status();
    if (status.state === 'available') {
      return failure('keychain-error', {
        message: 'The keychain no longer holds this connection’s key.',
        nextStep: 'Enter the key again under Connections, Edit.',
      });
    }
    if (status.state === 'absent')
      return failure('keychain-absent', { message: status.cause, nextStep: status.fix });
    return failure('keychain-locked');
  }
}
