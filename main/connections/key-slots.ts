/**
 * The keys of every connection: for each slot a current, a next and a previous one.
 *
 * A key is an item of the OS keychain that never changes its name, and a row of an index without secrets. Stages are
 * in the index alone, so a switch needs neither network nor keychain, and "locked" is never "no key" (security.md, 0.1).
 */
import { randomUUID } from 'node:crypto';
import type { KeyInfo, KeySlot, KeyStage } from '../../preload/contract/keys.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { ApiKey } from '../service/api-key.ts';
import type { EnteredKey } from '../service/authorize.ts';
import { failure } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { AboutKeyRecord, KeyRecord } from '../store/tables/keys.ts';
import { KeychainItems, type NewRow } from './keychain-items.ts';
import { KeyCache } from './key-cache.ts';
import { isAt, KeyStore, type KnownKey, type SlotStates } from './key-store.ts';
import { aboutOf, KeySwitch, refused } from './key-switch.ts';
import { SessionKeys } from './session-keys.ts';
import { KeyedMutex } from './keyed-mutex.ts';

export interface KeySlotsOptions {
  readonly keychain: Keychain;
  readonly index: Store['keys'];
  readonly salt: string;
  readonly now: () => number;
  /** Runs later, once; gives the function that takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Told of every key that comes into memory, so that the log can never print it. */
  readonly onKey: (key: ApiKey) => void;
  /** Told of every key that has left memory. */
  readonly onKeyGone: (key: ApiKey) => void;
  /** The keys of this connection have changed. */
  readonly onChange: (connectionId: string) => void;
}

/** A key that comes from a person. */
export interface NewKey extends EnteredKey {
  readonly connectionId: string;
  readonly slot: KeySlot;
  readonly stage: KeyStage;
  readonly about?: AboutKeyRecord;
}

/** A key that is no longer used, and may still be in the keychain. */
export interface Leftover {
  readonly id: string;
  readonly connectionId: string;
  /** As it was called when it was removed; empty before. */
  readonly connectionName: string;
  readonly fingerprint: string;
}

const NOTHING_KNOWN: AboutKeyRecord = { note: '', owner: '', remindAt: null, useWhenGreen: false };

export class KeySlots {
  readonly #options: KeySlotsOptions;
  readonly #memory: KeyCache;
  readonly #session: SessionKeys;
  readonly #items: KeychainItems;
  readonly #keyStore: KeyStore;
  readonly #switch: KeySwitch;
  readonly #answers: KeyAnswers;
  /** One change of a connection's keys at a time. */
  readonly #mutex = new KeyedMutex();

  constructor(options: KeySlotsOptions) {
    this.#options = options;
    const { after, onChange, now } = options;
    const memory = new KeyCache(options);
    const items = new KeychainItems(options);
    const session = new SessionKeys({ memory, after, onEnd: onChange });
    this.#memory = memory;
    this.#items = items;
    this.#session = session;
    this.#keyStore = new KeyStore({ memory, items, session });
    this.#switch = new KeySwitch({ keyStore: this.#keyStore, items, session });
    this.#answers = new KeyAnswers({ memory, items, session, now, onChange });
  }

  /** Which connections have which current keys, by connection id; a connection without keys may be absent. Asks no keychain. */
  states(): Promise<ReadonlyMap<string, SlotStates>> {
    return this.#keyStore.states();
  }

  /** Every key of a connection, in the order of slots and stages. Asks no keychain. */
  keys(connectionId: string): Promise<readonly KeyInfo[]> {
    return this.#keyStore.keys(connectionId);
  }

  /** Every key, also those in the keychain that one of the session stands in front of. Asks no keychain. */
  all(connectionId: string): Promise<readonly KnownKey[]> {
    return this.#keyStore.all(connectionId);
  }

  /** The key of a slot. Fails with `no-key`, or with the keychain's own failure. */
  get(connectionId: string, slot: KeySlot, stage: KeyStage = 'current'): Promise<Result<EnteredKey>> {
    return this.#keyStore.get(connectionId, slot, stage);
  }

  /** Puts a key in the keychain and in the index, in place of one of the same stage; on failure nothing of it is kept. */
  store(key: NewKey): Promise<Result<null>> {
    return this.#mutex.run(key.connectionId, () => this.#store(key));
  }

