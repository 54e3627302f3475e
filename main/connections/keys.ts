/** IPC calls for key rotation: add, check, switch, go back, remove. Only the check sends requests to the service. */
import type { ActivityAction } from '../../preload/contract/activity.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { ConnectionKeys, KeyInfo, KeySlot, KeyStage, Rehearsal } from '../../preload/contract/keys.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { ifDone, unlogged } from '../activity/entries.ts';
import type { CallsOf, NewEntry, Question } from '../lib/implementation.ts';
import { readPastedPaper } from '../lib/pasted.ts';
import type { Core } from '../ipc/core.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { wrongFields, refusalSince } from '../lib/wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { Access } from './access.ts';
import { APIS, isGreen, rehearse } from './check.ts';
import { originsOf, slotOf, slotsOf } from './key-origins.ts';
import { keychainOnly, refused, unknownKey, type KeyStore } from './key-store.ts';
import {
  automaticQuestion,
  endingFacts,
  keepQuestion,
  removeKeyQuestion,
  stageQuestion,
  switchQuestion,
} from './questions.ts';
import { rotationDetail, type RotationFacts } from './rotation-record.ts';
import { readApiKey } from '../service/authorize.ts';
import type { AboutKeyRecord } from '../store/tables/keys.ts';

export interface KeysOptions extends Pick<
  Core,
  'policy' | 'isLocked' | 'recordOf' | 'publish' | 'record' | 'now'
> {
  readonly keyStore: KeyStore;
  /** Papers in Easel's local list. The check of a key at the paper API needs one of them. */
  readonly register: Pick<Store['papers'], 'ofConnection'>;
  readonly trial: Access['trial'];
  readonly apiOf: Access['apiOf'];
  readonly inTurn: <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;
}

type QuestionResult = Promise<Result<Question | null>>;

type ChangeName = `keys.${'stage' | 'edit' | 'keep' | 'useNext' | 'goBack' | 'retire' | 'discard'}`;

interface Change<A> {
  readonly ask: (record: ConnectionRecord, args: A) => QuestionResult;
  readonly run: (record: ConnectionRecord, args: A) => Promise<Result<null>>;
  readonly log: (args: A, result: Result<ConnectionKeys>) => NewEntry | null;
}

export class Keys {
  readonly #options: KeysOptions;
  /** Last key check by connection id. `of`: fingerprint of the keys and addresses that were checked. */
  readonly #rehearsed = new Map<string, { readonly rehearsal: Rehearsal; readonly of: string }>();

  constructor(options: KeysOptions) {
    this.#options = options;
  }

