/**
 * The keys of every connection: for each slot a current, a next and a previous one. A key is an item of the OS keychain
 * that never changes its name, and a row of an index without secrets. Stages are in the index alone, so a switch needs
 * neither network nor keychain, and a locked keychain never looks like a missing key.
 */
import { randomUUID, randomBytes } from 'node:crypto';
import type { KeyState } from '../../preload/contract/connections.ts';
import {
  KEY_SLOTS,
  KEY_STAGES,
  type KeyInfo,
  type KeySlot,
  type KeyStage,
} from '../../preload/contract/keys.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Clock } from '../clock.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { ApiKey } from '../service/api-key.ts';
import type { EnteredKey } from '../service/authorize.ts';
import { failure, wrongFields } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { AboutKeyRecord, KeyRecord } from '../store/tables/keys.ts';
import { KeychainItems, type NewRow } from './keychain-items.ts';
import { KeyCache } from './key-cache.ts';
import { KeyedMutex } from './keyed-mutex.ts';

export interface KeySlotsOptions extends Clock {
  readonly keychain: Keychain;
  readonly index: Store['keys'];
  readonly salt: string;
  /** Called for every key that comes into memory, so that the log can never print it. */
  readonly onKey: (key: ApiKey) => void;
  /** Called once no key with this text is in memory any more. */
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

/** A key without the key itself. */
export type KnownKey = KeyInfo & Pick<EnteredKey, 'origins'>;

/** The current keys of one connection. */
export interface SlotStates {
  readonly main: KeyState;
  readonly board: KeyState;
}

/** A key that is in the memory of this run only: never written anywhere, and gone after a working day. */
interface SessionKey extends EnteredKey {
  readonly connectionId: string;
  readonly info: KeyInfo;
  /** To be called once it is no longer kept. */
  readonly end: () => void;
}

/** How long a key may be kept like that, in ms. */
const SESSION_KEY_MS = 8 * 60 * 60 * 1000;

/** Between two notes of a kind for one key, in ms. */
const PAUSE_MS = 60_000;

const NOTHING_KNOWN: AboutKeyRecord = { note: '', owner: '', remindAt: null, useWhenGreen: false };

export class KeySlots {
  readonly #options: KeySlotsOptions;
  readonly #memory: KeyCache;
  /** By key id. */
  readonly #session = new Map<string, SessionKey>();
  readonly #items: KeychainItems;
  /** When each answer was last noted, by kind and key id. */
  readonly #noted = new Map<string, number>();
  /** How often everything was dropped: a key requested before that is not cached afterwards. */
  #drops = 0;
  /** One change of a connection's keys at a time. */
  readonly #mutex = new KeyedMutex();

  constructor(options: KeySlotsOptions) {
    this.#options = options;
    this.#memory = new KeyCache(options);
    this.#items = new KeychainItems(options);
  }

  /** Which connections have which current keys, by connection id; a connection without keys may be absent. Asks no keychain. */
  async states(): Promise<ReadonlyMap<string, SlotStates>> {
    const stored = (await this.#items.kept()).map((row) => ({ ...row, kind: 'stored' as const }));
    const inFront = [...this.#session.values()].map(({ connectionId, info }) => ({
      ...info,
      connectionId,
      kind: 'session' as const,
    }));
    const states = new Map<string, SlotStates>();
    for (const { connectionId, slot, stage, kind, fingerprint, addedAt } of [...stored, ...inFront]) {
      if (stage !== 'current') continue;
      const known = states.get(connectionId) ?? { main: { kind: 'none' }, board: { kind: 'none' } };
      states.set(connectionId, { ...known, [slot]: { kind, fingerprint, addedAt } });
    }
    return states;
  }

  /** Every key of a connection, in the order of slots and stages. Asks no keychain. */
  async keys(connectionId: string): Promise<readonly KeyInfo[]> {
    const all = (await this.all(connectionId)).map(({ origins: _origins, ...info }): KeyInfo => info);
    const places = KEY_SLOTS.flatMap((slot) => KEY_STAGES.map((stage) => ({ slot, stage })));
    return places.flatMap((place) => all.find((key) => isAt(key, place)) ?? []);
  }