  /** Keeps a key in the memory of this run, in front of a stored one of the same stage. */
  keepForSession({ connectionId, slot, stage, key, origins, about = NOTHING_KNOWN }: NewKey): void {
    const info: KeyInfo = { ...this.#newInfo(key), ...aboutOf(about), slot, stage, kept: 'session' };
    this.#session.add({ connectionId, key, origins, info });
    this.#options.onChange(connectionId);
  }

  /**
   * Keeps a key as the next one of a slot, or as the current one where there is none.
   *
   * Fails with `refused` when there is a next one, `invalid-input` (field `apiKey`) for the current one once more.
   */
  stage(staged: Omit<NewKey, 'stage'>, kept: KeyInfo['kept']): Promise<Result<null>> {
    const { connectionId, slot, key } = staged;
    return this.#mutex.run(connectionId, async () => {
      const { current, next } = await this.#keyStore.places(connectionId, slot);
      if (next !== undefined) return refused('There is already a next key.', 'Use it or discard it first.');
      if (current?.fingerprint === this.fingerprint(key)) {
        return fail(failure('invalid-input', { fields: { apiKey: 'This is already the current key.' } }));
      }
      const placed: NewKey = { ...staged, stage: current === undefined ? 'current' : 'next' };
      if (kept === 'keychain') return this.#store(placed);
      this.keepForSession(placed);
      return ok(null);
    });
  }

  /** Puts a session key into the keychain. */
  keep(connectionId: string, keyId: string): Promise<Result<null>> {
    return this.#mutex.run(connectionId, async () => {
      const known = this.#session.find(keyId);
      if (known?.connectionId !== connectionId) return unknownKey();
      const { info, key, origins } = known;
      const { slot, stage } = info;
      return this.#store({ connectionId, key, origins, slot, stage, about: info }, info);
    });
  }

  edit(connectionId: string, keyId: string, about: AboutKeyRecord): Promise<Result<null>> {
    return this.#mutex.run(connectionId, async () => {
      const key = (await this.keys(connectionId)).find(({ id }) => id === keyId);
      return key === undefined
        ? unknownKey()
        : this.#told(connectionId, await this.#switch.describe(key, about));
    });
  }

  /** Gives the next key (`keyId`, if given) the place of the current one, in one step, without the keychain. */
  useNext(connectionId: string, slot: KeySlot, keyId?: string): Promise<Result<null>> {
    return this.#mutex.run(connectionId, async () =>
      this.#told(connectionId, await this.#switch.useNext(connectionId, slot, keyId)),
    );
  }

  /** Gives the previous key the place of the current one, which is next again and waits for a person. */
  goBack(connectionId: string, slot: KeySlot): Promise<Result<null>> {
    return this.#mutex.run(connectionId, async () =>
      this.#told(connectionId, await this.#switch.goBack(connectionId, slot)),
    );
  }

  /**
   * Removes one key everywhere. Fails when the keychain can't prove that it is gone: then it stays where it is, or is a
   * leftover if even that is not known.
   */
  remove(connectionId: string, keyId: string): Promise<Result<null>> {
    return this.#mutex.run(connectionId, async () => {
      if (this.#session.find(keyId)?.connectionId === connectionId) {
        this.#session.remove(keyId);
        return this.#told(connectionId, ok(null));
      }
      const row = (await this.#keyStore.rows(connectionId)).find(({ id }) => id === keyId);
      if (row === undefined) return unknownKey();
      const removed = await this.#removeRow(row, true);
      this.#options.onChange(connectionId);
      return removed;
    });
  }

  /** Removes all keys of a connection, or of one slot. Fails when one can't be proven gone, which then stays in use. */
  removeAll(connectionId: string, slot?: KeySlot): Promise<Result<null>> {
    const isMeant = (key: { readonly slot: KeySlot }): boolean => slot === undefined || key.slot === slot;
    return this.#mutex.run(connectionId, async () => {
      for (const row of (await this.#allRows(connectionId)).filter(isMeant)) {
        const removed = await this.#removeRow(row);
        if (!removed.ok) {
          this.#options.onChange(connectionId);
          return removed;
        }
      }
      for (const { id } of this.#session.of(connectionId).filter(isMeant)) this.#session.remove(id);
      return this.#told(connectionId, ok(null));
    });
  }

  /** Gives all keys of a connection up, to be removed when the keychain can be used: they become leftovers. */
  giveUpAll(connectionId: string, connectionName: string): Promise<void> {
    return this.#mutex.run(connectionId, async () => {
      const ids = (await this.#allRows(connectionId)).map(({ id }) => id);
      await this.#options.index.giveUp(ids, connectionName);
      for (const id of ids) this.#memory.forget(id);
      for (const { id } of this.#session.of(connectionId)) this.#session.remove(id);
      this.#options.onChange(connectionId);
    });
  }

  async leftovers(): Promise<readonly Leftover[]> {
    return this.#items.leftovers();
  }

  /** Tries to remove every leftover; what can't be proven gone stays one. */
  removeLeftovers(): Promise<void> {
    return this.#items.removeLeftovers();
  }

  /** The service has taken a key, or refused it (401). */
  answered(key: ApiKey, accepted: boolean): void {
    this.#answers.note(key, accepted);
  }

  /** Short and salted, to tell two keys apart. */
  fingerprint(key: ApiKey): string {
    return key.fingerprint(this.#options.salt);
  }

  /** Keeps a key that is in memory elsewhere out of the log; gives the function that says it is gone. */
  hold(key: ApiKey): () => void {
    return this.#memory.hold(key);
  }

  /** Drops every key from memory: those kept for this session are lost, the others are read anew at their next use. */
  drop(): void {
    for (const connectionId of this.#keyStore.drop()) this.#options.onChange(connectionId);
  }

  /** Stores a key, with what was known of it while it was kept for the session. */
  async #store(
    { connectionId, slot, stage, key, origins, about = NOTHING_KNOWN }: NewKey,
    known?: KeyInfo,
  ): Promise<Result<null>> {
    const release = this.#memory.hold(key);
    const remember = this.#keyStore.remembering();
    const displaced = (await this.#keyStore.rows(connectionId)).filter((row) => isAt(row, { slot, stage }));
    const fresh = this.#newInfo(key);
    const { addedAt, lastAcceptedAt, lastRefusedAt } = known ?? fresh;
    const place = { connectionId, slot, stage, origins };
    const seen = { addedAt, lastAcceptedAt, lastRefusedAt };
    const row: NewRow = { ...fresh, ...seen, ...aboutOf(about), ...place };
    const written = await this.#items.write(row, key);
    if (written.ok) {
      for (const earlier of displaced) this.#memory.forget(earlier.id);
      for (const earlier of this.#session.of(connectionId).filter((at) => isAt(at, row)))
        this.#session.remove(earlier.id);
      remember(connectionId, row.id, key);
    }
    release();
    return this.#told(connectionId, written);
  }

  async #removeRow(row: KeyRecord, orGiveUp = false): Promise<Result<null>> {
    const removed = await this.#items.remove(row, orGiveUp);
    const isKept = (await this.#keyStore.rows(row.connectionId)).some(({ id }) => id === row.id);
    if (!isKept) this.#memory.forget(row.id);
    if (removed.ok) void this.#items.removeLeftovers();
    return removed;
  }

  /** Also those that are left over from this connection. */
  async #allRows(connectionId: string): Promise<readonly KeyRecord[]> {
    const rows = [...(await this.#items.kept()), ...(await this.#items.leftovers())];
    return rows.filter((row) => row.connectionId === connectionId);
  }

  #newInfo(
    key: ApiKey,
  ): Pick<KeyInfo, 'id' | 'fingerprint' | 'addedAt' | 'lastAcceptedAt' | 'lastRefusedAt'> {
    const [fingerprint, addedAt] = [this.fingerprint(key), this.#options.now()];
    return { id: randomUUID(), fingerprint, addedAt, lastAcceptedAt: null, lastRefusedAt: null };
  }

  #told(connectionId: string, result: Result<null>): Result<null> {
    if (result.ok) this.#options.onChange(connectionId);
    return result;
  }
}

function unknownKey(): Result<null> {
  return fail(failure('not-found', { message: 'This key is no longer on this computer.' }));
}

// Writes down when the service last took or refused a key: seldom enough that traffic costs nothing.

/** Between two of a kind for one key, in ms. */
const PAUSE_MS = 60_000;

interface KeyAnswersOptions {
  readonly memory: KeyCache;
  readonly session: SessionKeys;
  readonly items: KeychainItems;
  readonly now: () => number;
  readonly onChange: (connectionId: string) => void;
}

class KeyAnswers {
  readonly #options: KeyAnswersOptions;
  /** When each was last written, by kind and key id. */
  readonly #written = new Map<string, number>();

  constructor(options: KeyAnswersOptions) {
    this.#options = options;
  }

  /** Never throws, and nobody waits for it: an answer is worth more than its note. */
  note(key: ApiKey, accepted: boolean): void {
    const { memory, session, items, now, onChange } = this.#options;
    const owner = memory.ownerOf(key);
    if (owner === undefined) return;
    const { keyId, connectionId } = owner;
    const name = `${accepted ? 'accepted' : 'refused'} ${keyId}`;
    const at = now();
    if (at - (this.#written.get(name) ?? -Infinity) < PAUSE_MS) return;
    this.#written.set(name, at);
    if (session.find(keyId) !== undefined) {
      session.change(keyId, accepted ? { lastAcceptedAt: at } : { lastRefusedAt: at });
      onChange(connectionId);
      return;
    }
    void items
      .change((index) => (accepted ? index.accepted(keyId, at) : index.refused(keyId, at)))
      .then((changed) => changed.ok && onChange(connectionId));
  }
}
