/** Creates, lists and exports papers. The service can't list papers, so Easel keeps its own list of papers. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { RowNotes } from '../../preload/contract/boards.ts';
import type { AddedLine, Paper, RegisteredPaper, VisitReceipt } from '../../preload/contract/papers.ts';
import type { BeingDeleted, Core, WatchCreate } from '../ipc/core.ts';
import type { Notes } from '../notes/notes.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { PaperAnswer, ServiceApi } from '../service/api.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import { tabbedRow, timeCell, type Cell } from '../lib/files/csv.ts';
import type { Files } from '../lib/files/files.ts';
import { jsonPieces, onePage, tablePieces } from '../lib/files/table.ts';
import {
  emptyNote,
  MOST_TAGS,
  saysTheSame,
  uniqueTags,
  type NoteRecord,
} from '../store/tables/change-note.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { failure, orStorage, unreadFile, wrongFields } from '../lib/wording/failure.ts';
import { isoOf } from '../lib/wording/format.ts';
import { endOf, ifDone, tally, unlogged } from '../activity/entries.ts';
import type { CallsOf, NewEntry } from '../lib/implementation.ts';
import { writeTags } from '../notes/notes-file.ts';
import { readList, type ListedPaper } from './read-list.ts';
import { curlLine } from '../service/snippets.ts';
import type { Store } from '../store/database.ts';
import { BARE_PAPER, paperBody, type PaperBody } from '../store/items.ts';
import type { SharedChange, Sharing } from '../team/copies.ts';
import { foldId, readPastedPaper, withoutQueries } from '../lib/pasted.ts';

export interface PapersOptions extends Pick<
  Core,
  'recordOf' | 'saveExport' | 'copyText' | 'clean' | 'publish' | 'now' | 'record'
> {
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly appUrlOf: (connectionId: string) => Promise<Result<string>>;
  readonly register: Store['papers'];
  readonly notes: Pick<Notes, 'ofBoards' | 'take'>;
  readonly sharing: Pick<Sharing, 'change' | 'happened'>;
  readonly files: Pick<Files, 'choose'>;
  readonly watchCreate: WatchCreate;
  readonly beingDeleted: BeingDeleted;
}

export class Papers {
  readonly #options: PapersOptions;
  /** Runs additions one after the other, so that no paper is added twice. */
  readonly #mutex = new KeyedMutex();

  constructor(options: PapersOptions) {
    this.#options = options;
  }

  async list({ connectionId }: ArgsOf<'papers.list'>): Promise<readonly Paper[]> {
    const papers = await this.#options.register.withDeleted(connectionId);
    const ids = papers.map(({ identifier }) => identifier);
    const notes = await this.#localOf(connectionId, ids);
    const queued = await this.#options.beingDeleted(connectionId, ids);
    return papers.map((paper) => ({
      ...paper,
      local: notes.get(paper.identifier) ?? null,
      ...(queued.has(paper.identifier) && { queued: true }),
    }));
  }

  async #localOf(connectionId: string, identifiers: readonly string[]): Promise<Map<string, RowNotes>> {
    const notes = await this.#options.notes.ofBoards(connectionId, identifiers);
    return new Map(notes.map(({ boardId, updatedAt: _updatedAt, ...local }) => [boardId, local]));
  }

  /** Creates a paper. Aborting `ofJob` (a job's signal) cancels the request only if it has not been sent. */
  async create(args: ArgsOf<'papers.create'>, ofJob?: AbortSignal) {
    const { connectionId, name, templateId } = args;
    const appUrl = await this.#options.appUrlOf(connectionId);
    if (!appUrl.ok) return appUrl;
    const template = templateId === null ? ok(null) : readPastedPaper(templateId, appUrl.value);
    const cleaned = cleanLine(name);
    const fields = {
      ...(cleaned === '' ? { name: 'Enter a name.' } : {}),
      ...(template.ok ? {} : { templateId: template.error }),
    };
    if (cleaned === '' || !template.ok) return fail(wrongFields(fields));

    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const input = { name: cleaned, templateId: template.value };
    const { watchCreate, register, sharing, now, publish } = this.#options;
    const send = async (signal?: AbortSignal): Promise<Result<Paper>> => {
      const answer = await api.value.createPaper(input, signal, ofJob);
      if (!answer.ok) return answer;
      const paper = fromAnswer(answer.value, template.value, now());
      const kept = await orStorage(register.made(connectionId, paper).then(() => ok(null)));
      if (!kept.ok) return fail(notKept(paper.identifier, kept.error));
      sharing.happened(connectionId);
      publish('papers.changed', { connectionId });
      return ok(paper);
    };
    return ofJob === undefined ? watchCreate({ ...args, kind: 'paper', ...input }, send) : send();
  }

  async add({ connectionId, pasted, name }: ArgsOf<'papers.add'>): Promise<Result<Paper>> {
    const appUrl = await this.#options.appUrlOf(connectionId);
    if (!appUrl.ok) return appUrl;
    const identifier = readPastedPaper(pasted, appUrl.value);
    if (!identifier.ok) return fail(wrongFields({ pasted: identifier.error }));
    return this.#mutex.run(connectionId, async () => {
      const known = (await this.#options.register.withDeleted(connectionId)).find(
        (paper) => foldId(paper.identifier) === foldId(identifier.value),
      );
      // Keeps the name of a paper that is already in the list, because the stored name may come from the service.
      if (known !== undefined)
        return this.#change(connectionId, known, restored({ ...known, name: known.name || cleanLine(name) }));
      return this.#change(connectionId, null, added(identifier.value, cleanLine(name), this.#options.now()));
    });
  }

  async addMany(args: ArgsOf<'papers.addMany'>): Promise<Result<readonly AddedLine[]>> {
    const appUrl = await this.#options.appUrlOf(args.connectionId);
    if (!appUrl.ok) return appUrl;
    return this.#mutex.run(args.connectionId, () => orStorage(this.#addLines(args, appUrl.value)));
  }

  async #addLines({ connectionId, pasted, pastedHead }: ArgsOf<'papers.addMany'>, appUrl: string) {
    const { register, notes, now, publish } = this.#options;
    const at = now();
    const papers = new Map<string, KnownPaper>();
    for (const paper of await register.withDeleted(connectionId)) papers.set(foldId(paper.identifier), paper);
    const known = new Map(papers);
    const lines = [...readList(pasted, pastedHead, appUrl, (identifier) => papers.has(foldId(identifier)))];
    const idOf = (identifier: string): string => papers.get(foldId(identifier))?.identifier ?? identifier;
    const identifiers = lines.flatMap(({ read }) => (read.ok ? idOf(read.value.identifier) : []));
    const noteOf = new Map(
      (await notes.ofBoards(connectionId, identifiers)).map((note) => [note.boardId, note]),
    );
    const noted = new Map<string, NoteRecord>();
    const results: AddedLine[] = [];
    for (const { line, read } of lines) {
      if (!read.ok) {
        results.push({ line, outcome: 'not-understood', why: read.error });
        continue;
      }
      const { name, isTemplate, local } = read.value;
      const identifier = idOf(read.value.identifier);
      const before = papers.get(foldId(identifier)) ?? { ...added(identifier, name, at), deletedAt: at };
      const isNew = before.deletedAt !== null;
      const paper = { ...before, name: before.name || name, isTemplate: before.isTemplate || isTemplate };
      const note = noteOf.get(identifier) ?? emptyNote(identifier, at);
      const completed = completedNote(note, local);
      const isFilled =
        paper.name !== before.name || paper.isTemplate !== before.isTemplate || completed !== note;
      if (isNew || isFilled) {
        papers.set(foldId(identifier), restored(paper));
      }
      if (completed !== note) {
        noteOf.set(identifier, completed);
        noted.set(identifier, completedNote(noted.get(identifier) ?? emptyNote(identifier, at), local));
      }
      results.push({ line, outcome: isNew ? 'added' : isFilled ? 'completed' : 'known', why: '' });
    }
    const edits = [...papers].flatMap(([key, paper]) => {
      const before = known.get(key) ?? null;
      return paper === before ? [] : [{ identifier: paper.identifier, before, after: paper }];
    });
    // Saves protections before papers, so that no new paper can be deleted before it is protected.
    const taken =
      noted.size > 0 ? await notes.take(connectionId, [...noted.values()], completedNote) : ok(null);
    const changed = taken.ok ? await this.#commit(connectionId, edits) : taken;
    publish('papers.changed', { connectionId });
    return changed.ok ? ok(results) : changed;
  }

  /** Lets the user choose a file with a list of papers, and returns its text. The page passes it to `addMany`. */
  async readList(): Promise<Result<{ readonly fileName: string; readonly text: string } | null>> {
    const { files, clean } = this.#options;
    const chosen = await files.choose('papers');
    if (chosen === null) return ok(null);
    if (!chosen.ok) return fail(unreadFile(chosen.error));
    const { name, text } = chosen.value;
    return ok({ fileName: name, text: clean(withoutQueries(text)) });
  }

  /** Exports papers. `addMany` can read the CSV file. Fails with `storage`, or `invalid-input` if no paper matches. */
  async export({ connectionId, which, format }: ArgsOf<'papers.export'>) {
    const wanted = which === 'all' ? null : new Set(which);
    const papers = (await this.list({ connectionId })).filter(
      ({ identifier, deletedAt }) => wanted?.has(identifier) ?? deletedAt === null,
    );
    if (papers.length === 0) return fail(nothingToExport);
    return this.#options.saveExport('papers', format, (workbook) =>
      format === 'json'
        ? jsonPieces(onePage(papers.map((paper) => JSON.stringify(paperJson(paper)))))
        : tablePieces(PAPER_COLUMNS, onePage(papers.map(paperCells)), workbook),
    );
  }

  async copy({ connectionId, which, as }: ArgsOf<'papers.copy'>): Promise<Result<null>> {
    const record = await this.#options.recordOf(connectionId);
    if (!record.ok) return record;
    const listed = await this.list({ connectionId });
    const known = new Map(listed.map((paper) => [paper.identifier, paper]));
    const papers = which.flatMap((identifier) => known.get(identifier) ?? []);
    if (papers.length === 0) return fail(goneFromHere);
    const lineOf = (paper: Paper): string => {
      const { identifier: id } = paper;
      if (as === 'ids') return id;
      if (as === 'rows') return tabbedRow(paperCells(paper));
      return curlLine({ operation: 'make-token', id, name: '' }, record.value.paperApi);
    };
    return this.#options.copyText(papers.map(lineOf).join('\n'));
  }

  async rename({ connectionId, identifier, name, seen }: ArgsOf<'papers.rename'>): Promise<Result<Paper>> {
    const cleaned = cleanLine(name);
    if (cleaned === '') return fail(wrongFields({ name: 'Enter a name.' }));
    const papers = await this.#options.register.withDeleted(connectionId);
    const known = papers.find((paper) => paper.identifier === identifier);
    if (known === undefined || known.deletedAt !== null) return fail(goneFromHere);
    const before = seen === undefined ? undefined : { name: seen };
    return this.#change(connectionId, known, { ...known, name: cleaned }, before);
  }

  async markTemplates({ connectionId, which, isTemplate }: ArgsOf<'papers.markTemplates'>) {
    const { register, publish } = this.#options;
    const wanted = new Set(which);
    const papers = await register.withDeleted(connectionId);
    const edits = papers.flatMap((paper) =>
      wanted.has(paper.identifier)
        ? [{ identifier: paper.identifier, before: paper, after: { ...paper, isTemplate } }]
        : [],
    );
    const changed = await this.#commit(connectionId, edits);
    if (changed.ok) publish('papers.changed', { connectionId });
    return changed;
  }

  /** Stores when the user could edit a paper in a preview. Papers created from this paper then show a warning. */
  async visited({ connectionId, target, lifted }: VisitReceipt): Promise<void> {
    if (!lifted || target.kind !== 'paper') return;
    const { register, sharing, now, publish } = this.#options;
    await register.inputLet(connectionId, target.id, now());
    sharing.happened(connectionId);
    publish('papers.changed', { connectionId });
  }

  /** Stores the service's response to a delete (`standing`). Marks papers as deleted unless it is `delete-accepted`. */
  async gone(
    connectionId: string,
    identifiers: readonly string[],
    standing?: Exclude<RegisteredPaper['standing'], 'accepted'>,
  ): Promise<void> {
    if (identifiers.length === 0) return;
    const { register, sharing, now, publish } = this.#options;
    const deletedAt = standing === 'delete-accepted' ? null : now();
    await register.settle(connectionId, identifiers, { deletedAt, ...(standing && { standing }) });
    sharing.happened(connectionId);
    publish('papers.changed', { connectionId });
  }

  /** Removes papers from this computer's list and, if the connection has joined a team, from the team's list. */
  async forget({ connectionId, which }: ArgsOf<'papers.forget'>): Promise<Result<null>> {
    const { register, now, record } = this.#options;
    const wanted = which === 'deleted' ? null : new Set(which);
    const since = now() - RESTORABLE_MS;
    const papers = (await register.withDeleted(connectionId)).filter(
      ({ identifier, deletedAt, standing }) =>
        wanted?.has(identifier) ?? (deletedAt !== null && (standing === undefined || deletedAt < since)),
    );
    const edits = papers.map((paper) => ({ identifier: paper.identifier, before: paper, after: null }));
    const forgotten = await this.#commit(connectionId, edits);
    // Logs each identifier. Otherwise a paper could not be found again, because the service can't list papers.
    if (forgotten.ok && which !== 'deleted')
      for (const { identifier, name } of papers)
        record({
          connectionId,
          action: 'paper-forgotten',
          target: identifier,
          outcome: 'done',
          detail: name,
        });
    return forgotten;
  }

  async #change(
    connectionId: string,
    before: KnownPaper | null,
    after: KnownPaper,
    seen?: SharedChange['seen'],
  ): Promise<Result<Paper>> {
    const { identifier } = after;
    const changed = await this.#commit(connectionId, [{ identifier, before, after }], seen);
    if (!changed.ok) return changed;
    const local = (await this.#localOf(connectionId, [identifier])).get(identifier) ?? null;
    return ok({ ...after, inputAt: after.inputAt ?? null, local });
  }

  async #commit(
    connectionId: string,
    edits: readonly { identifier: string; before: KnownPaper | null; after: KnownPaper | null }[],
    seen?: SharedChange['seen'],
  ): Promise<Result<null>> {
    const items = edits.map(({ identifier: id, before, after }) => {
      return { kind: 'paper', id, before: before && bodyOf(before), after: after && bodyOf(after) } as const;
    });
    const changed = await this.#options.sharing.change(connectionId, items, { seen });
    return changed.ok ? ok(null) : changed;
  }
}