  /** Every key, including those in the keychain that a session key overrides. Asks no keychain. */
  async all(connectionId: string): Promise<readonly KnownKey[]> {
    const inFront = this.#sessionOf(connectionId).map(({ info, origins }) => ({ ...info, origins }));
    return [...inFront, ...(await this.#rows(connectionId)).map(knownOf)];
  }

  /** The key of a slot. Fails with `no-key`, or with the keychain's own failure. */
  async get(connectionId: string, slot: KeySlot, stage: KeyStage = 'current'): Promise<Result<EnteredKey>> {
    const place = { slot, stage };
    const [inFront] = this.#sessionOf(connectionId, place);
    if (inFront !== undefined) return ok(inFront);
    const drops = this.#drops;
    const row = (await this.#rows(connectionId)).find((kept) => isAt(kept, place));
    if (row === undefined) return fail(failure('no-key'));
    const known = this.#memory.read(row.id);
    const { origins } = row;
    if (known !== undefined) return ok({ key: known, origins });
    const read = await this.#items.read(row);
    if (!read.ok) return read;
    // It may have been removed, or everything dropped, while the keychain was asked.
    const isKept = (await this.#rows(connectionId)).some(({ id }) => id === row.id);
    if (!isKept) return fail(failure('no-key'));
    if (drops !== this.#drops) return fail(failure('locked'));
    this.#memory.remember({ connectionId, keyId: row.id }, read.value);
    return ok({ key: read.value, origins });
  }

  /** Puts a key in the keychain and in the index, in place of one of the same stage; on failure nothing of it is kept. */
  store(key: NewKey): Promise<Result<null>> {
    return this.#change(key.connectionId, () => this.#store(key));
  }

  /** Keeps a key in memory for this run; it overrides a stored one of the same stage. */
  keepForSession({ connectionId, slot, stage, key, origins, about }: NewKey): void {
    const info: KeyInfo = { ...this.#newInfo(key, about), slot, stage, kept: 'session' };
    const { after, onChange } = this.#options;
    const release = this.#memory.hold(key);
    const cancel = after(SESSION_KEY_MS, () => {
      this.#endSession([known]);
      onChange(connectionId);
    });
    const end = (): void => {
      cancel();
      release();
    };
    const known: SessionKey = { connectionId, key, origins, info, end };
    this.#endSession(this.#sessionOf(connectionId, info));
    this.#session.set(info.id, known);
    this.#memory.own(key, { connectionId, keyId: info.id });
    onChange(connectionId);
  }

  /**
   * Keeps a key as the next one of a slot, or as the current one where there is none.
   *
   * Fails with `refused` when there is a next one, `invalid-input` (field `apiKey`) for the current one once more.
   */
  stage(staged: Omit<NewKey, 'stage'>, kept: KeyInfo['kept']): Promise<Result<null>> {
    const { connectionId, slot, key } = staged;
    return this.#change(connectionId, async () => {
      const { current, next } = await this.#places(connectionId, slot);
      if (next !== undefined) return refused('There is already a next key.', 'Use it or discard it first.');
      if (current?.fingerprint === this.fingerprint(key)) {
        return fail(wrongFields({ apiKey: 'This is already the current key.' }));
      }
      const placed: NewKey = { ...staged, stage: current === undefined ? 'current' : 'next' };
      if (kept === 'keychain') return this.#store(placed);
      this.keepForSession(placed);
      return ok(null);
    });
  }

  /** Puts a session key into the keychain. */
  keep(connectionId: string, keyId: string): Promise<Result<null>> {
    return this.#change(connectionId, async () => {
      const known = this.#session.get(keyId);
      if (known?.connectionId !== connectionId) return unknownKey;
      const { info, key, origins } = known;
      const { slot, stage, addedAt, lastAcceptedAt, lastRefusedAt } = info;
      const staged: NewKey = { connectionId, key, origins, slot, stage, about: info };
      return this.#store(staged, { addedAt, lastAcceptedAt, lastRefusedAt });
    });
  }

  edit(connectionId: string, keyId: string, about: AboutKeyRecord): Promise<Result<null>> {
    return this.#change(connectionId, async () => {
      const key = (await this.keys(connectionId)).find(({ id }) => id === keyId);
      return key === undefined ? unknownKey : this.#describe(key, about);
    });
  }

