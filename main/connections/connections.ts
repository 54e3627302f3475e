import { randomUUID } from 'node:crypto';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type {
  Connection,
  ConnectionDraft,
  ConnectionsState,
  KeyState,
  Removed,
} from '../../preload/contract/connections.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import type { Keychain } from './keychain/keychain.ts';
import { readPastedPaper } from '../lib/pasted.ts';
import { changedSince, failure, orStorage, wrongFields, refusalSince } from '../lib/wording/failure.ts';
import { quoted } from '../lib/wording/format.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { Question } from '../lib/implementation.ts';
import { Access, type AccessOptions } from './access.ts';
import { checkParts } from './check.ts';
import { readForm, whyNotSaved, type ReadForm } from './forms.ts';
import { fits, originsOf } from './key-origins.ts';
import type { KeyStore } from './key-store.ts';
import { PRACTICE_ID, practiceStays } from './records.ts';
import {
  changeQuestion,
  endingFacts,
  keyFacts,
  hostFacts,
  keyLines,
  newHostsQuestion,
  notWeaker,
  removeQuestion,
  unlockQuestion,
} from './questions.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import { KEY_SLOTS, type KeyInfo, type KeySlot } from '../../preload/contract/keys.ts';
import type { ApiKey } from '../service/authorize.ts';
import type { Addresses } from '../service/types.ts';

export interface ConnectionsOptions extends AccessOptions, Pick<Core, 'publish'> {
  readonly mirror: Pick<Core['mirror'], 'forget'>;
  readonly store: Store;
  readonly keyStore: KeyStore;
  readonly keychain: Keychain;
}

interface Saved {
  readonly record: ConnectionRecord;
  readonly keys: Readonly<Record<KeySlot, ApiKey | null>>;
  readonly sessionOnly: boolean;
}

/** Name of the mutex for connections and keys. They must not change between a check and the write that follows. */
const LOCK = 'connections';

