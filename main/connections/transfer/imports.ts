import { randomUUID } from 'node:crypto';
import type { ArgsOf } from '../../../preload/contract/contract.ts';
import type { Exported, Imported, ImportPlan } from '../../../preload/contract/connections.ts';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { Connections } from '../connections.ts';
import type { Core } from '../../ipc/core.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Remote } from '../../lib/threads/rpc.ts';
import { originsOf } from '../key-origins.ts';
import type { KeyStore } from '../key-store.ts';
import { addressFacts, endingFacts, titleOf } from '../questions.ts';
import { canonicalJson } from '../../lib/files/digested-file.ts';
import type { Files } from '../../lib/files/files.ts';
import { tally, unlogged } from '../../activity/entries.ts';
import type { CallsOf, Question } from '../../lib/implementation.ts';
import type { Notes } from '../../notes/notes.ts';
import type { readNotes } from '../../notes/notes-file.ts';
import type { FileNote } from '../../notes/read-note.ts';
import { readApiKey, type ApiKey } from '../../service/authorize.ts';
import type { Store } from '../../store/database.ts';
import type { Mirror } from '../../store/mirror/mirror.ts';
import { paperBody } from '../../store/items.ts';
import { stored } from '../../store/selection.ts';
import type { ConnectionRecord } from '../../store/tables/connections.ts';
import type { Sharing } from '../../team/copies.ts';
import { changedSince, failure, orStorage, unreadFile, wrongFields } from '../../lib/wording/failure.ts';
import { foldId, sameIds } from '../../lib/pasted.ts';
import { cleanLine } from '../../lib/wording/clean.ts';
import { counted } from '../../lib/wording/format.ts';
import { exportConnections, exportQuestion, type Exporters } from './export.ts';
import type { readExport, ExportedConnection, ExportedKey, ExportFile } from './format.ts';
import { planEntry, type Changes, type KnownPaper, type Planned } from './plan.ts';
import { placeOf, unsealKeys } from './seal.ts';

export interface ImportsOptions extends Pick<Core, 'recordOf' | 'log' | 'now'> {
  readonly connections: Pick<Connections, 'records' | 'access' | 'importRecord' | 'remove' | 'inTurn'>;
  readonly keyStore: Pick<KeyStore, 'all' | 'storeAll' | 'hold'>;
  readonly register: Pick<Store['papers'], 'withDeleted' | 'put'>;
  readonly notes: Pick<Notes, 'ofBoards' | 'take'>;
  readonly sharing: Pick<Sharing, 'isJoined' | 'change'>;
  readonly mirror: Pick<Mirror, 'rows'>;
  readonly files: Pick<Files, 'choose'>;
  readonly readers: Remote<{ readExport: typeof readExport; readNotes: typeof readNotes }>;
}

interface Content extends Pick<ImportPlan, 'exportedAt' | 'problems'>, Omit<ExportFile, 'exportedAt'> {}

/** The import file that the user opened. Its keys stay in the main process. */
interface OpenFile extends Content, Pick<ImportPlan, 'importId' | 'fileName' | 'table'> {
  /** Decrypted keys by connection, slot and stage (`placeOf`). Null before the user enters the passphrase. */
  keys: ReadonlyMap<string, ApiKey> | null;
  release: readonly (() => void)[];
  planned: readonly Planned[];
}

type NewKey = readonly [about: ExportedKey, key: ApiKey];
type Applied = Pick<Imported, 'papers' | 'notes' | 'undo'> & { readonly isChanged: boolean };

const FILE = 'file';

const MOST_SHOWN = 100;
/** Number of ids per database query. The query contains up to five spellings of each id. */
const IDS_AT_A_TIME = 200;

export class Imports {
  readonly #options: ImportsOptions;
  readonly #mutex = new KeyedMutex();
  #open: OpenFile | null = null;

  constructor(options: ImportsOptions) {
    this.#options = options;
  }

