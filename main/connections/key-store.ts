/**
 * Stores up to three API keys per key slot: current, next and previous. Each key is a keychain item plus an index
 * row without secrets. Only the row contains the stage, so switching keys needs no keychain. The row is written
 * before the keychain item, and deleted after the item is proven deleted. So after a crash the index still lists
 * every key in the keychain. An item that is not proven deleted is a leftover, which Easel tries to remove later.
 */
import { randomUUID, randomBytes } from 'node:crypto';
import {
  KEY_SLOTS,
  KEY_STAGES,
  type KeyInfo,
  type KeySlot,
  type KeyStage,
} from '../../preload/contract/keys.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import type { Keychain } from './keychain/keychain.ts';
import { type ApiKey, type EnteredKey, readApiKey } from '../service/authorize.ts';
import { failure, orStorage, UNTOUCHED, wrongFields } from '../lib/wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { AboutKeyRecord, KeyRecord } from '../store/tables/keys.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';

export interface KeyStoreOptions extends Pick<Core, 'log' | 'now' | 'deadlines' | 'record'> {
  readonly keychain: Keychain;
  readonly index: Store['keys'];
  readonly salt: string;
  /** A locked Easel can't read or store keys. It can remove keys, because users may have forgotten the passphrase. */
  readonly isLocked: () => boolean;
  readonly onChange: (connectionId: string) => void;
}

export interface NewKey extends EnteredKey {
  readonly connectionId: string;
  readonly slot: KeySlot;
  readonly stage: KeyStage;
  readonly about?: AboutKeyRecord;
}

export type KnownKey = KeyInfo & Pick<EnteredKey, 'origins'>;

type Place = Pick<KeyInfo, 'slot' | 'stage'>;

interface KeyInMemory {
  readonly connectionId: string;
  readonly key: ApiKey;
  /** Description of a session-only key. Null if the key is a cached copy of a keychain item. */
  readonly session: KnownKey | null;
  readonly end: () => void;
}

/** Maximum time in ms that Easel keeps a session-only key in memory: one working day. */
const SESSION_KEY_MS = 8 * 60 * 60 * 1000;

/** Minimum interval in ms between two database writes about the same key's acceptance or refusal. */
const PAUSE_MS = 60_000;

const NOTHING_KNOWN: AboutKeyRecord = { note: '', remindAt: null, useWhenGreen: false };

const CHANGE = 'change';

export class KeyStore {
  readonly #options: KeyStoreOptions;
  /** API keys in memory, by key id. Without this cache, each use would read the keychain, which may prompt the user. */
  readonly #memory = new Map<string, KeyInMemory>();
  /** Running keychain reads, by key id. All callers share one read, so the user sees only one prompt. */
  readonly #reading = new Map<string, Promise<Result<ApiKey>>>();
  /** Time (epoch ms) of the last recorded response to each key, by result and key id, such as `accepted <id>`. */
  readonly #recordedAt = new Map<string, number>();
  readonly #mutex = new KeyedMutex();

  constructor(options: KeyStoreOptions) {
    this.#options = options;
  }

  /** Returns the keys of a connection without secrets, ordered by slot and stage. */
  async keys(connectionId: string): Promise<readonly KeyInfo[]> {
    const all = (await this.all(connectionId)).map(({ origins: _origins, ...info }): KeyInfo => info);
    const places = KEY_SLOTS.flatMap((slot) => KEY_STAGES.map((stage) => ({ slot, stage })));
    return places.flatMap((place) => all.find((key) => isAt(key, place)) ?? []);
  }