export class Connections {
  readonly #options: ConnectionsOptions;
  readonly access: Access;
  readonly #mutex = new KeyedMutex();
  #isPracticeOpen = false;
  /** Sentences about hosts (see `hostFacts`) that the user confirmed at *Check*, so that *Save* does not ask again. */
  readonly #accepted = new Set<string>();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.access = new Access({
      ...options,
      onLocked: (connectionId) =>
        void this.#reportReadOnly(connectionId)
          .then(() => this.changed())
          .catch(() => undefined),
    });
  }

  async list(): Promise<ConnectionsState> {
    const connections = await Promise.all((await this.records()).map((record) => this.#viewOf(record)));
    const isPracticeOpen = this.#isPracticeOpen && this.access.practice !== null;
    const stored = await this.#options.store.settings.get('current-connection');
    const currentId = isPracticeOpen ? PRACTICE_ID : stored;
    const isKnown = connections.some((connection) => connection.id === currentId);
    return { connections, currentId: isKnown ? currentId : (connections[0]?.id ?? null) };
  }

  async changed(): Promise<void> {
    const { signals, publish } = this.#options;
    const state = await this.list();
    void signals.connectionsChanged.tell(state);
    publish('connections.changed', state);
  }

  async select({ connectionId }: ArgsOf<'connections.select'>): Promise<Result<null>> {
    const record = await this.#options.recordOf(connectionId);
    if (!record.ok) return record;
    await this.#setCurrent(connectionId);
    await this.changed();
    return ok(null);
  }

  /** Stores the current connection for the next start. Omits the practice connection, because it ends with Easel. */
  async #setCurrent(connectionId: string): Promise<void> {
    this.#isPracticeOpen = connectionId === PRACTICE_ID;
    if (!this.#isPracticeOpen) await this.#options.store.settings.set('current-connection', connectionId);
  }

  async check(args: ArgsOf<'connections.check'>, answered?: Question | null) {
    const toCheck = await this.#formToCheck(args);
    if (!toCheck.ok) return toCheck;
    const { read, paper, question } = toCheck.value;
    const refusal = changedSince(answered, question);
    if (refusal !== null) return fail(refusal);
    this.#accept(read);
    const trial = this.access.trial.bind(this.access);
    return ok(await checkParts({ ...this.#options, trial }, read, paper));
  }

  /** Returns the confirmation question if the check contacts a new host; otherwise null. */
  async checkQuestion(args: ArgsOf<'connections.check'>): Promise<Result<Question | null>> {
    const toCheck = await this.#formToCheck(args);
    return toCheck.ok ? ok(toCheck.value.question) : toCheck;
  }

  async #formToCheck({ paper: pasted = '', ...draft }: ArgsOf<'connections.check'>) {
    const form = await readForm(this.#options, draft);
    if (!form.ok) return form;
    const { read } = form.value;
    const paper = pasted === '' ? ok(null) : readPastedPaper(pasted, read.appUrl);
    if (!paper.ok) return fail(wrongFields({ paper: paper.error }));
    const question = newHostsQuestion('Check', read, await this.#newHosts(read));
    return ok({ read, paper: paper.value, question });
  }

  /** Returns the sentences about hosts that no saved connection uses and that the user has not yet confirmed. */
  async #newHosts(addresses: Addresses): Promise<readonly string[]> {
    const { policy } = this.#options;
    const saved = (await this.records()).flatMap((record) => hostFacts(record, policy));
    const known = new Set([...saved, ...this.#accepted]);
    return hostFacts(addresses, policy).filter((fact) => !known.has(fact));
  }

  #accept(addresses: Addresses): void {
    for (const fact of hostFacts(addresses, this.#options.policy)) this.#accepted.add(fact);
  }

  save(draft: ConnectionDraft, answered?: Question | null): Promise<Result<Connection>> {
    return this.inTurn(async () => {
      const form = await this.#formToSave(draft);
      if (!form.ok) return form;
      const { sessionOnly } = draft;
      const refusal = changedSince(answered, await this.#saveQuestion(form.value, sessionOnly));
      if (refusal !== null) return fail(refusal);
      this.#accept(form.value.read);
      const { keys, id, ...rest } = form.value.read;
      const { known } = form.value;
      const createdAt = known?.createdAt ?? this.#options.now();
      const record = { ...rest, id: id ?? randomUUID(), createdAt };
      const kept = await this.#keep(known, { record, keys, sessionOnly });
      if (!kept.ok) return kept;
      if (known === null) await this.#setCurrent(record.id);
      return ok(await this.#publishAndView(record));
    });
  }

  /** Returns the confirmation question for weaker protection, new hosts, or changed addresses or keys; otherwise null. */
  async saveQuestion(draft: ConnectionDraft): Promise<Result<Question | null>> {
    const form = await this.#formToSave(draft);
    return form.ok ? ok(await this.#saveQuestion(form.value, draft.sessionOnly)) : form;
  }

  async #formToSave(draft: ConnectionDraft): Promise<Result<ReadForm>> {
    const form = await readForm(this.#options, draft);
    if (!form.ok) return form;
    const refused = whyNotSaved(this.#options, form.value, draft.sessionOnly);
    return refused === null ? form : fail(refused);
  }

  async #saveQuestion({ known, read }: ReadForm, sessionOnly: boolean): Promise<Question | null> {
    const endings = endingFacts([read.keys.main, read.keys.board]);
    if (known === null) return newHostsQuestion('Add', read, [...(await this.#newHosts(read)), ...endings]);
    const { keyStore } = this.#options;
    const kept = sessionOnly ? 'session' : 'keychain';
    const fingerprintOf = (key: ApiKey | null) =>
      key === null ? null : ({ fingerprint: keyStore.fingerprint(key), kept } as const);
    const typed = { main: fingerprintOf(read.keys.main), board: fingerprintOf(read.keys.board) };
    const keys = await keyStore.all(known.id);
    // Saving replaces current keys. If one key then serves both APIs, saving also removes all board API keys.
    const changing = keys.filter(({ slot, stage }) => stage === 'current' || slot === 'board');
    return changeQuestion(known, read, [...keyFacts(read, typed, changing), ...endings]);
  }

  remove(args: ArgsOf<'connections.remove'>, answered?: Question | null): Promise<Result<Removed>> {
    const { connectionId, keysMayStay } = args;
    // Runs even while Easel is locked, because an interrupted import must be able to remove its new connection.
    return this.#mutex.run(LOCK, async () => {
      const record = await this.#options.recordOf(connectionId);
      if (!record.ok) return record;
      const refusal = refusalSince(answered, await this.removeQuestion(args));
      if (refusal !== null) return fail(refusal);
      const { store, keyStore, mirror } = this.#options;
      const removed = await keyStore.removeAll(connectionId);
      if (!removed.ok) {
        if (!keysMayStay) return removed;
        await keyStore.giveUpAll(connectionId);
      }
      // Deletes the cached boards first, so that a crash leaves no boards file without a connection. If another program
      // has the file open, listeners of `connectionGone` try again. The next start deletes a remaining file.
      const forgetting = mirror.forget(connectionId).catch(() => undefined);
      const removing = forgetting.then(() => store.connections.remove(connectionId));
      const gone = await orStorage<Removed>(removing.then(() => ok({ keysGone: removed.ok })));
      if (gone.ok && connectionId === PRACTICE_ID) this.access.practice = null;
      this.access.end(connectionId);
      await this.changed();
      return gone;
    });
  }

  async removeQuestion({ connectionId, keysMayStay }: ArgsOf<'connections.remove'>) {
    const record = await this.#options.recordOf(connectionId);
    if (!record.ok) return record;
    const keys = keyLines(record.value, await this.#options.keyStore.all(connectionId));
    return ok(removeQuestion(record.value, keys, keysMayStay));
  }

  async unlockQuestion({ connectionId, typedName }: ArgsOf<'connections.unlockChanges'>) {
    const record = await this.#options.recordOf(connectionId);
    if (!record.ok) return record;
    const whyNot = this.access.locks.whyNotUnlocked(record.value, typedName);
    if (whyNot !== null) return fail(whyNot);
    return ok(this.access.locks.of(record.value).on ? unlockQuestion(record.value) : null);
  }

  unlockChanges(args: ArgsOf<'connections.unlockChanges'>, answered?: Question | null) {
    return this.inTurn(async () => {
      const refusal = refusalSince(answered, await this.unlockQuestion(args));
      if (refusal !== null) return fail(refusal);
      const record = await this.#options.recordOf(args.connectionId);
      if (!record.ok) return record;
      if (this.#options.isLocked()) return fail(failure('locked'));
      const { locks } = this.access;
      if (locks.of(record.value).on) locks.unlock(args.connectionId);
      return ok(await this.#publishAndView(record.value));
    });
  }

  async lockChanges({ connectionId }: ArgsOf<'connections.lockChanges'>): Promise<Result<Connection>> {
    const record = await this.#options.recordOf(connectionId);
    if (!record.ok) return record;
    this.access.locks.lock(connectionId);
    await this.#reportReadOnly(connectionId);
    return ok(await this.#publishAndView(record.value));
  }

  async addPractice(record: ConnectionRecord, key: ApiKey): Promise<Connection> {
    await this.#options.store.connections.put(record);
    this.access.practice = { record, key, rehearsal: null };
    this.access.keepPracticeKey();
    this.access.end(record.id);
    await this.#setCurrent(record.id);
    return this.#publishAndView(record);
  }

  records(): Promise<readonly ConnectionRecord[]> {
    return this.#options.store.connections.all();
  }

  /**
   * Adds an imported connection, or replaces the saved connection with the same id. Keeps stored keys. Fails with
   * `refused` if the saved connection has changed since `before`, or if a stored key belongs to other hosts.
   */
  importRecord(record: ConnectionRecord, before?: ConnectionRecord | null): Promise<Result<null>> {
    return this.inTurn(async () => {
      if (record.id === PRACTICE_ID || record.environment === 'practice') return fail(practiceStays);
      const known = (await this.records()).find(({ id }) => id === record.id) ?? null;
      const refusal = changedSince(before, known);
      if (refusal !== null) return fail(refusal);
      const kept = known === null ? record : notWeaker(known, record);
      const keys = await this.#options.keyStore.all(record.id);
      if (keys.some((key) => !fits(key, kept))) {
        const message = `${quoted(record.name)} has a key on this computer that was entered for other hosts than those in the file.`;
        const nextStep = 'Edit the connection to use the hosts in the file, then import the file again.';
        return fail(failure('refused', { message, nextStep }));
      }
      const done = await this.#keep(known, {
        record: kept,
        keys: { main: null, board: null },
        sessionOnly: false,
      });
      await this.changed();
      return done;
    });
  }

  /** Runs a change after all earlier changes. Fails with `locked` if Easel was locked while the change waited. */
  inTurn<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    const { isLocked } = this.#options;
    return this.#mutex.run(LOCK, async () => (isLocked() ? fail(failure('locked')) : work()));
  }

  drop(): void {
    this.access.drop();
    this.changed().catch(() => undefined);
  }

  async removeEveryKey(): Promise<Result<null>> {
    const removed = await this.#options.keyStore.removeEvery();
    this.access.keepPracticeKey();
    return removed;
  }

  async #keep(known: ConnectionRecord | null, saved: Saved): Promise<Result<null>> {
    const { id, boardApi } = saved.record;
    let kept: Result<null> | null = null;
    try {
      kept = await this.#write(known, saved);
    } finally {
      // After a failed write, jobs and cached data stay, because the connection keeps its address.
      if (known !== null) this.access.end(id, kept?.ok === true && known.boardApi !== boardApi);
    }
    await this.#reportReadOnly(id);
    if (!kept.ok) await this.changed();
    return kept;
  }

  /**
   * Saves a connection and its API keys. Writes the record of a new connection before the keys, so that a crash leaves
   * no key without a connection. Writes the record of a known connection after the keys. If writing this record fails,
   * Easel still sends each key only to the hosts for which the user entered the key. Removes a board key only after the
   * new keys are stored, because storing them can fail.
   */
  async #write(known: ConnectionRecord | null, saved: Saved): Promise<Result<null>> {
    const { store, keyStore } = this.#options;
    const { record, keys, sessionOnly } = saved;
    const { id: connectionId } = record;
    if (known === null) await store.connections.put(record);
    const typed = KEY_SLOTS.flatMap((slot) => {
      const [key, origins] = [keys[slot], originsOf(slot, record)];
      return key === null ? [] : [{ connectionId, slot, stage: 'current', key, origins } as const];
    });
    const place = sessionOnly ? 'session' : 'keychain';
    const kept = typed.length === 0 ? ok(null) : await keyStore.storeAll(connectionId, typed, place);
    if (!kept.ok && known === null) await store.connections.remove(connectionId);
    if (!kept.ok || known === null) return kept;
    if (known.separateBoardKey && !record.separateBoardKey) {
      const gone = await keyStore.removeAll(connectionId, 'board');
      if (!gone.ok) return gone;
    }
    await store.connections.put(record);
    return ok(null);
  }

  async #reportReadOnly(connectionId: string): Promise<void> {
    const may = await this.access.mayChange(connectionId);
    if (!may.ok) void this.#options.signals.readOnly.tell(connectionId, may.error);
  }

  async #publishAndView(record: ConnectionRecord): Promise<Connection> {
    await this.changed();
    return this.#viewOf(record);
  }

  async #viewOf(record: ConnectionRecord): Promise<Connection> {
    const { separateBoardKey, createdAt: _notShown, ...shown } = record;
    const keys = await this.#options.keyStore.keys(record.id);
    const main = keyState(keys, 'main');
    const boardKey = separateBoardKey ? keyState(keys, 'board') : null;
    const rehearsal = record.id === PRACTICE_ID ? (this.access.practice?.rehearsal ?? null) : null;
    const view = { ...shown, key: main, boardKey, readOnly: this.access.locks.of(record) };
    return rehearsal === null ? view : { ...view, rehearsal };
  }
}

function keyState(keys: readonly KeyInfo[], slot: KeySlot): KeyState {
  const key = keys.find((each) => each.slot === slot && each.stage === 'current');
  if (key === undefined) return { kind: 'none' };
  const { kept, fingerprint, addedAt } = key;
  return { kind: kept === 'session' ? 'session' : 'stored', fingerprint, addedAt };
}
