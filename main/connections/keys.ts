/** What a person does with keys: stage, rehearse, switch, take back, retire. Only the rehearsal needs the network. */
import { randomUUID } from 'node:crypto';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import {
  REHEARSED_APIS,
  REHEARSED_STAGES,
  type ConnectionKeys,
  type KeyFile,
  type KeyInfo,
  type KeyLeftover,
  type KeySlot,
  type Rehearsal,
  type RehearsalCell,
} from '../../preload/contract/keys.ts';
import { fail, ok, type Failure, type FailureCode, type Result } from '../../preload/contract/failure.ts';
import type { Health } from '../../preload/contract/service.ts';
import type { Files } from '../files/files.ts';
import { shredFile, stampFile, type FileStamp } from '../files/shred.ts';
import { readPastedPaper } from '../papers/paste.ts';
import type { Question } from '../ipc/implementation.ts';
import type { Policy } from '../policy/policy.ts';
import { cleanLine } from '../wording/clean.ts';
import { changedSince, failure, wrongFields } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { Access } from './access.ts';
import { originsOf, slotOf, slotsOf } from './key-origins.ts';
import {
  automaticQuestion,
  keepQuestion,
  removeKeyQuestion,
  stageQuestion,
  switchQuestion,
} from './key-questions.ts';
import { keychainOnly, refused, type KeySlots, type NewKey } from './key-slots.ts';
import { readApiKey, type ApiKey } from '../service/api-key.ts';
import type { AboutKeyRecord } from '../store/tables/keys.ts';

export interface KeysOptions {
  readonly slots: KeySlots;
  readonly files: Files;
  readonly policy: Policy;
  readonly recordOf: (connectionId: string) => Promise<Result<ConnectionRecord>>;
  /** Papers are needed to try a key at the paper API. */
  readonly register: Store['papers'];
  readonly trial: Access['trial'];
  /** Runs what checks and changes keys while nothing else changes them, nor where they lead. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly onChange: (keys: ConnectionKeys) => void;
  /** A check has not reached the service of a connection; `healthChanged` is told when it answers. */
  readonly onOffline: (connectionId: string) => void;
  /** Next keys have taken over in a check that nobody had just asked for. */
  readonly onSwitched: (connectionId: string, slots: readonly KeySlot[]) => void;
  readonly now: () => number;
}

/** A file with a key that a person has chosen in this run: the key waits in memory, and the file may be shredded. */
interface ChosenFile {
  readonly path: string;
  /** Null for a file that can't be told from another, such as a link. */
  readonly stamp: FileStamp | null;
  /** Null once it was staged. */
  readonly key: ApiKey | null;
  readonly release: () => void;
}

/** What main asks about the keys of a connection. */
type Ask = (record: ConnectionRecord) => Promise<Result<Question | null>>;

export class Keys {
  readonly #options: KeysOptions;
  readonly #chosen = new Map<string, ChosenFile>();
  /** By connection: a rehearsal, and what it was true of. */
  readonly #rehearsed = new Map<string, { readonly rehearsal: Rehearsal; readonly of: string }>();
  /** Connections whose keys are being tried again by themselves. */
  readonly #retrying = new Set<string>();
  #drops = 0;

  constructor(options: KeysOptions) {
    this.#options = options;
  }

  list({ connectionId }: ArgsOf<'keys.list'>): Promise<Result<ConnectionKeys>> {
    return this.#with(connectionId, () => Promise.resolve(ok(null)));
  }