  /** Returns a connection's session-only keys, then all stored keys, even those hidden by a session-only key. */
  async all(connectionId: string): Promise<readonly KnownKey[]> {
    const stored = (await this.#rows(connectionId)).filter(isKept).map(knownOf);
    return [...this.#sessionOf(connectionId), ...stored];
  }

  /** Returns the API key of a slot. Fails with `no-key`, `locked`, or a keychain failure. */
  async get(connectionId: string, slot: KeySlot, stage: KeyStage = 'current'): Promise<Result<EnteredKey>> {
    const { isLocked, deadlines } = this.#options;
    if (isLocked()) return fail(failure('locked'));
    deadlines.check();
    const place = { slot, stage };
    const inSession = this.#sessionOf(connectionId).find((key) => isAt(key, place));
    const row = inSession ?? (await this.#rows(connectionId)).find((key) => isKept(key) && isAt(key, place));
    if (row === undefined) return fail(failure('no-key'));
    const { id, origins } = row;
    const known = this.#memory.get(id);
    if (known !== undefined) return ok({ key: known.key, origins });
    const reading = this.#reading.get(id) ?? this.#read(row).finally(() => this.#reading.delete(id));
    this.#reading.set(id, reading);
    const read = await reading;
    if (!read.ok) return read;
    // During the keychain read, the user may have removed the key or locked Easel. Then the key must not be used.
    const isStillKept = (await this.#rows(connectionId)).some((kept) => kept.id === id && isKept(kept));
    if (!isStillKept) return fail(failure('no-key'));
    if (isLocked()) return fail(failure('locked'));
    this.#remember(id, { connectionId, key: read.value, session: null, end: this.hold(read.value) });
    void this.removeLeftovers();
    return ok({ key: read.value, origins });
  }

  /** Saves all keys or none. Replaces the keys of the same slot and stage. After a failure no new key is used. */
  storeAll(
    connectionId: string,
    keys: readonly NewKey[],
    place: KeyInfo['kept'] = 'keychain',
  ): Promise<Result<null>> {
    return this.#change(connectionId, () => this.#storeIn(place, keys));
  }

  /** Keeps a key in memory only. Requests use this key instead of the stored one of the same slot and stage. */
  keepForSession({ connectionId, slot, stage, key, origins, about }: NewKey): void {
    const { deadlines, onChange } = this.#options;
    const session: KnownKey = { ...this.#newInfo(key, about), slot, stage, kept: 'session', origins };
    const release = this.hold(key);
    const cancel = deadlines.after(SESSION_KEY_MS, () => {
      this.#forget(session.id);
      onChange(connectionId);
    });
    const end = (): void => {
      cancel();
      release();
    };
    this.#endSession(connectionId, (known) => isAt(known, session));
    this.#remember(session.id, { connectionId, key, session, end });
    onChange(connectionId);
  }

  /** Adds a next key to a slot, or a current key to an empty slot. Fails with `refused` if the slot has a next key. */
  stage(staged: Omit<NewKey, 'stage'>, kept: KeyInfo['kept']): Promise<Result<null>> {
    const { connectionId, slot, key } = staged;
    return this.#change(connectionId, async () => {
      const { current, next } = await this.#places(connectionId, slot);
      if (next !== undefined)
        return refused('A next key is already staged.', 'Use or discard the next key first.');
      if (current?.fingerprint === this.fingerprint(key)) {
        return fail(wrongFields({ apiKey: 'This is already the current key.' }));
      }
      const placed: NewKey = { ...staged, stage: current === undefined ? 'current' : 'next' };
      return this.#storeIn(kept, [placed]);
    });
  }

  keep(connectionId: string, keyId: string): Promise<Result<null>> {
    return this.#change(connectionId, async () => {
      const known = this.#memory.get(keyId);
      if (known?.connectionId !== connectionId || known.session === null) return unknownKey;
      const { slot, stage, origins, addedAt, lastAcceptedAt, lastRefusedAt } = known.session;
      const key: NewKey = { connectionId, key: known.key, origins, slot, stage, about: known.session };
      return this.#store([key], { addedAt, lastAcceptedAt, lastRefusedAt });
    });
  }

  edit(connectionId: string, keyId: string, about: AboutKeyRecord): Promise<Result<null>> {
    return this.#change(connectionId, async () => {
      const key = (await this.keys(connectionId)).find(({ id }) => id === keyId);
      return key === undefined ? unknownKey : this.#describe(key, about);
    });
  }

  useNext(connectionId: string, slot: KeySlot): Promise<Result<null>> {
    return this.#change(connectionId, async () => {
      const { current, next, previous } = await this.#places(connectionId, slot);
      if (next === undefined) return refused('No next key is staged.', 'Stage a key first.');
      if (current !== undefined && previous !== undefined) {
        return refused('The previous key isn’t retired yet.', 'Retire the previous key first.');
      }
      return this.#move(connectionId, slot, { current: 'previous', next: 'current' });
    });
  }

  goBack(connectionId: string, slot: KeySlot): Promise<Result<null>> {
    return this.#change(connectionId, async () => {
      const { current, next, previous } = await this.#places(connectionId, slot);
      if (previous === undefined) return refused('There is no previous key.', 'Stage a next key instead.');
      if (current !== undefined && next !== undefined) {
        return refused('A next key is still staged.', 'Discard the next key first.');
      }
      if (current?.useWhenGreen === true) {
        // Turns off the automatic switch. Otherwise the next successful check would make this key current again.
        const described = await this.#describe(current, { ...current, useWhenGreen: false });
        if (!described.ok) return described;
      }
      return this.#move(connectionId, slot, { previous: 'current', current: 'next' });
    });
  }

  remove(connectionId: string, keyId: string): Promise<Result<null>> {
    return this.#change(connectionId, async () => {
      if (this.#sessionOf(connectionId).some(({ id }) => id === keyId)) {
        this.#forget(keyId);
        return ok(null);
      }
      const row = (await this.#rows(connectionId)).find((key) => isKept(key) && key.id === keyId);
      return row === undefined ? unknownKey : this.#remove(row);
    });
  }

  /** Removes the keys of a connection (or of one `slot`). Stops at the first key that is not proven deleted. */
  removeAll(connectionId: string, slot?: KeySlot): Promise<Result<null>> {
    const isMeant = (key: { readonly slot: KeySlot }): boolean => slot === undefined || key.slot === slot;
    return this.#change(connectionId, async () => {
      const rows = (await this.#rows(connectionId)).filter(isMeant);
      if (rows.length > 1) {
        const { state, cause, fix } = await this.#options.keychain.status();
        if (state !== 'available' && state !== 'not-asked')
          return fail(failure(`keychain-${state}`, { message: cause, nextStep: fix }));
      }
      const gone: string[] = [];
      for (const row of rows) {
        const removed = await this.#remove(row);
        if (!removed.ok && gone.length > 0) {
          const entry = { connectionId, action: 'key-removed', outcome: 'done' } as const;
          this.#options.record(...gone.map((target) => ({ ...entry, target })));
          const message = `Easel removed only ${gone.length} of ${rows.filter(isKept).length} keys. ${removed.error.message}`;
          return fail({ ...removed.error, message });
        }
        if (!removed.ok) return removed;
        if (isKept(row)) gone.push(row.id);
      }
      this.#endSession(connectionId, isMeant);
      return ok(null);
    });
  }

  removeEvery(): Promise<Result<null>> {
    return this.#mutex.run(CHANGE, async () => {
      const { index, onChange } = this.#options;
      this.drop();
      const rows = await index.all();
      const removals: Result<null>[] = [];
      for (const row of rows) removals.push(await this.#remove(row));
      for (const id of new Set(rows.map(({ connectionId }) => connectionId))) onChange(id);
      return removals.find(({ ok: isGone }) => !isGone) ?? ok(null);
    });
  }

  /** Marks all keys of a connection as unused, so that a later `#sweep` removes them from the keychain. */
  giveUpAll(connectionId: string): Promise<void> {
    return this.#change(connectionId, async () => {
      const ids = (await this.#rows(connectionId)).map(({ id }) => id);
      await this.#options.index.giveUp(ids);
      for (const id of ids) this.#forget(id);
      this.#endSession(connectionId, () => true);
    });
  }

  leftovers(): Promise<number> {
    return this.#mutex.run(CHANGE, async () => (await this.#unused()).length);
  }

  /** Tries to remove all keychain items that no connection uses. Never rejects. */
  removeLeftovers(): Promise<void> {
    return this.#mutex.run(CHANGE, () => this.#sweep());
  }

  /** Records that the service accepted or refused (401) a key, at most once a minute per result. Never throws. */
  answered(key: ApiKey, accepted: boolean): void {
    const [id, owner] = [...this.#memory].find(([, known]) => known.key === key) ?? [];
    if (id === undefined || owner === undefined) return;
    const { connectionId, session } = owner;
    const { now, index, onChange } = this.#options;
    const name = `${accepted ? 'accepted' : 'refused'} ${id}`;
    const at = now();
    if (at - (this.#recordedAt.get(name) ?? -Infinity) < PAUSE_MS) return;
    this.#recordedAt.set(name, at);
    if (session !== null) {
      this.#changeSession(id, accepted ? { lastAcceptedAt: at } : { lastRefusedAt: at });
      onChange(connectionId);
      return;
    }
    const recorded = accepted ? index.accepted(id, at) : index.refused(id, at);
    void orStorageFailure(recorded).then((changed) => changed.ok && onChange(connectionId));
  }

  /** Returns a short salted hash, by which the user can recognise a key. */
  fingerprint(key: ApiKey): string {
    return key.fingerprint(this.#options.salt);
  }

  /** Returns a function that tests whether a text is a connection's key. Compares only fingerprints. Never rejects. */
  async checkForAny(): Promise<(text: string) => boolean> {
    const rows = await this.#options.index.all().catch(() => []);
    const sessions = [...this.#memory.values()].flatMap(({ session }) => session ?? []);
    const known = new Set([...rows, ...sessions].map(({ fingerprint }) => fingerprint));
    return (text) => {
      const key = readApiKey(text);
      return key.ok && known.has(this.fingerprint(key.value));
    };
  }

  /** Redacts a key in the log. The returned function ends the redaction, unless another part of Easel uses the key. */
  hold(key: ApiKey): () => void {
    const { secrets } = this.#options.log;
    secrets.add(key.reveal());
    return () => secrets.remove(key.reveal());
  }

  drop(): void {
    const ended = [...this.#memory.values()].filter(({ session }) => session !== null);
    for (const id of this.#memory.keys()) this.#forget(id);
    for (const id of new Set(ended.map(({ connectionId }) => connectionId))) this.#options.onChange(id);
  }

  #change<T>(connectionId: string, work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(CHANGE, async () => {
      const result = await work();
      this.#options.onChange(connectionId);
      return result;
    });
  }

  async #storeIn(place: KeyInfo['kept'], keys: readonly NewKey[]): Promise<Result<null>> {
    if (place === 'keychain') return this.#store(keys);
    if (this.#options.isLocked()) return fail(failure('locked'));
    for (const key of keys) this.keepForSession(key);
    return ok(null);
  }

  async #store(
    keys: readonly NewKey[],
    known: Partial<Pick<KeyInfo, 'addedAt' | 'lastAcceptedAt' | 'lastRefusedAt'>> = {},
  ): Promise<Result<null>> {
    const { index, isLocked } = this.#options;
    const added = keys.map(({ slot, stage, key, about, ...rest }) => ({
      ...rest,
      key,
      info: { ...this.#newInfo(key, about), ...known, slot, stage },
      release: this.hold(key),
    }));
    let written: Result<null> = ok(null);
    for (const { key, info, connectionId, origins } of added) {
      const row = { ...info, connectionId, origins, state: 'storing', account: `key-${info.id}` } as const;
      if (written.ok) written = await this.#write(row, key);
    }
    if (written.ok) written = await orStorageFailure(index.keep(added.map(({ info }) => info.id)));
    for (const { key, info, connectionId, release } of added) {
      if (written.ok) this.#endSession(connectionId, (inSession) => isAt(inSession, info));
      if (written.ok && !isLocked()) {
        this.#remember(info.id, { connectionId, key, session: null, end: this.hold(key) });
      }
      release();
    }
    // After `keychain-busy`, the keychain may still add the item. So only a later `#sweep` tries to remove the item.
    if (written.ok || written.error.code !== 'keychain-busy') await this.#sweep();
    return written;
  }

  async #write(row: KeyRecord, key: ApiKey): Promise<Result<null>> {
    const { index, keychain, isLocked } = this.#options;
    const added = await orStorageFailure(index.add(row));
    if (!added.ok) return added;
    const set = isLocked() ? fail(failure('locked')) : await keychain.set(row.account, key.reveal());
    if (!set.ok && UNTOUCHED.has(set.error.code)) await orStorageFailure(index.remove(row.id));
    return set;
  }

  async #remove(row: KeyRecord): Promise<Result<null>> {
    const { index, keychain } = this.#options;
    const { id, account } = row;
    const givenUp = isKept(row) ? await orStorageFailure(index.giveUp([id])) : ok(null);
    if (!givenUp.ok) return givenUp;
    const removed = await keychain.remove(account);
    if (!removed.ok && UNTOUCHED.has(removed.error.code)) {
      if (isKept(row)) await orStorageFailure(index.keep([id]));
      return removed;
    }
    this.#forget(id);
    return removed.ok ? orStorageFailure(index.remove(id)) : fail({ ...removed.error, nextStep: GIVEN_UP });
  }

  async #unused(): Promise<readonly KeyRecord[]> {
    return (await this.#options.index.all()).filter((row) => !isKept(row));
  }

  async #sweep(): Promise<void> {
    const unused = await this.#unused().catch(() => []);
    for (const { id } of unused) this.#forget(id);
    for (const row of unused) {
      const removed = await this.#remove(row);
      if (!removed.ok && removed.error.code !== 'keychain-error') return;
    }
  }

  async #read({ id, fingerprint, stage }: KnownKey | KeyRecord): Promise<Result<ApiKey>> {
    const read = await this.#options.keychain.get(`key-${id}`);
    if (!read.ok) return read;
    if (read.value === null) return fail(ofStage(keyMissing, stage));
    // Uses a key only if its fingerprint is unchanged, because another program may have replaced the keychain item.
    const key = readApiKey(read.value);
    return key.ok && this.fingerprint(key.value) === fingerprint
      ? ok(key.value)
      : fail(ofStage(keyChanged, stage));
  }

  #sessionOf(connectionId: string): readonly KnownKey[] {
    const own = [...this.#memory.values()].filter((known) => known.connectionId === connectionId);
    return own.flatMap(({ session }) => session ?? []);
  }

  #changeSession(id: string, change: Partial<KeyInfo>): void {
    const known = this.#memory.get(id);
    if (known?.session) this.#memory.set(id, { ...known, session: { ...known.session, ...change } });
  }

  #endSession(connectionId: string, isMeant: (key: KnownKey) => boolean): void {
    for (const { id } of this.#sessionOf(connectionId).filter(isMeant)) this.#forget(id);
  }

  #remember(id: string, known: KeyInMemory): void {
    this.#forget(id);
    this.#memory.set(id, known);
  }

  #forget(id: string): void {
    const known = this.#memory.get(id);
    this.#memory.delete(id);
    known?.end();
  }

  async #places(connectionId: string, slot: KeySlot): Promise<Partial<Readonly<Record<KeyStage, KeyInfo>>>> {
    const keys = (await this.keys(connectionId)).filter((key) => key.slot === slot);
    return Object.fromEntries(keys.map((key) => [key.stage, key]));
  }

  async #rows(connectionId: string): Promise<readonly KeyRecord[]> {
    return (await this.#options.index.all()).filter((row) => row.connectionId === connectionId);
  }

  async #describe({ id, kept }: KeyInfo, about: AboutKeyRecord): Promise<Result<null>> {
    if (kept === 'keychain') return orStorageFailure(this.#options.index.describe(id, aboutOf(about)));
    this.#changeSession(id, aboutOf(about));
    return ok(null);
  }

  async #move(
    connectionId: string,
    slot: KeySlot,
    to: Readonly<Partial<Record<KeyStage, KeyStage>>>,
  ): Promise<Result<null>> {
    const moves = (await this.all(connectionId)).flatMap(({ id, kept, slot: at, stage: from }) => {
      const stage = at === slot ? to[from] : undefined;
      return stage === undefined ? [] : [{ id, kept, stage }];
    });
    const stored = moves.filter(({ kept }) => kept === 'keychain').map(({ id, stage }) => ({ id, stage }));
    const moved = await orStorageFailure(this.#options.index.move(stored));
    if (moved.ok) for (const { id, stage } of moves) this.#changeSession(id, { stage });
    return moved;
  }

  #newInfo(key: ApiKey, about = NOTHING_KNOWN): Omit<KeyInfo, 'slot' | 'stage' | 'kept'> {
    const [fingerprint, addedAt] = [this.fingerprint(key), this.#options.now()];
    const unseen = { lastAcceptedAt: null, lastRefusedAt: null };
    return { id: randomUUID(), fingerprint, addedAt, ...unseen, ...aboutOf(about) };
  }
}

