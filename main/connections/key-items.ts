/**
 * The keychain's items and the index of them, kept in step.
 *
 * A row is written before its item, and deleted after the item is proven gone: whenever Easel ends, no key is in the
 * keychain that the index doesn't know. What can't be proven stays a leftover, and is tried again.
 */
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { readApiKey, type ApiKey } from '../service/api-key.ts';
import { failure } from '../service/failures.ts';
import type { Store } from '../store/database.ts';
import type { KeyRecord } from '../store/tables/keys.ts';

export interface KeyItemsOptions {
  readonly keychain: Keychain;
  readonly index: Store['keys'];
  readonly salt: string;
}

/** A key that is to be kept. */
export type NewRow = Omit<KeyRecord, 'connectionName' | 'state' | 'account'>;

/** With these a keychain says that it has not written anything (keychain.ts). */
const UNTOUCHED: ReadonlySet<string> = new Set(['keychain-locked', 'keychain-absent', 'invalid-input']);

export class KeyItems {
  readonly #keychain: Keychain;
  readonly #index: Store['keys'];
  readonly #salt: string;
  /** Rows whose item is being written now: `storing`, and no leftovers. */
  readonly #writing = new Set<string>();
  readonly #reading = new Map<string, Promise<Result<ApiKey>>>();
  #swept: Promise<void> = Promise.resolve();

  constructor({ keychain, index, salt }: KeyItemsOptions) {
    this.#keychain = keychain;
    this.#index = index;
    this.#salt = salt;
  }

  /** Rows of keys that are kept. */
  async kept(): Promise<readonly KeyRecord[]> {
    return (await this.#index.all()).filter(({ state }) => state === 'kept');
  }

  /** Rows of keys that nobody uses: given up, or from a write that never ended well. */
  async leftovers(): Promise<readonly KeyRecord[]> {
    return (await this.#index.all()).filter(({ id, state }) => state !== 'kept' && !this.#writing.has(id));
  }

  /** Puts the key in the keychain and in the index, in place of a kept one of the same stage; else nothing of it is used. */
  async write(row: NewRow, key: ApiKey): Promise<Result<null>> {
    const { id } = row;
    this.#writing.add(id);
    const record: KeyRecord = { ...row, connectionName: '', state: 'storing', account: `key-${id}` };
    const written = await this.#write(record, key);
    this.#writing.delete(id);
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
   * Removes the item, once the row says so, and then the row.
   *
   * Fails when the item can't be proven gone. A keychain that has not touched it leaves all as it was; else nobody
   * knows whether it is there still, and it is a leftover: a key that may be gone must not be called kept.
   */
  async remove({ id, account, connectionName, state }: KeyRecord): Promise<Result<null>> {
    const givenUp = await this.#try(() => this.#index.giveUp([id], connectionName));
    if (!givenUp.ok) return givenUp;
    const removed = await this.#keychain.remove(account);
    if (removed.ok) return this.#try(() => this.#index.remove(id));
    if (state !== 'kept') return removed;
    if (UNTOUCHED.has(removed.error.code)) {
      await this.#try(() => this.#index.keep(id));
      return removed;
    }
    const nextStep = 'It is not used any more. Easel tries again to remove it when the keychain answers.';
    return fail({ ...removed.error, nextStep });
  }

  /** Changes rows, without the keychain. Fails with `storage`. */
  change(work: (index: Store['keys']) => Promise<unknown>): Promise<Result<null>> {
    return this.#try(() => work(this.#index));
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
    const added = await this.#try(() => this.#index.add(record));
    if (!added.ok) return added;
    const set = await this.#keychain.set(record.account, key.reveal());
    if (!set.ok) {
      if (await this.#isAbsent(record.account, set.error))
        await this.#try(() => this.#index.remove(record.id));
      return set;
    }
    const kept = await this.#try(() => this.#index.keep(record.id));
    return kept.ok ? kept : this.#takeBack(record, kept.error);
  }

  /** Whether a failed write is proven to have left nothing. One that came too late may be under way still. */
  async #isAbsent(account: string, { code }: Failure): Promise<boolean> {
    if (UNTOUCHED.has(code)) return true;
    if (code === 'keychain-busy') return false;
    const read = await this.#keychain.get(account);
    return read.ok && read.value === null;
  }

  /** The index has failed; it may have done its work all the same, and then that is what holds. */
  async #takeBack(record: KeyRecord, why: Failure): Promise<Result<null>> {
    const rows = await this.#index.all().catch(() => null);
    const row = rows?.find(({ id }) => id === record.id);
    if (row?.state === 'kept') return ok(null);
    // Of an index that can't be read nothing is known: the row says it, at the next start.
    if (row !== undefined) await this.remove(row);
    return fail(why);
  }

  async #read(row: KeyRecord): Promise<Result<ApiKey>> {
    const read = await this.#keychain.get(row.account);
    if (!read.ok) return read;
    if (read.value === null) return fail(await this.#lockedOrRemoved());
    void this.removeLeftovers();
    const key = readApiKey(read.value);
    // Another program, or a faulty keychain, may have changed it: nobody's requests go out with an unknown key.
    if (key.ok && key.value.fingerprint(this.#salt) === row.fingerprint) return ok(key.value);
    return fail(
      failure('keychain-error', {
        message: 'The keychain gives another text than the key that was kept.',
        nextStep: 'Try again; if it stays so, enter the key again under Connections, Edit.',
      }),
    );
  }

  /** The index knows a key that the keychain doesn't give: only an available keychain proves that it is gone. */
  async #lockedOrRemoved(): Promise<Failure> {
    const status = await this.#keychain.status();
    if (status.state === 'available') {
      return failure('keychain-error', {
        message: 'The keychain no longer holds this key.',
        nextStep: 'Enter the key again under Connections, Edit.',
      });
    }
    const { cause: message, fix: nextStep } = status;
    if (status.state === 'absent') return failure('keychain-absent', { message, nextStep });
    return failure('keychain-locked');
  }

  async #try(work: () => Promise<unknown>): Promise<Result<null>> {
    try {
      await work();
      return ok(null);
    } catch {
      return fail(failure('storage'));
    }
  }
}