  /** Null when the person chose none. Fails with `invalid-input`, without a word of what is in the file. */
  async chooseFile(): Promise<Result<KeyFile | null>> {
    const { files, slots } = this.#options;
    const drops = this.#drops;
    const chosen = await files.choose('key');
    if (chosen === null) return ok(null);
    if (!chosen.ok) return fail(unusable(chosen.error));
    const { path, name, text } = chosen.value;
    const read = readApiKey(text);
    if (text.trim() === '') return fail(unusable('This file is empty.'));
    if (!read.ok) return fail(unusable(`This file must contain only an API key. ${read.error}`));
    const stamp = await stampFile(path, text);
    // The dialog may have been open while Easel was locked.
    if (drops !== this.#drops) return fail(failure('locked'));
    const [fileId, key] = [randomUUID(), read.value];
    this.#chosen.set(fileId, { path, stamp, key, release: slots.hold(key) });
    return ok({ fileId, fileName: name, fingerprint: slots.fingerprint(key) });
  }

  async shredFile({ fileId }: ArgsOf<'keys.shredFile'>): Promise<Result<null>> {
    const chosen = this.#chosen.get(fileId);
    if (chosen === undefined) return fail(notShredded('Easel closed this file when it was locked.'));
    if (chosen.stamp === null) return fail(notShredded('The file is a link, or it has changed.'));
    const shredded = await shredFile(chosen.path, chosen.stamp);
    if (!shredded.ok) return fail(notShredded(shredded.error));
    chosen.release();
    this.#chosen.delete(fileId);
    return ok(null);
  }

  /** What main asks before a key is added. Fails as `stage` does. */
  stageQuestion(staged: ArgsOf<'keys.stage'>): Promise<Result<Question | null>> {
    return this.#question(staged.connectionId, (record) => this.#askStage(record, staged));
  }

  stage(staged: ArgsOf<'keys.stage'>, answered?: Question | null): Promise<Result<ConnectionKeys>> {
    const { slots } = this.#options;
    const { connectionId, slot, fileId, sessionOnly } = staged;
    const ask: Ask = (record) => this.#askStage(record, staged);
    return this.#changeAsked(connectionId, { answered, ask }, async (record) => {
      const isPractice = record.environment === 'practice';
      const read = this.#readStaged(record, staged);
      if (!read.ok) return read;
      // The practice service's keys end with it, so they are never written anywhere.
      const kept = sessionOnly || isPractice ? 'session' : 'keychain';
      const origins = originsOf(slot, record);
      const done = await slots.stage({ connectionId, slot, origins, ...read.value }, kept);
      if (done.ok && fileId !== null) this.#used(fileId);
      return done;
    });
  }

  async #askStage(record: ConnectionRecord, staged: ArgsOf<'keys.stage'>): Promise<Result<Question | null>> {
    const { slots } = this.#options;
    const read = this.#readStaged(record, staged);
    if (!read.ok) return read;
    const { slot, useWhenGreen } = staged;
    const current = keyIn(await slots.keys(record.id), slot, 'current');
    const key = { fingerprint: slots.fingerprint(read.value.key) };
    return ok(stageQuestion(record, slot, key, { current, useWhenGreen }));
  }

  /** Fails with `policy`, `refused`, or `invalid-input` (fields `apiKey`, `note`, `owner`). */
  #readStaged(record: ConnectionRecord, staged: ArgsOf<'keys.stage'>): ReturnType<typeof readStaged> {
    const { slot, fileId, sessionOnly } = staged;
    const isPractice = record.environment === 'practice';
    if (sessionOnly && this.#options.policy.requireKeychain && !isPractice) return fail(keychainOnly);
    if (!slotsOf(record).includes(slot)) {
      return refused('This connection has one key for both APIs.', 'Edit the connection to give it two.');
    }
    return readStaged(staged, this.#chosen.get(fileId ?? '')?.key ?? null);
  }

  /** What main asks before a next key may take over by itself; null where that was so, or is not wanted. */
  editQuestion(edited: ArgsOf<'keys.edit'>): Promise<Result<Question | null>> {
    return this.#question(edited.connectionId, (record) => this.#askEdit(record, edited));
  }

  async #askEdit(
    record: ConnectionRecord,
    { keyId, ...about }: ArgsOf<'keys.edit'>,
  ): Promise<Result<Question | null>> {
    const read = readAbout(about);
    if (!read.ok) return read;
    const key = (await this.#options.slots.keys(record.id)).find(({ id }) => id === keyId);
    const turnsOn = about.useWhenGreen && key?.useWhenGreen === false;
    return ok(turnsOn ? automaticQuestion(record, key) : null);
  }

  edit(edited: ArgsOf<'keys.edit'>, answered?: Question | null): Promise<Result<ConnectionKeys>> {
    const { connectionId, keyId, ...about } = edited;
    const ask: Ask = (record) => this.#askEdit(record, edited);
    return this.#changeAsked(connectionId, { answered, ask }, async () => {
      const read = readAbout(about);
      return read.ok ? this.#options.slots.edit(connectionId, keyId, read.value) : read;
    });
  }

  keepQuestion({ connectionId, keyId }: ArgsOf<'keys.keep'>): Promise<Result<Question | null>> {
    return this.#question(connectionId, (record) => this.#askAbout(record, keyId, keepQuestion));
  }

  keep(
    { connectionId, keyId }: ArgsOf<'keys.keep'>,
    answered?: Question | null,
  ): Promise<Result<ConnectionKeys>> {
    const ask: Ask = (record) => this.#askAbout(record, keyId, keepQuestion);
    return this.#changeAsked(connectionId, { answered, ask }, async ({ environment }) =>
      environment === 'practice'
        ? refused('Practice keys can’t be saved in the keychain.', 'They last as long as practice.')
        : this.#options.slots.keep(connectionId, keyId),
    );
  }

  /** Tries the keys, and lets a next key take over that waits for that and is green. */
  async rehearse({ connectionId, paper: pasted }: ArgsOf<'keys.rehearse'>): Promise<Result<ConnectionKeys>> {
    const { recordOf, register } = this.#options;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    const known = (await register.ofConnection(connectionId))[0]?.identifier ?? null;
    const paper = pasted.trim() === '' ? ok(known) : readPastedPaper(pasted, record.value.appUrl);
    if (!paper.ok) return fail(wrongFields({ paper: paper.error }));
    return this.#try(record.value, null, () => rehearseKeys(this.#options, record.value, paper.value));
  }

  /** `of`: what must still be there before anything is tried, where that matters. */
  async #try(
    record: ConnectionRecord,
    of: string | null,
    tryKeys: () => Promise<readonly RehearsalCell[]>,
  ): Promise<Result<ConnectionKeys>> {
    const { slots, now } = this.#options;
    const { id: connectionId } = record;
    const drops = this.#drops;
    const before = signOf(record, await slots.keys(connectionId));
    if (of !== null && of !== before) return this.list({ connectionId });
    const tried = await tryKeys();
    return this.#change(connectionId, async (current) => {
      // What was tried must be what is there now: of another key, or of a locked Easel, it says nothing.
      const isCurrent = before === signOf(current, await slots.keys(connectionId));
      if (!isCurrent || drops !== this.#drops) return ok(null);
      const { cells, switched } = await this.#switchGreen(current, tried);
      const rehearsal = { at: now(), cells, switched };
      this.#rehearsed.set(connectionId, {
        rehearsal,
        of: signOf(current, await slots.keys(connectionId)),
      });
      this.#options.onChange(await this.#stateOf(current));
      if (cells.some(({ state }) => state === 'offline')) this.#options.onOffline(connectionId);
      return ok(null);
    });
  }

  /**
   * The board API answers: what a check could not reach there is tried again, once for each time. At the paper API a key
   * is tried by making an access token, which only a person asks for.
   */
  async healthChanged({ connectionId, parts }: Health): Promise<void> {
    const rehearsed = this.#rehearsed.get(connectionId);
    if (rehearsed === undefined || this.#retrying.has(connectionId)) return;
    const { rehearsal, of } = rehearsed;
    const isMissed = ({ api, state }: RehearsalCell): boolean => api === 'board-api' && state === 'offline';
    const answers = parts.some(
      ({ name, state, lastSuccess }) =>
        name === 'board-api' && state === 'good' && (lastSuccess ?? 0) > rehearsal.at,
    );
    if (!answers || !rehearsal.cells.some(isMissed)) return;
    this.#retrying.add(connectionId);
    try {
      const record = await this.#options.recordOf(connectionId);
      if (!record.ok) return;
      const again = async (cell: RehearsalCell) =>
        isMissed(cell) ? rehearseOne(this.#options, record.value, cell, null) : cell;
      const done = await this.#try(record.value, of, () => Promise.all(rehearsal.cells.map(again)));
      const switched = done.ok ? (done.value.rehearsal?.switched ?? []) : [];
      if (switched.length > 0) this.#options.onSwitched(connectionId, switched);
    } finally {
      this.#retrying.delete(connectionId);
    }
  }

  useNextQuestion(args: ArgsOf<'keys.useNext'>): Promise<Result<Question | null>> {
    return this.#question(args.connectionId, (record) => this.#askUseNext(record, args));
  }

  async #askUseNext(
    record: ConnectionRecord,
    { slot, knowingly }: ArgsOf<'keys.useNext'>,
  ): Promise<Result<Question | null>> {
    const { keys, rehearsal } = await this.#stateOf(record);
    const next = keyIn(keys, slot, 'next');
    const isProven = rehearsal !== null && isGreen(rehearsal.cells, slot, record);
    // Without a next key the switch itself fails, and says why.
    if (next === null) return ok(null);
    if (!isProven && !knowingly) {
      return refused('The next key hasn’t passed a check.', 'Check it first, or choose Use anyway.');
    }
    return ok(switchQuestion(record, next, { current: keyIn(keys, slot, 'current'), isProven }));
  }

  useNext(args: ArgsOf<'keys.useNext'>, answered?: Question | null): Promise<Result<ConnectionKeys>> {
    const { slots } = this.#options;
    const { connectionId, slot } = args;
    const ask: Ask = (record) => this.#askUseNext(record, args);
    return this.#changeAsked(connectionId, { answered, ask }, async () => {
      const next = keyIn(await slots.keys(connectionId), slot, 'next');
      return slots.useNext(connectionId, slot, next?.id);
    });
  }

  goBackQuestion({ connectionId, slot }: ArgsOf<'keys.goBack'>): Promise<Result<Question | null>> {
    return this.#question(connectionId, (record) => this.#askGoBack(record, slot));
  }

  async #askGoBack(record: ConnectionRecord, slot: KeySlot): Promise<Result<Question | null>> {
    const keys = await this.#options.slots.keys(record.id);
    const previous = keyIn(keys, slot, 'previous');
    if (previous === null) return ok(null);
    return ok(switchQuestion(record, previous, { current: keyIn(keys, slot, 'current'), isProven: true }));
  }

  goBack(
    { connectionId, slot }: ArgsOf<'keys.goBack'>,
    answered?: Question | null,
  ): Promise<Result<ConnectionKeys>> {
    const ask: Ask = (record) => this.#askGoBack(record, slot);
    return this.#changeAsked(connectionId, { answered, ask }, () =>
      this.#options.slots.goBack(connectionId, slot),
    );
  }

  retireQuestion(args: ArgsOf<'keys.retire'>): Promise<Result<Question | null>> {
    const wrong = whyNotRetired(args.typed);
    return wrong === null ? this.discardQuestion(args) : Promise.resolve(fail(wrong));
  }

  retire(args: ArgsOf<'keys.retire'>, answered?: Question | null): Promise<Result<ConnectionKeys>> {
    const wrong = whyNotRetired(args.typed);
    return wrong === null ? this.#remove(args, 'previous', answered) : Promise.resolve(fail(wrong));
  }

  discardQuestion({ connectionId, keyId }: ArgsOf<'keys.discard'>): Promise<Result<Question | null>> {
    return this.#question(connectionId, (record) => this.#askAbout(record, keyId, removeKeyQuestion));
  }

  discard(args: ArgsOf<'keys.discard'>, answered?: Question | null): Promise<Result<ConnectionKeys>> {
    return this.#remove(args, 'next', answered);
  }

  /** A question about one key; null where there is none, and what is done to it fails. */
  async #askAbout(
    record: ConnectionRecord,
    keyId: string,
    question: (record: ConnectionRecord, key: KeyInfo) => Question,
  ): Promise<Result<Question | null>> {
    const key = (await this.#options.slots.keys(record.id)).find(({ id }) => id === keyId);
    return ok(key === undefined ? null : question(record, key));
  }

  async leftovers(): Promise<Result<readonly KeyLeftover[]>> {
    const { slots, recordOf } = this.#options;
    const named = (await slots.leftovers()).map(async ({ id, connectionId, connectionName, fingerprint }) => {
      const record = await recordOf(connectionId);
      return { id, connectionName: record.ok ? record.value.name : connectionName, fingerprint };
    });
    return ok(await Promise.all(named));
  }

  async removeLeftovers(): Promise<Result<readonly KeyLeftover[]>> {
    await this.#options.slots.removeLeftovers();
    return this.leftovers();
  }

  /** Tells how the keys of a connection stand now, if there still is one. Never rejects. */
  async changed(connectionId: string): Promise<void> {
    try {
      const state = await this.list({ connectionId });
      if (state.ok) this.#options.onChange(state.value);
    } catch {
      // The database is closed: Easel is quitting, and nobody listens any more.
    }
  }

  /** Forgets chosen files, with their keys, and rehearsals. */
  drop(): void {
    this.#drops += 1;
    for (const { release } of this.#chosen.values()) release();
    this.#chosen.clear();
    this.#rehearsed.clear();
  }

  /** The key of a file is kept elsewhere now; the file can still be shredded. */
  #used(fileId: string): void {
    const file = this.#chosen.get(fileId);
    if (file === undefined) return;
    file.release();
    this.#chosen.set(fileId, { ...file, key: null });
  }

  /** Changes the keys of a connection that exists, and gives them afterwards. */
  #change(
    connectionId: string,
    work: (record: ConnectionRecord) => Promise<Result<null>>,
  ): Promise<Result<ConnectionKeys>> {
    return this.#options.inTurn(() => this.#with(connectionId, work));
  }

  /** The same, if the question that was answered is still the one to ask. */
  #changeAsked(
    connectionId: string,
    { answered, ask }: { readonly answered: Question | null | undefined; readonly ask: Ask },
    work: (record: ConnectionRecord) => Promise<Result<null>>,
  ): Promise<Result<ConnectionKeys>> {
    return this.#change(connectionId, async (record) => {
      const question = await ask(record);
      const other = question.ok ? changedSince(answered, question.value) : question.error;
      return other === null ? work(record) : fail(other);
    });
  }

  async #question(connectionId: string, ask: Ask): Promise<Result<Question | null>> {
    const record = await this.#options.recordOf(connectionId);
    return record.ok ? ask(record.value) : record;
  }

  /** Does something with a connection that exists, and gives its keys afterwards. */
  async #with(
    connectionId: string,
    work: (record: ConnectionRecord) => Promise<Result<null>>,
  ): Promise<Result<ConnectionKeys>> {
    const record = await this.#options.recordOf(connectionId);
    if (!record.ok) return record;
    const done = await work(record.value);
    return done.ok ? ok(await this.#stateOf(record.value)) : done;
  }

  async #stateOf(record: ConnectionRecord): Promise<ConnectionKeys> {
    const { id: connectionId } = record;
    const keys = await this.#options.slots.keys(connectionId);
    const rehearsed = this.#rehearsed.get(connectionId);
    const isTrue = rehearsed?.of === signOf(record, keys);
    return { connectionId, keys, rehearsal: isTrue ? rehearsed.rehearsal : null };
  }

  /** Lets each next key take over that waits for it and is green; where it could not, its cells say why. */
  async #switchGreen(
    record: ConnectionRecord,
    tried: readonly RehearsalCell[],
  ): Promise<Pick<Rehearsal, 'cells' | 'switched'>> {
    const { slots } = this.#options;
    const switched: KeySlot[] = [];
    let cells = tried;
    for (const { slot, stage, id, useWhenGreen } of await slots.keys(record.id)) {
      if (stage !== 'next' || !useWhenGreen || !isGreen(tried, slot, record)) continue;
      const done = await slots.useNext(record.id, slot, id);
      if (done.ok) {
        switched.push(slot);
        continue;
      }
      const reason = `The next key could not be used. ${done.error.message} ${done.error.nextStep}`;
      cells = cells.map((cell) =>
        isNextOf(cell, slot, record) ? { ...cell, summary: `${cell.summary} ${reason}` } : cell,
      );
    }
    return { cells, switched };
  }

  #remove(
    { connectionId, keyId }: ArgsOf<'keys.discard'>,
    stage: KeyInfo['stage'],
    answered: Question | null | undefined,
  ): Promise<Result<ConnectionKeys>> {
    const { slots } = this.#options;
    const ask: Ask = (record) => this.#askAbout(record, keyId, removeKeyQuestion);
    return this.#changeAsked(connectionId, { answered, ask }, async () => {
      const key = (await slots.keys(connectionId)).find(({ id }) => id === keyId);
      if (key !== undefined && key.stage !== stage) {
        return refused(`This is no longer the ${stage} key.`, 'Check the keys again.');
      }
      return slots.remove(connectionId, keyId);
    });
  }
}