function orStorageFailure(change: Promise<unknown>): Promise<Result<null>> {
  return orStorage(change.then(() => ok(null)));
}

const isKept = ({ state }: Pick<KeyRecord, 'state'>): boolean => state === 'kept';

function aboutOf({ note, remindAt, useWhenGreen }: AboutKeyRecord): AboutKeyRecord {
  return { note, remindAt, useWhenGreen };
}

export function refused(message: string, nextStep: string): Result<never> {
  return fail(failure('refused', { message, nextStep }));
}

function isAt(key: Place, place: Place): boolean {
  return key.slot === place.slot && key.stage === place.stage;
}

function knownOf(row: KeyRecord): KnownKey {
  const { connectionId: _connection, state: _state, account: _account, ...info } = row;
  return { ...info, kept: 'keychain' };
}

export const keychainOnly = failure('policy', {
  message: 'Your organisation requires keys to be saved in the keychain.',
  nextStep: 'Save the key in the keychain.',
});

const GIVEN_UP = 'This key is no longer used. Easel will remove it when the keychain responds.';

export const unknownKey = fail(failure('not-found', { message: 'This key is no longer on this computer.' }));

/** Failure of a key whose keychain item is missing, although the keychain is unlocked and works. */
export const keyMissing = failure('keychain-error', {
  message: 'The keychain no longer has this key.',
  nextStep: 'Edit the connection and enter the key again.',
});

export const keyChanged = failure('keychain-error', {
  message: 'The keychain returned a different key than Easel saved.',
  nextStep: 'Try again. If that doesn’t help, edit the connection and enter the key again.',
});

/** Advice for next and previous keys. Omits the connection form, because the form can change only current keys. */
const FIXES: Readonly<Record<Exclude<KeyStage, 'current'>, string>> = {
  next: 'Discard the next key, then stage it again.',
  previous: 'Retire the previous key.',
};

function ofStage(failed: Failure, stage: KeyStage): Failure {
  return stage === 'current' ? failed : { ...failed, nextStep: FIXES[stage] };
}

/** Returns the salt of key fingerprints. It is random, so fingerprints can't be compared across computers. */
export async function fingerprintSalt(settings: Store['settings']): Promise<string> {
  const known = await settings.get('fingerprint-salt');
  if (known !== null) return known;
  const salt = randomBytes(16).toString('hex');
  await settings.set('fingerprint-salt', salt);
  return salt;
}
