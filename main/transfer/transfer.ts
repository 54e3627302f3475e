/** Moves connections between computers by way of a file: what goes along, what it would change, and the change. */
import { randomUUID } from 'node:crypto';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { MergeChoice } from '../../preload/contract/boards.ts';
import type { Exported, Imported, ImportPlan } from '../../preload/contract/connections.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Connections } from '../connections/connections.ts';
import type { KeySlots, KnownKey } from '../connections/key-slots.ts';
import { addressFacts, titleOf } from '../connections/strictness.ts';
import { KeyedMutex } from '../connections/keyed-mutex.ts';
import { savedAs, type Files } from '../files/files.ts';
import { inTurns, type NotDigested } from '../files/digested-file.ts';
import type { Notes } from '../notes/notes.ts';
import type { Policy } from '../policy/policy.ts';
import type { Question } from '../ipc/implementation.ts';
import { changedSince, failure, unreadFile, wrongFields } from '../wording/failure.ts';
import { readApiKey, type ApiKey } from '../service/api-key.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { applyEntry, changedMeanwhile, importedOf, type Applied } from './apply.ts';
import { exportQuestion, exportText } from './export.ts';
import { mergeLocal } from './merge-local.ts';
import { leadsToSameHosts, planImport, type FileEntry, type FileKey, type Planned } from './plan.ts';
import { isSaneCost, unseal } from './seal.ts';
import { placeOf, readKeys } from './sealed-keys.ts';
import { readExport, type ExportedConnection, type ExportFile, type Unreadable } from './format.ts';
import { counted, dayOf } from '../wording/format.ts';

export interface TransferOptions {
  readonly connections: Pick<
    Connections,
    'records' | 'recordOf' | 'access' | 'importRecord' | 'remove' | 'inTurn'
  >;
  readonly slots: Pick<KeySlots, 'all' | 'keys' | 'get' | 'store' | 'remove' | 'fingerprint' | 'hold'>;
  readonly register: Pick<Store['papers'], 'ofConnection' | 'withDeleted' | 'put' | 'remove'>;
  readonly notes: Pick<Notes, 'count' | 'all' | 'ofBoards' | 'take'>;
  readonly views: Pick<Store['views'], 'ofConnection' | 'put' | 'remove'>;
  readonly files: Files;
  readonly policy: Pick<Policy, 'allowKeyExport'>;
  readonly now: () => number;
}

const MINE: MergeChoice = { side: 'mine', except: [] };

/** Whatever is done with the file that is open happens one after another. */
const FILE = 'file';

export class Transfer {
  readonly #options: TransferOptions;
  readonly #mutex = new KeyedMutex();
  #open: OpenFile | null = null;

  constructor(options: TransferOptions) {
    this.#options = options;
  }