function keyIn(keys: readonly KeyInfo[], slot: KeySlot, stage: KeyInfo['stage']): KeyInfo | null {
  return keys.find((key) => key.slot === slot && key.stage === stage) ?? null;
}

function whyNotRetired(typed: string): Failure | null {
  const wrong = 'Delete the key in the service’s dashboard, then type “retired”.';
  return typed.trim() === 'retired' ? null : wrongFields({ typed: wrong });
}

/** Changes with everything that a rehearsal depends on: the keys, their places, and where they are sent. */
function signOf(
  { paperApi, boardApi, separateBoardKey }: ConnectionRecord,
  keys: readonly KeyInfo[],
): string {
  const places = keys.map(({ slot, stage, fingerprint }) => [slot, stage, fingerprint]);
  return JSON.stringify([paperApi, boardApi, separateBoardKey, places]);
}

// Reads what a person says of a key: the key itself, and what they write down about it.

const LONGEST_NOTE = 500;
const LONGEST_OWNER = 80;

type Staged = Pick<ArgsOf<'keys.stage'>, 'apiKey' | 'fileId'> & AboutKeyRecord;

/** Fails with `invalid-input` (fields `apiKey`, `note`, `owner`). `fromFile`: the key of the chosen file. */
function readStaged(
  staged: Staged,
  fromFile: ApiKey | null,
): Result<Pick<NewKey, 'key'> & { readonly about: AboutKeyRecord }> {
  const chosen = fromFile === null ? fail('Choose the file again: Easel has closed it.') : ok(fromFile);
  const key = staged.fileId === null ? readApiKey(staged.apiKey ?? '') : chosen;
  const about = readAbout(staged);
  if (key.ok && about.ok) return ok({ key: key.value, about: about.value });
  const fields = { ...(about.ok ? {} : about.error.fields), ...(key.ok ? {} : { apiKey: key.error }) };
  return fail(wrongFields(fields));
}