type KnownPaper = RegisteredPaper & Pick<Paper, 'deletedAt'> & Partial<Pick<Paper, 'inputAt'>>;

function bodyOf(paper: KnownPaper): PaperBody {
  return paperBody({ ...paper, inputAt: paper.inputAt ?? null });
}

function restored({ standing, ...paper }: KnownPaper): KnownPaper {
  return {
    ...paper,
    deletedAt: null,
    ...(standing !== undefined && standing !== 'not-found' && { standing }),
  };
}

/** Time in ms for which users can restore papers that the service did not find, because these may still exist. */
const RESTORABLE_MS = 90 * 86_400_000;

function notKept(identifier: string, from: Failure): Failure {
  const message = `The service created the paper, but Easel couldn’t save it. Its identifier is ${identifier}.`;
  return failure('outcome-unknown', { message, nextStep: 'Choose “Add by link or id…” under Papers.', from });
}

const goneFromHere = failure('not-found', { message: 'This paper is no longer on this computer.' });

const nothingToExport = failure('invalid-input', {
  message: 'There are no papers to export.',
  nextStep: 'Add or create a paper first.',
});

function added(identifier: string, name: string, rememberedAt: number): KnownPaper {
  const known = { identifier, name, rememberedAt, deletedAt: null };
  return { ...BARE_PAPER, ...known, origin: 'added', isTemplate: false };
}