  get calls(): Omit<CallsOf<'keys'>, 'all' | 'export' | 'saveRotation'> {
    const { keyStore } = this.#options;
    return {
      list: { run: ({ connectionId }) => this.#list(connectionId) },
      stage: this.#withQuestion<'keys.stage'>({
        ask: async (record, staged) => {
          const read = this.#readStaged(record, staged);
          if (!read.ok) return read;
          const key = { fingerprint: keyStore.fingerprint(read.value.key) };
          const current = keyIn(await keyStore.keys(record.id), staged.slot, 'current');
          const endings = endingFacts([read.value.key]);
          return ok(stageQuestion(record, staged.slot, key, current, staged.useWhenGreen, endings));
        },
        run: async (record, staged) => {
          const read = this.#readStaged(record, staged);
          if (!read.ok) return read;
          const { slot, sessionOnly } = staged;
          // Keys of the practice service are never stored, because they become invalid when the service ends.
          const kept = sessionOnly || record.environment === 'practice' ? 'session' : 'keychain';
          const key = { connectionId: record.id, slot, origins: originsOf(slot, record), ...read.value };
          return keyStore.stage(key, kept);
        },
        log: changed('key-added'),
      }),
      edit: this.#withQuestion<'keys.edit'>({
        ask: async (record, { keyId, ...about }) => {
          const read = readAbout(about);
          if (!read.ok) return read;
          const key = await this.#key(record, keyId);
          const turnsOn = key.ok && about.useWhenGreen && !key.value.useWhenGreen;
          return ok(turnsOn ? automaticQuestion(record, key.value) : null);
        },
        run: async ({ id }, { keyId, ...about }) => {
          const read = readAbout(about);
          return read.ok ? keyStore.edit(id, keyId, read.value) : read;
        },
        log: unlogged,
      }),
      keep: this.#withQuestion<'keys.keep'>({
        ask: async (record, { keyId }) => {
          const keys = await keyStore.all(record.id);
          return this.#askAbout(record, keyId, (_record, key) => keepQuestion(record, key, keys));
        },
        run: async ({ id, environment }, { keyId }) =>
          environment === 'practice'
            ? refused(
                'Practice keys can’t be saved in the keychain.',
                'Practice keys are kept until practice ends.',
              )
            : keyStore.keep(id, keyId),
        log: changed('key-added', 'Saved in the keychain.'),
      }),
      rehearse: { run: (args) => this.#rehearse(args), log: unlogged },
      useNext: this.#withQuestion<'keys.useNext'>({
        ask: async (record, { slot, knowingly }) => {
          const { keys, rehearsal } = await this.#stateOf(record);
          const isProven = rehearsal !== null && isGreen(rehearsal.cells, slot, record);
          const [next, current] = [keyIn(keys, slot, 'next'), keyIn(keys, slot, 'current')];
          if (next === null) return ok(null);
          if (!isProven && !knowingly) {
            return refused(
              'The next key hasn’t passed every check.',
              'Check the next key first, or choose “Use next key anyway…”.',
            );
          }
          return ok(switchQuestion(record, next, { current, isProven }));
        },
        run: async (record, { slot }) =>
          this.#switch(record, slot, 'hand', (await this.#stateOf(record)).rehearsal),
        log: unlogged,
      }),
      goBack: this.#withQuestion<'keys.goBack'>({
        ask: async (record, { slot }) => {
          const keys = await keyStore.keys(record.id);
          const [previous, current] = [keyIn(keys, slot, 'previous'), keyIn(keys, slot, 'current')];
          return ok(previous && switchQuestion(record, previous, { current, isProven: true }));
        },
        run: (record, { slot }) => this.#switch(record, slot, 'going back', null),
        log: unlogged,
      }),
      retire: this.#withQuestion<'keys.retire'>({
        ask: async (record, { keyId, typed }) => {
          const wrong = 'Delete the key in the service’s dashboard, then type “retired”.';
          if (typed.trim() !== 'retired') return fail(wrongFields({ typed: wrong }));
          return this.#askAbout(record, keyId, removeKeyQuestion, 'previous');
        },
        run: ({ id }, { keyId }) => keyStore.remove(id, keyId),
        log: changed('key-removed'),
      }),
      discard: this.#withQuestion<'keys.discard'>({
        ask: (record, { keyId }) => this.#askAbout(record, keyId, removeKeyQuestion, 'next'),
        run: ({ id }, { keyId }) => keyStore.remove(id, keyId),
        log: changed('key-removed'),
      }),
      isKnown: { run: async ({ apiKey }) => ok((await keyStore.checkForAny())(apiKey)) },
      leftovers: { run: async () => ok(await keyStore.leftovers()) },
      removeLeftovers: {
        run: async () => {
          await keyStore.removeLeftovers();
          return ok(await keyStore.leftovers());
        },
        log: unlogged,
      },
    };
  }

  async changed(connectionId: string): Promise<void> {
    try {
      const state = await this.#list(connectionId);
      if (state.ok) this.#options.publish('keys.changed', state.value);
    } catch {}
  }

  all(records: readonly ConnectionRecord[]): Promise<readonly ConnectionKeys[]> {
    return Promise.all(records.map((record) => this.#stateOf(record)));
  }

  drop(): void {
    this.#rehearsed.clear();
  }

  /** Runs a key change that needs confirmation. Fails if the question has changed since the user's answer. */
  #withQuestion<Name extends ChangeName>({ ask, run, log }: Change<ArgsOf<Name>>) {
    const { recordOf } = this.#options;
    return {
      ask: async (args: ArgsOf<Name>): QuestionResult => {
        const record = await recordOf(args.connectionId);
        return record.ok ? ask(record.value, args) : record;
      },
      run: (args: ArgsOf<Name>, answered?: Question | null): Promise<Result<ConnectionKeys>> =>
        this.#change(args.connectionId, async (record) => {
          const refusal = refusalSince(answered, await ask(record, args));
          return refusal === null ? run(record, args) : fail(refusal);
        }),
      log,
    };
  }

  #change(
    connectionId: string,
    work: (record: ConnectionRecord) => Promise<Result<null>>,
  ): Promise<Result<ConnectionKeys>> {
    return this.#options.inTurn(async () => {
      const record = await this.#options.recordOf(connectionId);
      if (!record.ok) return record;
      const result = await work(record.value);
      return result.ok ? ok(await this.#stateOf(record.value)) : result;
    });
  }

  async #list(connectionId: string): Promise<Result<ConnectionKeys>> {
    const record = await this.#options.recordOf(connectionId);
    return record.ok ? ok(await this.#stateOf(record.value)) : record;
  }

  async #stateOf(record: ConnectionRecord): Promise<ConnectionKeys> {
    const { id: connectionId } = record;
    const keys = await this.#options.keyStore.keys(connectionId);
    const rehearsed = this.#rehearsed.get(connectionId);
    const isCurrent = rehearsed?.of === stateIdOf(record, keys);
    return { connectionId, keys, rehearsal: isCurrent ? rehearsed.rehearsal : null };
  }

  async #key({ id }: ConnectionRecord, keyId: string): Promise<Result<KeyInfo>> {
    const key = (await this.#options.keyStore.keys(id)).find((each) => each.id === keyId);
    return key === undefined ? unknownKey : ok(key);
  }

  async #askAbout(
    record: ConnectionRecord,
    keyId: string,
    question: (record: ConnectionRecord, key: KeyInfo) => Question,
    stage?: KeyStage,
  ): QuestionResult {
    const key = await this.#key(record, keyId);
    if (!key.ok) return key;
    if (stage !== undefined && key.value.stage !== stage) {
      return refused(`This is no longer the ${stage} key.`, 'Check the keys again.');
    }
    return ok(question(record, key.value));
  }

  #readStaged(record: ConnectionRecord, { slot, apiKey, sessionOnly, ...written }: ArgsOf<'keys.stage'>) {
    const isPractice = record.environment === 'practice';
    if (sessionOnly && this.#options.policy.requireKeychain && !isPractice) return fail(keychainOnly);
    if (!slotsOf(record).includes(slot)) {
      return refused('This connection has one key for both APIs.', 'To use two keys, edit the connection.');
    }
    const key = readApiKey(apiKey);
    const about = readAbout(written);
    if (key.ok && about.ok) return ok({ key: key.value, about: about.value });
    const fields = { ...(about.ok ? {} : about.error.fields), ...(key.ok ? {} : { apiKey: key.error }) };
    return fail(wrongFields(fields));
  }

  /** Checks the current and next keys. If a next key with `useWhenGreen` passes all checks, makes it current. */
  async #rehearse({ connectionId, paper: pasted }: ArgsOf<'keys.rehearse'>): Promise<Result<ConnectionKeys>> {
    const { keyStore, recordOf, register, isLocked, now, publish } = this.#options;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    const known = (await register.ofConnection(connectionId))[0]?.identifier ?? null;
    const paper = pasted.trim() === '' ? ok(known) : readPastedPaper(pasted, record.value.appUrl);
    if (!paper.ok) return fail(wrongFields({ paper: paper.error }));
    const before = stateIdOf(record.value, await keyStore.keys(connectionId));
    const cells = await rehearse(this.#options, record.value, paper.value);
    return this.#change(connectionId, async (current) => {
      // Discards the result if Easel was locked, or keys or addresses changed, during the check.
      if (isLocked() || before !== stateIdOf(current, await keyStore.keys(connectionId))) return ok(null);
      const at = now();
      const switched = await this.#switchGreen(current, { at, cells, switched: [] });
      const of = stateIdOf(current, await keyStore.keys(connectionId));
      this.#rehearsed.set(connectionId, { rehearsal: { at, cells, switched }, of });
      publish('keys.changed', await this.#stateOf(current));
      return ok(null);
    });
  }

  async #switchGreen(record: ConnectionRecord, rehearsal: Rehearsal): Promise<readonly KeySlot[]> {
    const switched: KeySlot[] = [];
    for (const { slot, stage, useWhenGreen } of await this.#options.keyStore.keys(record.id)) {
      if (stage !== 'next' || !useWhenGreen || !isGreen(rehearsal.cells, slot, record)) continue;
      if ((await this.#switch(record, slot, 'checks', rehearsal)).ok) switched.push(slot);
    }
    return switched;
  }

  /** Switches to the next key, or back to the previous key, and logs the switch with the last key check. */
  async #switch(
    record: ConnectionRecord,
    slot: KeySlot,
    by: RotationFacts['by'],
    rehearsal: Rehearsal | null,
  ): Promise<Result<null>> {
    const { keyStore } = this.#options;
    const keys = await keyStore.keys(record.id);
    const switched = await keyStore[by === 'going back' ? 'goBack' : 'useNext'](record.id, slot);
    if (!switched.ok) return switched;
    const cells = (rehearsal?.cells ?? []).filter(
      ({ api, stage }) => stage === 'next' && slotOf(APIS[api], record) === slot,
    );
    const detail = rotationDetail({
      before: keyIn(keys, slot, 'current'),
      after: keyIn(keys, slot, by === 'going back' ? 'previous' : 'next'),
      checked: rehearsal && { at: rehearsal.at, cells },
      by,
    });
    this.#options.record({
      connectionId: record.id,
      connectionName: record.name,
      action: 'key-switched',
      target: slot,
      outcome: 'done',
      detail,
    });
    return switched;
  }
}

function changed(action: ActivityAction, detail = '') {
  return ifDone((about: ArgsOf<'keys.keep'> | ArgsOf<'keys.goBack'>) => ({
    connectionId: about.connectionId,
    action,
    target: 'slot' in about ? about.slot : about.keyId,
    detail,
  }));
}

function keyIn(keys: readonly KeyInfo[], slot: KeySlot, stage: KeyStage): KeyInfo | null {
  return keys.find((key) => key.slot === slot && key.stage === stage) ?? null;
}

function stateIdOf(
  { paperApi, boardApi, separateBoardKey }: ConnectionRecord,
  keys: readonly KeyInfo[],
): string {
  const places = keys.map(({ slot, stage, fingerprint }) => [slot, stage, fingerprint]);
  return JSON.stringify([paperApi, boardApi, separateBoardKey, places]);
}

const LONGEST_NOTE = 500;

function readAbout(about: AboutKeyRecord): Result<AboutKeyRecord> {
  const note = cleanLine(about.note);
  return [...note].length > LONGEST_NOTE
    ? fail(wrongFields({ note: `Use at most ${LONGEST_NOTE} characters.` }))
    : ok({ ...about, note });
}