/** Fails with `invalid-input` (fields `note`, `owner`). */
function readAbout(about: AboutKeyRecord): Result<AboutKeyRecord> {
  const { remindAt, useWhenGreen } = about;
  const [note, owner] = [cleanLine(about.note), cleanLine(about.owner)];
  const fields = { ...tooLong('note', note, LONGEST_NOTE), ...tooLong('owner', owner, LONGEST_OWNER) };
  if (Object.keys(fields).length > 0) return fail(wrongFields(fields));
  return ok({ note, owner, remindAt, useWhenGreen });
}

function tooLong(field: string, text: string, most: number): Readonly<Record<string, string>> {
  return [...text].length > most ? { [field]: `Use at most ${most} characters.` } : {};
}

const CHOOSE_ANOTHER = 'Choose a file that contains only the key.';

function unusable(message: string): Failure {
  return failure('invalid-input', { message, nextStep: CHOOSE_ANOTHER });
}

function notShredded(message: string): Failure {
  return failure('storage', { message, nextStep: 'Delete the file yourself.', retryable: false });
}

// The rehearsal: current and next key tried at both APIs, with calls that change nothing.

const APIS = { 'paper-api': 'paperApi', 'board-api': 'boardApi' } as const;

type Separate = Pick<ConnectionRecord, 'separateBoardKey'>;