  /**
   * Writes an export where the person says; null when they chose nowhere. On any failure nothing is written.
   *
   * Fails with `invalid-input` (field `passphrase`, or a connection that stays here), `policy`, `not-found`, `storage`,
   * and as the keychain does.
   */
  async export(
    request: ArgsOf<'transfer.export'>,
    answered?: Question | null,
  ): Promise<Result<Exported | null>> {
    const { files, now, connections } = this.#options;
    const exported = await connections.inTurn(async () => {
      const question = await this.exportQuestion(request);
      const other = question.ok ? changedSince(answered, question.value) : question.error;
      return other === null ? exportText(this.#options, request) : fail(other);
    });
    if (!exported.ok) return exported;
    const { text, ...counts } = exported.value;
    const saved = await files.save('connections', `easel-connections-${dayOf(now())}.json`, text);
    return savedAs(saved, counts, 'Export the connections again.');
  }

  /** What main asks before keys leave in a file. Fails as `export` does. */
  exportQuestion(request: ArgsOf<'transfer.export'>): Promise<Result<Question | null>> {
    return exportQuestion(this.#options, request);
  }

  /** Fails with `invalid-input` for a file that can't be used, `refused` for one that asks for absurd work. */
  async open(): Promise<Result<ImportPlan | null>> {
    const chosen = await this.#options.files.choose('connections');
    if (chosen === null) return ok(null);
    if (!chosen.ok) return fail(unreadFile(chosen.error));
    const file = await inTurns(readExport(chosen.value.text));
    if (!file.ok) return fail(unreadable(file.error));
    if (file.value.sealed !== undefined && !isSaneCost(file.value.sealed.kdf)) return fail(tooCostly);
    const opened = new OpenFile(chosen.value.name, file.value, this.#options);
    await opened.planAnew();
    this.drop();
    this.#open = opened;
    return ok(opened.plan());
  }

  /** Opens the keys. Fails with `invalid-input` (field `passphrase`), `refused` for a file that was changed. */
  unlock({ importId, passphrase }: ArgsOf<'transfer.unlock'>): Promise<Result<ImportPlan>> {
    return this.#withFile(importId, async (opened) => {
      const { sealed, ...rest } = opened.file;
      if (sealed === undefined) return ok(opened.plan());
      const text = await unseal(passphrase, { ...rest, sealed });
      if (!text.ok) return fail(notUnlocked(text.error));
      const keys = readKeys(text.value, opened.file.connections);
      if (keys === null) return fail(unreadable({ wrong: 'Its keys are not those that it names.' }));
      // Locked or closed while the passphrase was tried.
      if (this.#open !== opened) return fail(fileGone);
      opened.unlocked(keys);
      await opened.planAnew();
      return ok(opened.plan());
    });
  }

  /**
   * Imports entries; those that fail are left as they were, and can be tried again. Without unlocking, without keys but a
   * typed one, which is for one connection alone. Fails with `invalid-input` (field `apiKey`).
   */
  apply(args: ArgsOf<'transfer.apply'>, answered?: Question | null): Promise<Result<Imported>> {
    const { importId, entries, apiKey, choices } = args;
    const typed = apiKey === null ? null : readApiKey(apiKey);
    if (typed?.ok === false) return Promise.resolve(fail(wrongFields({ apiKey: typed.error })));
    const key = typed?.value ?? null;
    const { slots } = this.#options;
    return this.#withFile(importId, async (opened) => {
      const shown = opened.planned;
      const takesKey = (index: number): boolean => isNewWithoutKeys(shown[index]);
      if (entries.some((index) => shown[index] === undefined)) return fail(failure('bad-request'));
      if (key !== null && (entries.length !== 1 || !entries.every(takesKey)))
        return fail(failure('bad-request'));
      await opened.planAnew();
      const here = new Map((await this.#options.connections.records()).map((one) => [one.id, one]));
      const other = changedSince(answered, questionOf(pick(opened.planned, entries), here));
      if (other !== null) return fail(other);
      const done: { readonly planned: Planned; readonly result: Result<Applied> }[] = [];
      // The keychain’s failure at an earlier entry: it would make the person wait for each further key.
      let keychain: Failure | null = null;
      for (const wanted of pick(opened.planned, entries)) {
        const planned = key === null ? wanted : withKey(wanted, key, slots.fingerprint(key));
        const choice = choices.find(({ index }) => index === planned.shown.index) ?? MINE;
        const before = here.get(planned.record?.id ?? '') ?? null;
        const asShown = shown[planned.shown.index];
        const result = await this.#apply(opened, planned, asShown, { keychain, choice, before });
        if (!result.ok && result.error.code.startsWith('keychain-')) keychain = result.error;
        done.push({ planned, result });
      }
      await opened.planAnew();
      return ok(importedOf(done));
    });
  }

  /** What main asks before entries are imported: about other addresses and keys of known connections. */
  applyQuestion({ importId, entries }: ArgsOf<'transfer.apply'>): Promise<Result<Question | null>> {
    return this.#withFile(importId, async (opened) => {
      const here = new Map((await this.#options.connections.records()).map((one) => [one.id, one]));
      return ok(questionOf(pick(opened.planned, entries), here));
    });
  }

  close({ importId }: ArgsOf<'transfer.close'>): null {
    if (this.#open?.importId === importId) this.drop();
    return null;
  }

  /** Forgets everything read, with its keys. */
  drop(): void {
    this.#open?.forget();
    this.#open = null;
  }

  async #apply(
    opened: OpenFile,
    planned: Planned,
    shown: Planned | undefined,
    {
      keychain,
      choice,
      before,
    }: {
      readonly keychain: Failure | null;
      readonly choice: MergeChoice;
      readonly before: ConnectionRecord | null;
    },
  ): Promise<Result<Applied>> {
    // Locked or closed in the meantime: the person is gone.
    if (this.#open !== opened) return fail(fileGone);
    if (JSON.stringify(planned.shown) !== JSON.stringify(shown?.shown)) return fail(changedMeanwhile);
    const needsKeychain = planned.keys.some(({ file }) => file.key !== null);
    return keychain !== null && needsKeychain
      ? fail(keychain)
      : applyEntry(this.#options, { ...planned, before }, choice);
  }

  #withFile<T>(importId: string, work: (opened: OpenFile) => Promise<Result<T>>): Promise<Result<T>> {
    return this.#mutex.run(FILE, async () => {
      const opened = this.#open;
      return opened?.importId === importId ? work(opened) : fail(fileGone);
    });
  }
}

/** About known connections alone (`here`, by id): null where they keep their addresses and keys. */
function questionOf(
  planned: readonly Planned[],
  here: ReadonlyMap<string, ConnectionRecord>,
): Question | null {
  const facts = planned.flatMap(({ record, keys }) => {
    const known = record === null ? undefined : here.get(record.id);
    if (record === null || known === undefined) return [];
    const added = keys.filter(({ file }) => file.key !== null).map(({ file }) => file.fingerprint);
    const changes = [
      ...addressFacts(known, record),
      ...(added.length === 0
        ? []
        : [`${counted(added.length, 'key is', 'keys are')} added: ${added.join(', ')}.`]),
      ...(known.separateBoardKey && !record.separateBoardKey ? ['Its board API key is removed.'] : []),
    ];
    return changes.map((change) => `${titleOf(known)}: ${change}`);
  });
  if (facts.length === 0) return null;
  return { message: 'Change connections on this computer?', detail: facts.join('\n\n'), yes: 'Import' };
}

/** In the file's order, each once. */
function pick(planned: readonly Planned[], entries: readonly number[]): readonly Planned[] {
  const wanted = new Set(entries);
  return planned.filter((_, index) => wanted.has(index));
}

function isNewWithoutKeys(planned: Planned | undefined): boolean {
  return planned?.shown.kind === 'new' && planned.shown.keys === 0;
}

/** The same with the key that a person has typed for it. */
function withKey(planned: Planned, key: ApiKey, fingerprint: string): Planned {
  const [slot, stage] = ['main', 'current'] as const;
  const about = { slot, stage, fingerprint, note: '', owner: '', remindAt: null };
  return { ...planned, keys: [{ slot, stage, file: { about, key, fingerprint } }] };
}

/** An export file that a person has opened, held against this computer. Its keys never leave main. */
class OpenFile {
  readonly importId = randomUUID();
  readonly file: ExportFile;
  readonly #name: string;
  readonly #options: TransferOptions;
  /** The id that each connection of the file has, or would get, here. */
  #targets: readonly string[] | null = null;
  #keys: ReadonlyMap<string, ApiKey> | null = null;
  #release: readonly (() => void)[] = [];
  /** What importing would do now, entry by entry. */
  planned: readonly Planned[] = [];

