/**
 * The keychain's items and the index of them, kept in step.
 *
 * A row is written before its item, and deleted after the item is proven gone: whenever Easel ends, no key is in the
 * keychain that the index doesn't know. What can't be proven stays a leftover, and is tried again.
 */
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { readApiKey, type ApiKey } from '../service/api-key.ts';
import { failure, orStorage } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { KeySlotsOptions } from './key-slots.ts';
import type { KeyRecord } from '../store/tables/keys.ts';

/** A key that is to be kept. */
export type NewRow = Omit<KeyRecord, 'connectionName' | 'state' | 'account'>;

/** With these a keychain says that it has not written anything (keychain.ts). */
const UNTOUCHED: ReadonlySet<string> = new Set([
  'keychain-locked',
  'keychain-absent',
  'invalid-input',
  // Easel's own lock lets nothing through to it.
  'locked',
]);

const GIVEN_UP = 'This key is no longer used. Easel will remove it when the keychain answers.';

export class KeychainItems {
  readonly #keychain: Keychain;
  readonly #index: Store['keys'];
  readonly #salt: string;
  /** Rows whose item is being written or removed now: these are not leftovers, whatever the index says. */
  readonly #busy = new Set<string>();
  readonly #reading = new Map<string, Promise<Result<ApiKey>>>();
  #swept: Promise<void> = Promise.resolve();

  constructor({ keychain, index, salt }: Pick<KeySlotsOptions, 'keychain' | 'index' | 'salt'>) {
    this.#keychain = keychain;
    this.#index = index;
    this.#salt = salt;
  }