function isNextOf({ api, stage }: RehearsalCell, slot: KeySlot, record: Separate): boolean {
  return stage === 'next' && slotOf(APIS[api], record) === slot;
}

/** Whether the next key of a slot was taken wherever it would be used. What could not be tried is not green. */
function isGreen(cells: readonly RehearsalCell[], slot: KeySlot, record: Separate): boolean {
  const own = cells.filter((cell) => isNextOf(cell, slot, record));
  return own.length > 0 && own.every(({ state }) => state === 'good');
}

/** Tries all four side by side; each is an answer, none an exception. `paper` is a paper's identifier, if one is known. */
function rehearseKeys(
  options: Pick<KeysOptions, 'slots' | 'trial'>,
  record: ConnectionRecord,
  paper: string | null,
): Promise<readonly RehearsalCell[]> {
  const places = REHEARSED_APIS.flatMap((api) => REHEARSED_STAGES.map((stage) => ({ api, stage })));
  return Promise.all(places.map((place) => rehearseOne(options, record, place, paper)));
}

/** The service was not reached: that says nothing of a key. */
const UNREACHED: ReadonlySet<FailureCode> = new Set(['offline', 'cannot-reach', 'timeout']);

/** The next key stands in no form of a connection. */
const STAGE_IT_AGAIN = 'Check it in the account’s dashboard, then discard it here and stage the right one.';