  /** Gives the next key (`keyId`, if given) the place of the current one, in one step, without the keychain. */
  useNext(connectionId: string, slot: KeySlot, keyId?: string): Promise<Result<null>> {
    return this.#change(connectionId, async () => {
      const { current, next, previous } = await this.#places(connectionId, slot);
      if (next === undefined || (keyId !== undefined && next.id !== keyId)) {
        return refused('There is no next key.', 'Stage one first.');
      }
      if (current !== undefined && previous !== undefined) {
        return refused('The previous key isn’t retired yet.', 'Retire it first.');
      }
      return this.#move(connectionId, slot, { current: 'previous', next: 'current' });
    });
  }

  /** Gives the previous key the place of the current one, which is next again and waits for a person. */
  goBack(connectionId: string, slot: KeySlot): Promise<Result<null>> {
    return this.#change(connectionId, async () => {
      const { current, next, previous } = await this.#places(connectionId, slot);
      if (previous === undefined) return refused('There is no previous key.', 'Stage a key instead.');
      if (current !== undefined && next !== undefined) {
        return refused('You can’t go back while there is a next key.', 'Discard it first.');
      }
      if (current?.useWhenGreen === true) {
        // Otherwise it would take over automatically at the next check.
        const described = await this.#describe(current, { ...current, useWhenGreen: false });
        if (!described.ok) return described;
      }
      return this.#move(connectionId, slot, { previous: 'current', current: 'next' });
    });
  }

  /**
   * Removes one key everywhere. Fails when the keychain can't prove that it is gone: then it stays where it is, or is a
   * leftover if even that is not known.
   */
  remove(connectionId: string, keyId: string): Promise<Result<null>> {
    return this.#change(connectionId, async () => {
      const known = this.#session.get(keyId);
      if (known?.connectionId === connectionId) {
        this.#endSession([known]);
        return ok(null);
      }
      const row = (await this.#rows(connectionId)).find(({ id }) => id === keyId);
      return row === undefined ? unknownKey : this.#removeRow(row, true);
    });
  }

  /** Removes all keys of a connection, or of one slot. Fails when one can't be proven gone, which then stays in use. */
  removeAll(connectionId: string, slot?: KeySlot): Promise<Result<null>> {
    const isMeant = (key: { readonly slot: KeySlot }): boolean => slot === undefined || key.slot === slot;
    return this.#change(connectionId, async () => {
      for (const row of (await this.#allRows(connectionId)).filter(isMeant)) {
        const removed = await this.#removeRow(row);
        if (!removed.ok) return removed;
      }
      this.#endSession(this.#sessionOf(connectionId).filter(({ info }) => isMeant(info)));
      return ok(null);
    });
  }

  /** Gives all keys of a connection up, to be removed when the keychain can be used: they become leftovers. */
  giveUpAll(connectionId: string, connectionName: string): Promise<void> {
    return this.#change(connectionId, async () => {
      const ids = (await this.#allRows(connectionId)).map(({ id }) => id);
      await this.#options.index.giveUp(ids, connectionName);
      for (const id of ids) this.#memory.forget(id);
      this.#endSession(this.#sessionOf(connectionId));
    });
  }

  async leftovers(): Promise<readonly Leftover[]> {
    return this.#items.leftovers();
  }

  /** Tries to remove every leftover; what can't be proven gone stays one. */
  removeLeftovers(): Promise<void> {
    return this.#items.removeLeftovers();
  }

  /** The service has taken a key, or refused it (401): noted seldom enough that traffic costs nothing. Never throws. */
  answered(key: ApiKey, accepted: boolean): void {
    const owner = this.#memory.ownerOf(key);
    if (owner === undefined) return;
    const { keyId, connectionId } = owner;
    const name = `${accepted ? 'accepted' : 'refused'} ${keyId}`;
    const at = this.#options.now();
    if (at - (this.#noted.get(name) ?? -Infinity) < PAUSE_MS) return;
    this.#noted.set(name, at);
    const known = this.#session.get(keyId);
    if (known !== undefined) {
      this.#changeSession(known, accepted ? { lastAcceptedAt: at } : { lastRefusedAt: at });
      this.#options.onChange(connectionId);
      return;
    }
    void this.#items
      .change((index) => (accepted ? index.accepted(keyId, at) : index.refused(keyId, at)))
      .then((changed) => changed.ok && this.#options.onChange(connectionId));
  }

  /** Short and salted, to tell two keys apart. */
  fingerprint(key: ApiKey): string {
    return key.fingerprint(this.#options.salt);
  }

  /** Keeps a key that is in memory elsewhere out of the log; gives the function that says it is gone. */
  hold(key: ApiKey): () => void {
    return this.#memory.hold(key);
  }

  /** Drops every key from memory: session keys are lost, the others are read again at their next use. */
  drop(): void {
    this.#drops += 1;
    this.#memory.forgetAll();
    const ended = [...this.#session.values()];
    this.#endSession(ended);
    for (const id of new Set(ended.map(({ connectionId }) => connectionId))) this.#options.onChange(id);
  }

  /** Changes keys of a connection while nothing else does, and tells that they may be others now. */
  #change<T>(connectionId: string, work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(connectionId, async () => {
      const result = await work();
      this.#options.onChange(connectionId);
      return result;
    });
  }

  /** Stores a key, with what was known of it while it was kept for the session. */
  async #store(
    { connectionId, slot, stage, key, origins, about }: NewKey,
    known: Partial<Pick<KeyInfo, 'addedAt' | 'lastAcceptedAt' | 'lastRefusedAt'>> = {},
  ): Promise<Result<null>> {
    const release = this.#memory.hold(key);
    const drops = this.#drops;
    const displaced = (await this.#rows(connectionId)).filter((row) => isAt(row, { slot, stage }));
    const row: NewRow = { ...this.#newInfo(key, about), ...known, connectionId, slot, stage, origins };
    const written = await this.#items.write(row, key);
    if (written.ok) {
      for (const earlier of displaced) this.#memory.forget(earlier.id);
      this.#endSession(this.#sessionOf(connectionId, row));
      // Not once everything was dropped while it was written.
      if (drops === this.#drops) this.#memory.remember({ connectionId, keyId: row.id }, key);
    }
    release();
    return written;
  }

  /** Those at one place alone, where one is given. */
  #sessionOf(connectionId: string, place?: Pick<KeyInfo, 'slot' | 'stage'>): readonly SessionKey[] {
    const own = [...this.#session.values()].filter((key) => key.connectionId === connectionId);
    return place === undefined ? own : own.filter(({ info }) => isAt(info, place));
  }

  #changeSession(known: SessionKey, change: Partial<KeyInfo>): void {
    this.#session.set(known.info.id, { ...known, info: { ...known.info, ...change } });
  }

  #endSession(keys: readonly SessionKey[]): void {
    for (const { info, end } of keys) {
      this.#session.delete(info.id);
      end();
    }
  }

  async #removeRow(row: KeyRecord, orGiveUp = false): Promise<Result<null>> {
    const removed = await this.#items.remove(row, orGiveUp);
    const isKept = (await this.#rows(row.connectionId)).some(({ id }) => id === row.id);
    if (!isKept) this.#memory.forget(row.id);
    if (removed.ok) void this.#items.removeLeftovers();
    return removed;
  }

  /** Also those that are left over from this connection. */
  async #allRows(connectionId: string): Promise<readonly KeyRecord[]> {
    const rows = [...(await this.#items.kept()), ...(await this.#items.leftovers())];
    return rows.filter((row) => row.connectionId === connectionId);
  }

  async #places(connectionId: string, slot: KeySlot): Promise<Partial<Readonly<Record<KeyStage, KeyInfo>>>> {
    const keys = (await this.keys(connectionId)).filter((key) => key.slot === slot);
    return Object.fromEntries(keys.map((key) => [key.stage, key]));
  }

  /** Rows of the keys that the keychain keeps for this connection. */
  async #rows(connectionId: string): Promise<readonly KeyRecord[]> {
    return (await this.#items.kept()).filter((row) => row.connectionId === connectionId);
  }

  async #describe(key: KeyInfo, about: AboutKeyRecord): Promise<Result<null>> {
    const known = this.#session.get(key.id);
    if (known === undefined) return this.#items.change((index) => index.describe(key.id, aboutOf(about)));
    this.#changeSession(known, aboutOf(about));
    return ok(null);
  }

  /** Gives the keys of a slot other stages: stored ones in one step, those of the session with them. */
  async #move(
    connectionId: string,
    slot: KeySlot,
    to: Readonly<Partial<Record<KeyStage, KeyStage>>>,
  ): Promise<Result<null>> {
    const stored = (await this.#rows(connectionId)).flatMap(({ id, slot: at, stage: from }) => {
      const stage = at === slot ? to[from] : undefined;
      return stage === undefined ? [] : [{ id, stage }];
    });
    const moved = await this.#items.change((index) => index.move(stored));
    if (!moved.ok) return moved;
    for (const known of this.#sessionOf(connectionId)) {
      const stage = known.info.slot === slot ? to[known.info.stage] : undefined;
      if (stage !== undefined) this.#changeSession(known, { stage });
    }
    return moved;
  }

  #newInfo(key: ApiKey, about = NOTHING_KNOWN): Omit<KeyInfo, 'slot' | 'stage' | 'kept'> {
    const [fingerprint, addedAt] = [this.fingerprint(key), this.#options.now()];
    const unseen = { lastAcceptedAt: null, lastRefusedAt: null };
    return { id: randomUUID(), fingerprint, addedAt, ...unseen, ...aboutOf(about) };
  }
}