  constructor(name: string, file: ExportFile, options: TransferOptions) {
    this.#name = name;
    this.file = file;
    this.#options = options;
  }

  plan(): ImportPlan {
    const closed = this.file.sealed === undefined ? 'none' : 'sealed';
    return {
      importId: this.importId,
      fileName: this.#name,
      exportedAt: Date.parse(this.file.exportedAt),
      keys: this.#keys === null ? closed : 'open',
      entries: this.planned.map(({ shown }) => shown),
    };
  }

  /** Takes the keys of the file, by place. */
  unlocked(keys: ReadonlyMap<string, ApiKey>): void {
    this.forget();
    this.#keys = keys;
    this.#release = [...keys.values()].map((key) => this.#options.slots.hold(key));
  }

  /** Lets go of the keys. */
  forget(): void {
    this.#keys = null;
    this.planned = [];
    for (const release of this.#release) release();
    this.#release = [];
  }

  async planAnew(): Promise<void> {
    const { file } = this;
    const { connections, slots, register, notes, views, now } = this.#options;
    const records = await connections.records();
    const targets = this.#targets ?? (await targetsOf(file, records, slots));
    this.#targets = targets;
    const keys = new Map<string, readonly KnownKey[]>();
    for (const target of new Set(targets)) keys.set(target, await slots.all(target));
    const entries: FileEntry[] = [];
    for (const [index, connection] of file.connections.entries()) {
      const target = targets[index] ?? connection.id;
      const papers = connection.papers === undefined ? [] : await register.withDeleted(target);
      const written = await notes.ofBoards(target, connection.notes?.map(({ id }) => id) ?? []);
      const here = {
        papers: new Map(papers.map((paper) => [paper.identifier, paper])),
        notes: new Map(written.map((note) => [note.boardId, note])),
        views: connection.views === undefined ? [] : await views.ofConnection(target),
      };
      const local = await inTurns(mergeLocal(connection, target, here, now()));
      entries.push({ connection, target, local, keys: this.#keysOf(connection) });
    }
    const whyNotAllowed = connections.access.whyNotAllowed.bind(connections.access);
    this.planned = planImport(entries, { records, keys, whyNotAllowed, now: now() });
  }

  #keysOf(connection: ExportedConnection): readonly FileKey[] {
    return (connection.keys ?? []).map((about) => {
      const key = this.#keys?.get(placeOf(connection.id, about)) ?? null;
      const fingerprint = key === null ? about.fingerprint : this.#options.slots.fingerprint(key);
      return { about, key, fingerprint };
    });
  }
}

/** Its own id, unless that would give a key that is kept here another host: then a new one, the same at every try. */
async function targetsOf(
  file: ExportFile,
  records: readonly ConnectionRecord[],
  slots: TransferOptions['slots'],
): Promise<readonly string[]> {
  const targets: string[] = [];
  for (const connection of file.connections) {
    const { id } = connection;
    const known = records.find((record) => record.id === id);
    const isFree =
      known === undefined ? (await slots.all(id)).length === 0 : leadsToSameHosts(known, connection);
    targets.push(isFree ? id : randomUUID());
  }
  return targets;
}

// What is said when a file can’t be used.

const COPY_AGAIN = 'Copy or export the file again.';

const UNREADABLE: Readonly<Record<NotDigested, { readonly message: string; readonly nextStep: string }>> = {
  damaged: { message: 'The file is damaged or incomplete.', nextStep: COPY_AGAIN },
  another: {
    message: 'This file contains no connections exported by Easel.',
    nextStep: 'Choose a file exported by Easel.',
  },
  newer: {
    message: 'The file was exported by a newer version of Easel.',
    nextStep: 'Update Easel, then open the file again.',
  },
};

function unreadable(reason: Unreadable): Failure {
  if (typeof reason === 'string') return failure('invalid-input', UNREADABLE[reason]);
  return failure('invalid-input', {
    message: `Easel doesn’t write files like this. ${reason.wrong}`,
    nextStep: 'Ask whoever sent it how it was made.',
  });
}

const tooCostly = failure('refused', {
  message: 'Opening this file would take too much computing power.',
  nextStep: COPY_AGAIN,
});

/** Why the keys of a file stay closed. */
function notUnlocked(reason: 'wrong-passphrase' | 'changed' | 'too-costly'): Failure {
  if (reason === 'too-costly') return tooCostly;
  if (reason === 'wrong-passphrase') {
    return wrongFields({ passphrase: 'Wrong passphrase. Case and spaces matter.' });
  }
  return failure('refused', {
    message: 'The file was changed after it was exported, so Easel won’t unlock its keys.',
    nextStep:
      'Don’t use its addresses. Get the file again from the person who exported it, in a way you trust.',
  });
}

const fileGone = failure('not-found', {
  message: 'Easel has closed this file.',
  nextStep: 'Open the file again.',
});