async function rehearseOne(
  { slots, trial }: Pick<KeysOptions, 'slots' | 'trial'>,
  record: ConnectionRecord,
  place: Pick<RehearsalCell, 'api' | 'stage'>,
  paper: string | null,
): Promise<RehearsalCell> {
  const cell = (state: RehearsalCell['state'], summary: string): RehearsalCell => ({
    ...place,
    state,
    summary,
    failure: null,
  });
  const said = (tried: Result<unknown>, summary: string): RehearsalCell => {
    if (tried.ok) return cell('good', summary);
    const { code, message } = tried.error;
    const isRefused = code === 'key-refused';
    const state = isRefused ? 'refused' : UNREACHED.has(code) ? 'offline' : 'failed';
    const failure =
      isRefused && place.stage === 'next' ? { ...tried.error, nextStep: STAGE_IT_AGAIN } : tried.error;
    return { ...cell(state, message), failure };
  };
  const key = await slots.get(record.id, slotOf(APIS[place.api], record), place.stage);
  if (!key.ok && key.error.code === 'no-key') return cell('no-key', `There is no ${place.stage} key.`);
  if (!key.ok) return said(key, '');
  const api = trial(record, () => Promise.resolve(key));
  // Listing one board changes nothing; a token for an existing paper is dropped.
  if (place.api === 'board-api') return said(await api.listBoards({ limit: 1, offset: 0 }), 'Listed boards.');
  if (paper === null) return cell('not-checkable', 'Enter a paper to check this API.');
  return said(await api.mintToken(paper, null), 'Its access token was discarded.');
}