  async open({ connectionId }: ArgsOf<'transfer.open'>): Promise<Result<ImportPlan | null>> {
    const chosen = await this.#options.files.choose('import');
    if (chosen === null) return ok(null);
    if (!chosen.ok) return fail(unreadFile(chosen.error));
    const { name: fileName, text } = chosen.value;
    const content = await this.#read(text, connectionId);
    if (!content.ok) return content;
    const found = await stored(Promise.all(content.value.connections.map((each) => this.#find(each))));
    if (!found.ok) return found;
    const connections = found.value.map((each) => each.connection);
    const planned = await this.#plan(connections);
    const table = content.value.exportedAt === null ? (found.value[0]?.table ?? null) : null;
    this.drop();
    const about = { importId: randomUUID(), fileName, connections, planned, table };
    this.#open = { ...content.value, ...about, keys: null, release: [] };
    return ok(shownOf(this.#open));
  }

  /** Decrypts imported keys. Fails with `invalid-input` (field `passphrase`) for a wrong passphrase or changed file. */
  unlock({ importId, passphrase }: ArgsOf<'transfer.unlock'>): Promise<Result<ImportPlan>> {
    return this.#withFile(importId, async (opened) => {
      if (opened.sealed === null || opened.keys !== null) return ok(shownOf(opened));
      const keys = await unsealKeys(passphrase, opened.sealed, opened);
      if (keys === null) return fail(notUnlocked);
      // If the file was closed or Easel locked during the decryption, the keys must not stay in memory.
      if (this.#open !== opened) return fail(fileGone);
      opened.keys = keys;
      opened.release = [...keys.values()].map((key) => this.#options.keyStore.hold(key));
      return ok(shownOf(opened));
    });
  }

  /**
   * Imports connections one after another until one fails. The user can then import the others. Removes a failed new
   * connection. Fails with `invalid-input` (field `apiKey`), or with `refused` if the plan is outdated.
   */
  apply(args: ArgsOf<'transfer.apply'>, answered?: Question | null): Promise<Result<Imported>> {
    const typed = args.apiKey === null ? null : readApiKey(args.apiKey);
    if (typed?.ok === false) return Promise.resolve(fail(wrongFields({ apiKey: typed.error })));
    const { replace } = args;
    return this.#withFile(args.importId, async (opened) => {
      const planned = await this.#plan(opened.connections);
      const [now, then] = [planned, opened.planned].map((all) =>
        JSON.stringify(all.map(({ shown }) => shown)),
      );
      if (now !== then) return fail(changedMeanwhile);
      const chosen = planned.filter((_, index) => args.entries.includes(index));
      const takesKey =
        chosen.length === 1 && chosen.every(({ shown }) => shown.kind === 'new' && shown.keys === 0);
      if (typed !== null && !takesKey) return fail(failure('bad-request'));
      const refusal = changedSince(answered, questionOf(chosen, args, opened));
      if (refusal !== null) return fail(refusal);
      const imported = await this.#applyAll(opened, chosen, typed?.value ?? null, replace);
      opened.planned = await this.#plan(opened.connections);
      return ok(imported);
    });
  }

  applyQuestion(args: ArgsOf<'transfer.apply'>): Promise<Result<Question | null>> {
    return this.#withFile(args.importId, (opened) => {
      const chosen = opened.planned.filter((_, index) => args.entries.includes(index));
      return Promise.resolve(ok(questionOf(chosen, args, opened)));
    });
  }

  close({ importId }: ArgsOf<'transfer.close'>): null {
    if (this.#open?.importId === importId) this.drop();
    return null;
  }

  drop(): void {
    for (const release of this.#open?.release ?? []) release();
    this.#open = null;
  }

  async #read(text: string, connectionId: string | null): Promise<Result<Content>> {
    const secrets = this.#options.log.secrets.all;
    if (/^\uFEFF?\s*[[{]/u.test(text)) {
      const file = await this.#options.readers.readExport(text, secrets);
      if (!file.ok) return file;
      return ok({ ...file.value, exportedAt: Date.parse(file.value.exportedAt), problems: [] });
    }
    if (connectionId === null) return fail(noConnection);
    const record = await this.#options.recordOf(connectionId);
    if (!record.ok) return record;
    const { createdAt: _, ...connection } = record.value;
    const read = await this.#options.readers.readNotes(text, connection.boardApi, secrets);
    if (!read.ok) return read;
    const { notes, problems } = read.value;
    const connections = [{ ...connection, keys: [], papers: [], notes }];
    return ok({ exportedAt: null, problems, connections, sealed: null, body: {} });
  }

  /** Finds the boards and papers of the notes in a file. Gives each note the id that this computer uses. */
  async #find(connection: ExportedConnection) {
    const { connections, register, mirror, notes } = this.#options;
    const { id: connectionId } = connection;
    const isHere = (await connections.records()).some(({ id }) => id === connectionId);
    const sought = isHere ? connection.notes : [];
    const papers = await register.withDeleted(connectionId);
    const listed = new Map(papers.map(({ identifier }) => [foldId(identifier), identifier]));
    const noted = new Map<string, string>();
    for (let from = 0; from < sought.length; from += IDS_AT_A_TIME) {
      const ids = sought.slice(from, from + IDS_AT_A_TIME).flatMap(({ id }) => sameIds(id));
      const { rows } = await mirror.rows(connectionId, { kind: 'ids', ids }, 0, ids.length, []);
      for (const { id } of rows) if (id !== null) listed.set(foldId(id), id);
      for (const { boardId } of await notes.ofBoards(connectionId, ids)) noted.set(foldId(boardId), boardId);
    }
    const found = new Map<string, FileNote>();
    for (const note of connection.notes) {
      const folded = foldId(note.id);
      // A delete compares ids exactly, so a protection works only with the id that the service lists.
      const id = listed.get(folded) ?? noted.get(folded) ?? note.id;
      // A file may contain a board's id in two spellings. The board is protected if either note protects it.
      const earlier = found.get(id);
      found.set(id, { ...earlier, ...note, id, ...(earlier?.protected && { protected: true }) });
    }
    const unknownIds = [...found.keys()].filter((id) => !listed.has(foldId(id)));
    return {
      connection: { ...connection, notes: [...found.values()] },
      table: {
        matched: found.size - unknownIds.length,
        unknown: unknownIds.length,
        unknownIds: unknownIds.slice(0, MOST_SHOWN),
      },
    };
  }

  async #plan(all: readonly ExportedConnection[]): Promise<readonly Planned[]> {
    const { connections, keyStore, register, notes, now } = this.#options;
    const records = await connections.records();
    const whyNotAllowed = connections.access.whyNotAllowed.bind(connections.access);
    const planned: Planned[] = [];
    for (const [index, connection] of all.entries()) {
      const { id } = connection;
      const boardIds = connection.notes.map((note) => note.id);
      const here = {
        record: records.find((record) => record.id === id) ?? null,
        hasKeys: (await keyStore.all(id)).length > 0,
        papers: (await register.withDeleted(id)).map(({ inputAt: _, ...paper }) => paper),
        notes: await notes.ofBoards(id, boardIds),
      };
      planned.push(await planEntry(index, connection, here, { now: now(), whyNotAllowed }));
    }
    return planned;
  }

  async #applyAll(opened: OpenFile, chosen: readonly Planned[], typed: ApiKey | null, replace: boolean) {
    let sum: Imported = {
      added: 0,
      updated: 0,
      keys: 0,
      papers: 0,
      notes: 0,
      readyId: null,
      undo: null,
      stopped: null,
    };
    for (const planned of chosen) {
      const { shown, record, known } = planned;
      const keys = typed === null ? keysOf(planned, opened) : [[TYPED, typed] as const];
      const done = this.#open === opened ? await this.#apply(planned, keys, replace) : fail(fileGone);
      if (!done.ok) return { ...sum, stopped: { name: shown.name, failure: done.error } };
      const isReady = known === null && keys.length > 0;
      sum = {
        added: sum.added + Number(known === null),
        // A table of notes (`exportedAt` is null) changes only notes, so its connection is not counted as updated.
        updated: sum.updated + Number(known !== null && opened.exportedAt !== null && done.value.isChanged),
        keys: sum.keys + keys.length,
        papers: sum.papers + done.value.papers,
        notes: sum.notes + done.value.notes,
        readyId: sum.readyId ?? (isReady ? (record?.id ?? null) : null),
        undo: opened.exportedAt === null ? done.value.undo : null,
        stopped: null,
      };
    }
    return sum;
  }

  /**
   * Imports one connection. Adds the connection before its keys, so that a crash leaves no key without a connection.
   * Adds its notes before its papers and keys, so that nothing can be deleted before it is protected.
   */
  async #apply(planned: Planned, keys: readonly NewKey[], replace: boolean): Promise<Result<Applied>> {
    const { connections } = this.#options;
    const { record, known, shown } = planned;
    if (record === null) {
      return fail(failure('refused', { message: shown.why, nextStep: 'Deselect this connection.' }));
    }
    if (known !== null) return orStorage(this.#fill(record, planned, keys, replace));
    const added = await orStorage(connections.importRecord(record, null));
    if (!added.ok) return added;
    const done = await orStorage(this.#fill(record, planned, keys, replace));
    if (!done.ok) await connections.remove({ connectionId: record.id, keysMayStay: true }).catch(() => null);
    return done;
  }

  async #fill(
    record: ConnectionRecord,
    { known, ...planned }: Planned,
    keys: readonly NewKey[],
    replace: boolean,
  ): Promise<Result<Applied>> {
    const { connections, register, notes } = this.#options;
    const written = <T>({ added, replaced }: Changes<T>): readonly T[] =>
      replace ? [...added, ...replaced] : added;
    const records = written(planned.notes);
    const taken = records.length > 0 ? await notes.take(record.id, records) : ok(null);
    if (!taken.ok) return taken;
    const papers = written(planned.papers);
    const shared = await this.#share(record.id, papers);
    if (!shared.ok) return shared;
    for (const { deletedAt: _, ...paper } of papers) await register.put(record.id, paper);
    const stored = await connections.inTurn(() => this.#storeKeys(known ?? record, keys));
    if (!stored.ok) return stored;
    const replaces = replace && known !== null && canonicalJson(record) !== canonicalJson(known);
    const done = replaces ? await connections.importRecord(record, known) : ok(null);
    if (!done.ok) return done;
    const undo = taken.value === null ? null : { connectionId: record.id, undoId: taken.value };
    const isChanged = replaces || keys.length + papers.length + records.length > 0;
    return ok({ papers: papers.length, notes: records.length, undo, isChanged });
  }

  /** Sends imported papers to the team database before they are written to the local list. */
  async #share(connectionId: string, papers: readonly KnownPaper[]): Promise<Result<unknown>> {
    const { register, sharing } = this.#options;
    if (!sharing.isJoined(connectionId)) return ok(null);
    const known = new Map(
      (await register.withDeleted(connectionId)).map((paper) => [paper.identifier, paper]),
    );
    const edits = papers.map((paper) => {
      const before = known.get(paper.identifier) ?? null;
      const after = paperBody({ ...paper, deletedAt: null, inputAt: before?.inputAt ?? null });
      return { kind: 'paper', id: paper.identifier, before: before && paperBody(before), after } as const;
    });
    return sharing.change(connectionId, edits);
  }

  /** Stores all keys or none, because a later import adds no keys to a connection that has keys. */
  async #storeKeys(record: ConnectionRecord, keys: readonly NewKey[]): Promise<Result<null>> {
    const { keyStore, recordOf } = this.#options;
    const { id: connectionId } = record;
    if (keys.length === 0) return ok(null);
    const saved = await recordOf(connectionId);
    const isSame = saved.ok && canonicalJson(saved.value) === canonicalJson(record);
    const known = await keyStore.all(connectionId);
    const isTaken = keys.some(([at]) => known.some((key) => key.slot === at.slot && key.stage === at.stage));
    if (isTaken || !isSame) return fail(changedMeanwhile);
    const added = keys.map(([{ slot, stage, note, remindAt }, key]) => {
      const about = { note: cleanLine(note), remindAt, useWhenGreen: false };
      return { connectionId, slot, stage, key, origins: originsOf(slot, record), about };
    });
    return keyStore.storeAll(connectionId, added);
  }