  /** Rows of keys that are kept. */
  async kept(): Promise<readonly KeyRecord[]> {
    return (await this.#index.all()).filter(({ state }) => state === 'kept');
  }

  /** Rows of unused keys: given up, or from a write that never completed. */
  async leftovers(): Promise<readonly KeyRecord[]> {
    // The state when the index is read: an item that becomes busy later is not in this result.
    const busy = new Set(this.#busy);
    return (await this.#index.all()).filter(({ id, state }) => state !== 'kept' && !busy.has(id));
  }

  /** Puts the key in the keychain and in the index, in place of a kept one of the same stage; else nothing of it is used. */
  async write(row: NewRow, key: ApiKey): Promise<Result<null>> {
    const { id } = row;
    this.#busy.add(id);
    const record: KeyRecord = { ...row, connectionName: '', state: 'storing', account: `key-${id}` };
    const written = await this.#write(record, key);
    this.#busy.delete(id);
    // Also what it has taken the place of.
    if (written.ok) await this.removeLeftovers();
    return written;
  }

  /** Reads a key; those who ask at the same time are answered together, for each read may be a question of the system. */
  read(row: KeyRecord): Promise<Result<ApiKey>> {
    const known = this.#reading.get(row.id);
    if (known !== undefined) return known;
    const reading = this.#read(row).finally(() => this.#reading.delete(row.id));
    this.#reading.set(row.id, reading);
    return reading;
  }

  /**
   * Removes the item, once the row says so, and then the row. Fails when the item can't be proven gone.
   *
   * A kept key is kept on then, unless `orGiveUp`, and nobody knows whether the keychain still has it: a key that may
   * be gone is not called kept for longer than it must.
   */
  async remove(row: KeyRecord, orGiveUp = false): Promise<Result<null>> {
    if (row.state !== 'kept') {
      const removed = await this.#keychain.remove(row.account);
      return removed.ok ? this.change((index) => index.remove(row.id)) : removed;
    }
    this.#busy.add(row.id);
    const removed = await this.#removeKept(row, orGiveUp);
    this.#busy.delete(row.id);
    return removed;
  }

  /** Changes rows, without the keychain. Fails with `storage`. */
  change(work: (index: Store['keys']) => Promise<unknown>): Promise<Result<null>> {
    return orStorage(work(this.#index).then(() => ok(null)));
  }

  /** Tries every leftover; never rejects. A keychain that can't be used now is not asked again for each. */
  removeLeftovers(): Promise<void> {
    this.#swept = this.#swept.then(() => this.#sweep()).catch(() => undefined);
    return this.#swept;
  }

  async #sweep(): Promise<void> {
    for (const row of await this.leftovers()) {
      const removed = await this.remove(row);
      if (!removed.ok && removed.error.code !== 'keychain-error') return;
    }
  }

  async #write(record: KeyRecord, key: ApiKey): Promise<Result<null>> {
    const added = await this.change((index) => index.add(record));
    if (!added.ok) return added;
    const set = await this.#keychain.set(record.account, key.reveal());
    if (!set.ok) {
      const { code } = set.error;
      // A delayed write may still happen, whatever is read now.
      const isAbsent =
        UNTOUCHED.has(code) || (code !== 'keychain-busy' && (await this.#holds(record)) === false);
      if (isAbsent) await this.change((index) => index.remove(record.id));
      return set;
    }
    const kept = await this.change((index) => index.keep(record.id));
    return kept.ok ? kept : this.#takeBack(record, kept.error);
  }

  async #removeKept(row: KeyRecord, orGiveUp: boolean): Promise<Result<null>> {
    const { id, connectionName, account } = row;
    const givenUp = await this.change((index) => index.giveUp([id], connectionName));
    if (!givenUp.ok) return givenUp;
    const removed = await this.#keychain.remove(account);
    // It may have gone, and only the answer failed.
    const isThere = removed.ok ? false : UNTOUCHED.has(removed.error.code) || (await this.#holds(row));
    if (removed.ok || isThere === false) return this.change((index) => index.remove(id));
    if (orGiveUp && isThere === null) return fail({ ...removed.error, nextStep: GIVEN_UP });
    await this.change((index) => index.keep(id));
    return removed;
  }

  /** Whether the item is there; null when the keychain doesn't say, or gives something else. */
  async #holds(row: KeyRecord): Promise<boolean | null> {
    const read = await this.#keychain.get(row.account);
    if (!read.ok) return null;
    if (read.value === null) return false;
    return this.#keyIn(read.value, row) === null ? null : true;
  }

  /** The index reported a failure, but may have been written all the same: then what it holds counts. */
  async #takeBack(record: KeyRecord, why: Failure): Promise<Result<null>> {
    const rows = await this.#index.all().catch(() => null);
    const row = rows?.find(({ id }) => id === record.id);
    if (row?.state === 'kept') return ok(null);
    // Nothing is known from an unreadable index: the row will tell at the next start.
    if (row !== undefined) await this.remove(row);
    return fail(why);
  }

  async #read(row: KeyRecord): Promise<Result<ApiKey>> {
    const read = await this.#keychain.get(row.account);
    if (!read.ok) return read;
    if (read.value === null) return fail(await this.#lockedOrRemoved());
    void this.removeLeftovers();
    const key = this.#keyIn(read.value, row);
    if (key !== null) return ok(key);
    return fail(
      failure('keychain-error', {
        message: 'The keychain returned a different key from the one Easel saved.',
        nextStep: 'Try again. If that doesn’t help, edit the connection and enter the key again.',
      }),
    );
  }

  /** Another program, or a faulty keychain, may have changed the item: no request goes out with an unknown key. */
  #keyIn(text: string, { fingerprint }: KeyRecord): ApiKey | null {
    const key = readApiKey(text);
    return key.ok && key.value.fingerprint(this.#salt) === fingerprint ? key.value : null;
  }

  /** The index knows a key that the keychain doesn't give: only an available keychain proves that it is gone. */
  async #lockedOrRemoved(): Promise<Failure> {
    const status = await this.#keychain.status();
    if (status.state === 'available') {
      return failure('keychain-error', {
        message: 'The keychain no longer holds this key.',
        nextStep: 'Edit the connection and enter the key again.',
      });
    }
    const { cause: message, fix: nextStep } = status;
    if (status.state === 'absent') return failure('keychain-absent', { message, nextStep });
    return failure('keychain-locked');
  }
}