/** Nothing but what a person writes down of a key. */
function aboutOf({ note, owner, remindAt, useWhenGreen }: AboutKeyRecord): AboutKeyRecord {
  return { note, owner, remindAt, useWhenGreen };
}

export function refused(message: string, nextStep: string): Result<never> {
  return fail(failure('refused', { message, nextStep }));
}

/** Whether a key is at this slot and stage of its connection. */
function isAt(key: Pick<KeyInfo, 'slot' | 'stage'>, place: Pick<KeyInfo, 'slot' | 'stage'>): boolean {
  return key.slot === place.slot && key.stage === place.stage;
}

function knownOf(row: KeyRecord): KnownKey {
  const { connectionId: _connection, connectionName: _name, state: _state, account: _account, ...info } = row;
  return { ...info, kept: 'keychain' };
}

/** The failure of who would keep a key for this session, where the organisation's policy wants it in the keychain. */
export const keychainOnly = failure('policy', {
  message: 'Your organisation requires keys to be kept in the keychain.',
  nextStep: 'Save it in the keychain.',
});

const unknownKey = fail(failure('not-found', { message: 'This key is no longer on this computer.' }));

/** Random per installation, so that a fingerprint tells nothing about a key elsewhere. */
export async function fingerprintSalt(settings: Store['settings']): Promise<string> {
  const known = await settings.get('fingerprint-salt');
  if (known !== null) return known;
  const salt = randomBytes(16).toString('hex');
  await settings.set('fingerprint-salt', salt);
  return salt;
}