/** Adds imported notes to a paper's empty fields and its tags. Returns `note` itself if nothing was added. */
function completedNote(note: NoteRecord, { tags, ...more }: ListedPaper['local']): NoteRecord {
  const next: NoteRecord = {
    ...note,
    customer: note.customer || more.customer,
    note: note.note || more.note,
    tags: uniqueTags([...note.tags, ...tags]).slice(0, MOST_TAGS),
    protected: note.protected || more.protected,
  };
  return saysTheSame(note, next) ? note : next;
}

function fromAnswer({ accepted, ...answer }: PaperAnswer, requested: string | null, now: number): Paper {
  const isSame = foldId(answer.templateId ?? '') === foldId(requested ?? '');
  const confirmed = isSame ? 'confirmed' : 'not-confirmed';
  return {
    ...answer,
    templateId: answer.templateId ?? requested,
    template: requested === null && answer.templateId === null ? 'none' : confirmed,
    origin: 'created',
    isTemplate: false,
    rememberedAt: now,
    deletedAt: null,
    inputAt: null,
    local: null,
    ...(accepted === true && { standing: 'accepted' as const }),
  };
}

const CELLS: Readonly<Record<string, (paper: Paper) => Cell>> = {
  identifier: ({ identifier }) => identifier,
  name: ({ name }) => name,
  source: ({ source }) => source ?? '',
  template: ({ templateId }) => templateId ?? '',
  'is template': ({ isTemplate }) => (isTemplate ? 'yes' : ''),
  customer: ({ local }) => local?.customer ?? '',
  tags: ({ local }) => writeTags(local?.tags ?? []),
  note: ({ local }) => local?.note ?? '',
  protected: ({ local }) => (local?.protected === true ? 'yes' : ''),
  added: ({ rememberedAt }) => timeCell(rememberedAt),
  deleted: ({ deletedAt }) => timeCell(deletedAt),
};