  #withFile<T>(importId: string, work: (opened: OpenFile) => Promise<Result<T>>): Promise<Result<T>> {
    return this.#mutex.run(FILE, async () => {
      const opened = this.#open;
      return opened?.importId === importId ? work(opened) : fail(fileGone);
    });
  }
}

const TYPED: ExportedKey = { slot: 'main', stage: 'current', note: '', remindAt: null };

function keysOf({ record, keys }: Planned, { keys: unlocked }: OpenFile): readonly NewKey[] {
  return keys.flatMap((about) => {
    const key = unlocked?.get(placeOf(record?.id ?? '', about));
    return key === undefined ? [] : [[about, key] as const];
  });
}

function shownOf(opened: OpenFile): ImportPlan {
  const { importId, fileName, exportedAt, problems, sealed, keys, planned, table } = opened;
  const closed = sealed === null ? 'none' : 'sealed';
  const entries = planned.map(({ shown }) => shown);
  return { importId, fileName, exportedAt, keys: keys === null ? closed : 'open', entries, problems, table };
}

/** Returns the confirmation question for changed addresses or keys, and for punctuation after a pasted key. */
function questionOf(
  chosen: readonly Planned[],
  { replace, apiKey }: ArgsOf<'transfer.apply'>,
  opened: OpenFile,
): Question | null {
  const typed = readApiKey(apiKey ?? '');
  const endings = endingFacts([typed.ok ? typed.value : null]);
  const facts = chosen.flatMap((planned) => {
    const { record, known } = planned;
    if (record === null || known === null) return [];
    const keys = keysOf(planned, opened).length;
    const changes = [
      ...(replace ? addressFacts(known, record) : []),
      ...(keys === 0 ? [] : [`${counted(keys, 'key')} will be added.`]),
    ];
    return changes.map((change) => `${titleOf(known)}: ${change}`);
  });
  if (facts.length + endings.length === 0) return null;
  const message = facts.length === 0 ? 'Import with the pasted key?' : 'Change connections on this computer?';
  return { message, detail: [...facts, ...endings].join('\n\n'), yes: 'Import' };
}