export const PAPER_COLUMNS: readonly string[] = Object.keys(CELLS);

export function paperCells(paper: Paper): readonly Cell[] {
  return Object.values(CELLS).map((cellOf) => cellOf(paper));
}

function paperJson({ local, rememberedAt, deletedAt, templateId, ...paper }: Paper) {
  const { identifier, name, source, isTemplate, raw } = paper;
  const { customer = '', tags = [], note = '', protected: isProtected = false } = local ?? {};
  const noted = { customer, tags, note, protected: isProtected };
  const moments = { added: isoOf(rememberedAt), deleted: isoOf(deletedAt) };
  return { identifier, name, source, template: templateId, isTemplate, ...noted, ...moments, raw };
}

export function createdEntry(
  { connectionId, name }: Pick<ArgsOf<'papers.create'>, 'connectionId' | 'name'>,
  result: Result<Paper>,
): NewEntry {
  return {
    connectionId,
    action: 'paper-created',
    target: result.ok ? result.value.identifier : '',
    ...endOf(result, name),
    ...(result.ok && result.value.standing === 'accepted' && { outcome: 'accepted' as const }),
  };
}

export function paperCalls(papers: Papers): CallsOf<'papers'> {
  return {
    list: { run: async (args) => ok(await papers.list(args)) },
    create: {
      run: (paper) => papers.create(paper),
      log: createdEntry,
    },
    add: {
      run: (args) => papers.add(args),
      log: ifDone(({ connectionId }, { identifier, name }) => ({
        connectionId,
        action: 'paper-added',
        target: identifier,
        detail: name,
      })),
    },
    addMany: {
      run: (args) => papers.addMany(args),
      log: ifDone(({ connectionId }, lines) => ({
        connectionId,
        action: 'paper-added',
        target: '',
        detail: tally([[lines.filter(({ outcome }) => outcome === 'added').length, 'paper']]),
      })),
    },
    readList: { run: () => papers.readList() },
    export: { run: (args) => papers.export(args), log: unlogged },
    copy: { run: (args) => papers.copy(args), log: unlogged },
    rename: {
      run: (args) => papers.rename(args),
      log: ifDone(({ connectionId, identifier }) => ({
        connectionId,
        action: 'notes-changed',
        target: identifier,
        detail: 'Name of the paper',
      })),
    },
    markTemplates: {
      run: (args) => papers.markTemplates(args),
      log: ifDone(({ connectionId, which, isTemplate }) => ({
        connectionId,
        action: 'notes-changed',
        target: which.length === 1 ? (which[0] ?? '') : '',
        detail: `${isTemplate ? 'Marked as template' : 'No longer marked as template'}: ${tally([[which.length, 'paper']])}`,
      })),
    },
    forget: {
      run: (args) => papers.forget(args),
      log: ifDone(({ connectionId, which }) =>
        which === 'deleted'
          ? { connectionId, action: 'paper-forgotten', target: '', detail: 'All deleted papers' }
          : null,
      ),
    },
  };
}

export function openPapers(
  core: Core,
  notes: Notes,
  sharing: Sharing,
  around: Pick<PapersOptions, 'apiOf' | 'appUrlOf' | 'watchCreate'>,
) {
  const { store, signals, publish } = core;
  const papers = new Papers({
    ...core,
    ...around,
    register: store.papers,
    notes,
    sharing,
    beingDeleted: (...args) => core.beingDeleted('delete-papers', ...args),
  });
  signals.notesChanged.on((connectionId) => publish('papers.changed', { connectionId }));
  signals.visited.on(papers.visited.bind(papers));
  return { papers, calls: paperCalls(papers) };
}