const notUnlocked = wrongFields({
  passphrase: 'Wrong passphrase, or the file was changed after the export. Case and spaces matter.',
});
const noConnection = failure('invalid-input', {
  message: 'Notes can only be imported into a connection.',
  nextStep: 'Open the connection that the notes belong to, then import the file again.',
});
const changedMeanwhile = failure('refused', {
  message: 'Data on this computer changed after you opened the file.',
  nextStep: 'Open the file again to see what will change.',
});
const fileGone = failure('not-found', {
  message: 'This file is no longer open.',
  nextStep: 'Open the file again.',
});

export function transferCalls(exporters: Exporters, imports: Imports): CallsOf<'transfer'> {
  const entry = { connectionId: '', target: '' } as const;
  return {
    export: {
      ask: (request) => exportQuestion(exporters, request),
      run: (request, answered) => exportConnections(exporters, request, answered),
      log: (_args, result) => {
        if (!result.ok || result.value === null) return null;
        const detail = tally([[result.value.connections, 'connection'], ...contentCounts(result.value)]);
        return { ...entry, action: 'connections-exported', outcome: 'done', detail };
      },
    },
    open: { run: (args) => imports.open(args) },
    unlock: { run: (args) => imports.unlock(args) },
    apply: {
      ask: (args) => imports.applyQuestion(args),
      run: (args, answered) => imports.apply(args, answered),
      log: (_args, result) => {
        if (!result.ok) return null;
        const { added, updated, stopped } = result.value;
        const detail = tally([
          [added, 'connection added', 'connections added'],
          [updated, 'connection updated', 'connections updated'],
          ...contentCounts(result.value),
          [stopped === null ? 0 : 1, 'connection not imported'],
        ]);
        const outcome = stopped === null ? 'done' : 'failed';
        return { ...entry, action: 'connections-imported', outcome, detail };
      },
    },
    close: { run: (args) => ok(imports.close(args)), log: unlogged },
  };
}

function contentCounts({ keys, papers, notes }: Pick<Exported | Imported, 'keys' | 'papers' | 'notes'>) {
  return [
    [keys, 'API key'],
    [papers, 'paper'],
    [notes, 'board with notes', 'boards with notes'],
  ] as const;
}
