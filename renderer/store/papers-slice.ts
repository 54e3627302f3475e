import type {
  BoardColumn,
  BoardField,
  BoardFilter,
  BoardQuery,
  SavedView,
} from '../../preload/contract/boards.ts';
import type { AddedLine, Paper } from '../../preload/contract/papers.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { counted, formatNumber, roomTitle } from '../lib/format.ts';
import { copiedSentence, type CopyAs } from './board-export-slice.ts';
import { failureOf, given } from './calls.ts';
import { ALL_ROWS, filterKey, listActions } from './list-query.ts';
import { onLocked } from './lock-slice.ts';
import { arrangedPapers, matchesQuery, speaksOfDeleted } from './paper-query.ts';
import type { AppState, SliceContext } from './store.ts';

/** What says which papers are listed, and how. */
type Listing = Pick<AppState, 'papers' | 'deletedPapers' | 'deletedPapersShown' | 'paperQuery'>;

/** The papers that the list may show: deleted ones where they are asked for, by a word, a filter or in general. */
export function listedPapers({
  papers,
  deletedPapers,
  deletedPapersShown,
  paperQuery,
}: Listing): readonly Paper[] | null {
  const withDeleted = deletedPapersShown || paperQuery.find !== '' || speaksOfDeleted(paperQuery);
  return papers === null || !withDeleted ? papers : [...papers, ...deletedPapers];
}

const TEMPLATES = { kind: 'mark', mark: 'template', is: true } as const satisfies BoardFilter;
const isTemplates = (filter: BoardFilter): boolean => filterKey(filter) === filterKey(TEMPLATES);

/** Whether only papers that are marked as templates are listed. */
export function templatesOnly({ paperQuery }: Pick<AppState, 'paperQuery'>): boolean {
  return paperQuery.filters.some(isTemplates);
}

/** How many papers of the register came from a paper, deleted ones too, and when the last of them did (epoch ms). */
export interface TemplateUse {
  readonly times: number;
  readonly lastAt: number;
}

type FileFormat = ArgsOf<'papers.export'>['format'];

type Register = Pick<AppState, 'papers' | 'deletedPapers'>;

/** For the register that was asked about last: every row asks. */
let lastUses: (Register & { readonly uses: ReadonlyMap<string, TemplateUse> }) | null = null;

/** By the identifiers of the papers that others were made from. */
export function usesOf({ papers, deletedPapers }: Register): ReadonlyMap<string, TemplateUse> {
  if (lastUses?.papers === papers && lastUses.deletedPapers === deletedPapers) return lastUses.uses;
  const uses = new Map<string, TemplateUse>();
  for (const { templateId, rememberedAt } of [...(papers ?? []), ...deletedPapers]) {
    if (templateId === null) continue;
    const { times, lastAt } = uses.get(templateId) ?? { times: 0, lastAt: 0 };
    uses.set(templateId, { times: times + 1, lastAt: Math.max(lastAt, rememberedAt) });
  }
  lastUses = { papers, deletedPapers, uses };
  return uses;
}

/** Papers that may be a template: those marked as such first, and of each the last used or remembered first. */
export function templateChoices(register: Register): readonly Paper[] {
  const uses = usesOf(register);
  const lastAt = ({ identifier, rememberedAt }: Paper): number =>
    Math.max(rememberedAt, uses.get(identifier)?.lastAt ?? 0);
  return (register.papers ?? []).toSorted(
    (one, other) => Number(other.isTemplate) - Number(one.isTemplate) || lastAt(other) - lastAt(one),
  );
}

/** A paper of the register by its identifier, deleted or not; null where there is none. */
export function knownPaper(
  { papers, deletedPapers }: Pick<AppState, 'papers' | 'deletedPapers'>,
  identifier: string | null,
): Paper | null {
  const known = [...(papers ?? []), ...deletedPapers];
  return known.find((paper) => paper.identifier === identifier) ?? null;
}

function without(papers: readonly Paper[], ...identifiers: readonly string[]): readonly Paper[] {
  const gone = new Set(identifiers);
  return papers.filter(({ identifier }) => !gone.has(identifier));
}

/** The rows of the list, in their order. */
export function shownPapers(state: Listing): readonly Paper[] {
  return arrangedPapers(listedPapers(state), state.paperQuery, Date.now());
}

/** Another register, in which the current paper, where it is listed no more, gives way to the next one that is. */
function registerOf(state: AppState, change: Pick<AppState, 'papers' | 'deletedPapers'>): Partial<AppState> {
  const before = shownPapers(state);
  const after = new Set(shownPapers({ ...state, ...change }).map(({ identifier }) => identifier));
  const paperPicks = new Set([...state.paperPicks].filter((identifier) => after.has(identifier)));
  const at = before.findIndex(({ identifier }) => identifier === state.paperSelected);
  const isThere = ({ identifier }: Paper): boolean => after.has(identifier);
  const next = before.slice(at).find(isThere) ?? before.slice(0, Math.max(0, at)).findLast(isThere);
  return { ...change, paperPicks, ...(at >= 0 && { paperSelected: next?.identifier ?? null }) };
}

/** The papers that are selected, else the current one. */
export function selectedPapers(state: AppState): readonly Paper[] {
  const known = [...(state.papers ?? []), ...state.deletedPapers];
  const { paperPicks: picks, paperSelected } = state;
  return known.filter(({ identifier }) =>
    picks.size > 0 ? picks.has(identifier) : identifier === paperSelected,
  );
}

// A list of papers of any length, in pieces that a call has room for.

/** In bytes, as JSON. */
const PIECE = 40_000;
/** In characters: main refuses longer pieces, which only one line alone can be. */
const MOST_SENT = 50_000;
/** In characters: a first line that goes on after so many names no columns. */
const LONGEST_HEAD = 4000;

/** A list's first line, which the pieces after the first are read by; empty where it is none that names columns. */
function headOf(list: string): string {
  const head = /^[^\r\n]*/u.exec(list)?.[0] ?? '';
  return head.length > LONGEST_HEAD ? '' : head;
}

/** The pieces of a list, with the lines before each. They end with a line, and outside of quotation marks where that can be. */
export function piecesOf(list: string): readonly { readonly text: string; readonly line: number }[] {
  const lines = list.split(/\r\n|\r|\n/u);
  const pieces: { text: string; line: number }[] = [];
  let from = 0;
  /** Behind the last line up to which all quotation marks are closed. */
  let closed = 0;
  let bytes = 0;
  let marks = 0;
  const cut = (to: number): void => {
    pieces.push({ text: lines.slice(from, to).join('\n'), line: from });
    [from, closed, marks] = [to, to, 0];
    bytes = 0;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const size = new TextEncoder().encode(JSON.stringify(line)).length;
    if (bytes + size > PIECE && at > from) {
      cut(closed > from ? closed : at);
      // What lies between is counted again.
      at = from - 1;
      continue;
    }
    bytes += size;
    marks += line.split('"').length - 1;
    if (marks % 2 === 0) closed = at + 1;
  }
  cut(lines.length);
  return pieces;
}

/** How a paper is called. */
export function paperTitle(paper: Paper): string {
  return roomTitle(paper.name, paper.identifier);
}

function fieldsOfPapers(papers: readonly Paper[]): readonly BoardField[] {
  const names = papers.flatMap(({ otherFields }) => otherFields.map(({ name }) => name));
  return [...Map.groupBy(names, (name) => name)].map(([name, { length: boards }]) => ({ name, boards }));
}

const NO_PICKS: ReadonlySet<string> = new Set();

const NOTHING_READ = {
  /** Whose register is open; null before the first. */
  papersOf: null as string | null,
  /** The register on this computer, without those that were deleted; null until it is read. */
  papers: null as readonly Paper[] | null,
  deletedPapers: [] as readonly Paper[],
  /** Why the register could not be read or changed; the papers read before stay. */
  papersFailure: null as Failure | null,
  paperQuery: ALL_ROWS,
  paperFind: '',
  paperColumns: [] as readonly BoardColumn[],
  /** Fields that the service's answers had when papers were made. */
  paperFields: [] as readonly BoardField[],
  paperViews: [] as readonly SavedView[],
  paperViewId: null as string | null,
  /** Identifier of the current row. */
  paperSelected: null as string | null,
  /** Identifiers of those that are selected beside the current one; all of them are listed. */
  paperPicks: NO_PICKS,
  /** Shown until dismissed: their identifiers may be known nowhere else, so they can be taken back. */
  papersForgotten: [] as readonly Paper[],
};

/** Papers of the current connection: the register on this computer, for the service can't list them. */
function copiedPapers(as: Exclude<CopyAs, 'links'>, papers: number): string {
  if (as === 'rows') return copiedSentence('rows', papers);
  if (as === 'curl') return 'Copied the cURL command.';
  return papers === 1 ? 'Copied the paper’s identifier.' : 'Copied the identifiers.';
}

export function createPapersSlice(context: SliceContext) {
  const { bridge, store, set, get } = context;
  const opened = (): string => given(get().papersOf);

  /** Opens a register, or none, as it was looked at last, and drops everything of the previous one. */
  function turnTo(papersOf: string | null): void {
    const { lastState, currentId } = get();
    const last = papersOf === null || papersOf !== currentId ? undefined : lastState?.papers;
    set({
      ...NOTHING_READ,
      papersOf,
      ...(last !== undefined && {
        paperQuery: { find: '', filters: last.filters, order: last.order },
        paperViewId: last.viewId,
      }),
    });
  }

  /** Readings started, and the newest whose answer no longer counts. */
  let begun = 0;
  let settled = 0;

  async function read(connectionId: string): Promise<void> {
    begun += 1;
    const mine = begun;
    const result = await bridge.papers.list({ connectionId });
    if (get().papersOf !== connectionId || mine <= settled) return;
    settled = mine;
    if (!result.ok) return set({ papersFailure: result.error });
    const papers = result.value.filter(({ deletedAt }) => deletedAt === null);
    const deletedPapers = result.value.filter(({ deletedAt }) => deletedAt !== null);
    const paperFields = fieldsOfPapers(result.value);
    set((state) => ({ ...registerOf(state, { papers, deletedPapers }), paperFields, papersFailure: null }));
  }

  /** The list was changed here: a reading under way may miss it, so it is read again. */
  function changed(connectionId: string): void {
    if (settled === begun) return;
    settled = begun;
    void read(connectionId);
  }

  /** Where a range begins; null for the current paper. */
  let anchor: string | null = null;

  function pick(paperPicks: ReadonlySet<string>): void {
    set({ paperPicks });
    get().say(paperPicks.size === 0 ? 'No paper selected' : `${formatNumber(paperPicks.size)} selected`);
  }

  /** Makes a call that answers with a new paper, shows it and says so. */
  async function kept(
    done: string,
    ask: (connectionId: string) => Promise<Result<Paper>>,
  ): Promise<Result<Paper>> {
    const connectionId = opened();
    const result = await ask(connectionId);
    if (!result.ok) return result;
    const paper = result.value;
    if (get().papersOf === connectionId) {
      set((state) => ({
        papers: [paper, ...without(state.papers ?? [], paper.identifier)],
        deletedPapers: without(state.deletedPapers, paper.identifier),
        // It must not be hidden.
        ...(!matchesQuery(paper, state.paperQuery, Date.now()) && {
          paperQuery: { ...state.paperQuery, find: '', filters: [] },
          paperFind: '',
          paperViewId: null,
        }),
        paperPicks: NO_PICKS,
        paperSelected: paper.identifier,
        papersForgotten: [],
      }));
      changed(connectionId);
      get().remember({ kind: 'paper', id: paper.identifier });
    }
    if (paper.standing === 'accepted' && done === 'created')
      get().announce(`The service accepted paper ${paperTitle(paper)} and has not confirmed it.`, 'problem');
    else get().announce(`Paper ${paperTitle(paper)} ${done}`);
    return result;
  }

  /** Takes papers that are no longer in the register off the list. */
  function drop(connectionId: string, identifiers: readonly string[]): void {
    if (get().papersOf !== connectionId) return;
    set((state) =>
      registerOf(state, {
        papers: state.papers && without(state.papers, ...identifiers),
        deletedPapers: without(state.deletedPapers, ...identifiers),
      }),
    );
    changed(connectionId);
  }

  const list = listActions(context, {
    of: 'paper',
    read: ({ paperQuery, paperFind, paperColumns, paperFields, paperViews, paperViewId }) => ({
      query: paperQuery,
      find: paperFind,
      columns: paperColumns,
      fields: paperFields,
      views: paperViews,
      viewId: paperViewId,
    }),
    write: ({ query, find, columns, fields, views, viewId }) => ({
      paperQuery: query,
      paperFind: find,
      paperColumns: columns,
      paperFields: fields,
      paperViews: views,
      paperViewId: viewId,
    }),
    opened: () => get().papersOf,
  });

  /** How the register was looked at. */
  async function readLayout(connectionId: string): Promise<void> {
    const [views, layout] = await Promise.all([
      bridge.views.list({ connectionId, of: 'paper' }),
      bridge.views.layout({ connectionId }),
    ]);
    if (get().papersOf !== connectionId) return;
    if (views.ok) set({ paperViews: views.value });
    if (layout.ok) set({ paperColumns: layout.value.paperColumns });
    const failure = [views, layout].find((result) => !result.ok);
    if (failure !== undefined && !failure.ok) get().raise(failure.error);
  }

  onLocked(store, () => turnTo(null));
  // What was selected by another question is not what is seen now.
  store.subscribe((state, before) => {
    if (state.paperQuery !== before.paperQuery && state.paperPicks.size > 0) set({ paperPicks: NO_PICKS });
  });
  /** Where deletes of many stand: their rows are marked while they may still delete them. */
  const standing = new Map<string, string>();
  bridge.on('jobs.changed', ({ job }) => {
    if (job.kind !== 'delete-papers' || job.about !== '' || job.connectionId !== get().papersOf) return;
    // What is selected was meant for it.
    if (!standing.has(job.id)) set({ paperPicks: NO_PICKS });
    if (standing.get(job.id) === job.state) return;
    standing.set(job.id, job.state);
    void read(job.connectionId);
  });
  bridge.on('papers.changed', ({ connectionId }) => {
    if (get().papersOf === connectionId) void read(connectionId);
  });

  return {
    ...NOTHING_READ,
    paperList: list,
    /** Whether deleted papers are listed too; while something is looked for they always are. */
    deletedPapersShown: false,

    /** Turns to a connection's register. */
    openPapers: async (connectionId: string) => {
      if (get().papersOf === connectionId) return;
      turnTo(connectionId);
      await Promise.all([read(connectionId), readLayout(connectionId)]);
    },

    reloadPapers: () => read(opened()),

    findPapers: list.find,

    /** Sorts by a column, or turns the order around when it is sorted by it already. */
    sortPapers: (by: BoardQuery['order']['by']) => {
      const { order } = get().paperQuery;
      const descending = order.by === by ? !order.descending : by === 'created';
      list.setQuery({ order: { by, descending } });
    },

    selectPaper: (identifier: string) => set({ paperSelected: identifier }),

    /** Selects or deselects the paper at a rank; the next range starts there. */
    pickPaper: (rank: number) => {
      const identifier = shownPapers(get())[rank]?.identifier;
      if (identifier === undefined) return;
      anchor = identifier;
      const picks = new Set(get().paperPicks);
      if (!picks.delete(identifier)) picks.add(identifier);
      pick(picks);
    },

    /** Selects the range from the last selected or current paper to this one, in place of what was selected. */
    pickPapersTo: (rank: number) => {
      const shown = shownPapers(get());
      anchor ??= get().paperSelected;
      const from = Math.max(
        0,
        shown.findIndex(({ identifier }) => identifier === anchor),
      );
      const range = shown.slice(Math.min(from, rank), Math.max(from, rank) + 1);
      pick(new Set(range.map(({ identifier }) => identifier)));
    },

    pickAllPapers: () => pick(new Set(shownPapers(get()).map(({ identifier }) => identifier))),

    clearPaperPicks: () => {
      anchor = null;
      if (get().paperPicks.size > 0) pick(NO_PICKS);
    },

    /**
     * Adds the papers of a list, piece by piece. `onLines` hears what became of the next lines; once it says false no
     * more are sent.
     */
    addPapers: async (list: string, onLines: (lines: readonly AddedLine[]) => boolean) => {
      const connectionId = opened();
      let head = '';
      for (const { text, line } of piecesOf(list)) {
        if (text.length > MOST_SENT) {
          if (!onLines([{ line: line + 1, outcome: 'not-understood', why: 'This line is too long.' }])) break;
          continue;
        }
        const told = await bridge.papers.addMany({ connectionId, pasted: text, pastedHead: head });
        if (!told.ok) return told.error;
        if (!onLines(told.value.map((each) => ({ ...each, line: each.line + line })))) break;
        head = headOf(list);
      }
      return null;
    },

    /** Main lets the person choose a list; the value is null where they chose none. */
    readPaperList: () => bridge.papers.readList({}),

    /** Writes these papers, or all, to a file. */
    exportPapers: (which: readonly string[] | 'all', format: FileFormat) =>
      bridge.papers.export({ connectionId: opened(), which, format }),

    /** Puts something of these papers on the clipboard and says so; a failure is raised. */
    copyPapers: async (which: readonly string[], as: Exclude<CopyAs, 'links'>) => {
      const failed = await failureOf(bridge.papers.copy({ connectionId: opened(), which, as }));
      if (failed !== null) get().raise(failed);
      else get().announce(copiedPapers(as, which.length), 'copied');
    },

    /** Creates a paper at the service and remembers it; it is selected afterwards. */
    createPaper: (name: string, templateId: string | null) =>
      kept('created', (connectionId) => bridge.papers.create({ connectionId, name, templateId })),

    /** Remembers a paper by what was pasted, an identifier or a room address; it is selected afterwards. */
    addPaper: (pasted: string, name: string) =>
      kept('added', (connectionId) => bridge.papers.add({ connectionId, pasted, name })),

    /** Lists a paper again that the service did not know when it was to be deleted. */
    restorePaper: async ({ identifier, name }: Paper) => {
      const restored = await kept('restored', (connectionId) =>
        bridge.papers.add({ connectionId, pasted: identifier, name }),
      );
      get().raise(restored.ok ? null : restored.error);
    },

    /** Calls a paper something else on this computer. */
    renamePaper: (identifier: string, name: string) => {
      const connectionId = opened();
      return failureOf(bridge.papers.rename({ connectionId, identifier, name }), (renamed) => {
        if (get().papersOf !== connectionId) return;
        set(({ papers }) => ({
          papers: papers?.map((paper) => (paper.identifier === identifier ? renamed : paper)) ?? null,
        }));
        changed(connectionId);
        get().announce(`Renamed to ${renamed.name}`);
      });
    },

    showDeletedPapers: (deletedPapersShown: boolean) => set({ deletedPapersShown }),

    showTemplates: (only: boolean) => {
      const filters = get().paperQuery.filters.filter((each) => !isTemplates(each));
      list.setQuery({ filters: only ? [...filters, TEMPLATES] : filters });
    },

    /** Marks papers as templates, or no longer as such; a failure is raised. */
    markTemplates: async (which: readonly string[], isTemplate: boolean) => {
      const connectionId = opened();
      const marked = new Set(which);
      get().raise(
        await failureOf(bridge.papers.markTemplates({ connectionId, which, isTemplate }), () => {
          if (get().papersOf !== connectionId) return;
          const papers =
            get().papers?.map((paper) => (marked.has(paper.identifier) ? { ...paper, isTemplate } : paper)) ??
            null;
          set((state) => registerOf(state, { papers, deletedPapers: state.deletedPapers }));
          changed(connectionId);
          const what = which.length === 1 ? 'Marked' : `${counted(which.length, 'paper')} marked`;
          get().announce(isTemplate ? `${what} as template.` : `${what} as no template any more.`);
        }),
      );
    },

    /** Takes the deleted papers out of the register. */
    forgetDeletedPapers: async () => {
      const connectionId = opened();
      get().raise(
        await failureOf(bridge.papers.forget({ connectionId, which: 'deleted' }), () => {
          drop(
            connectionId,
            get().deletedPapers.flatMap(({ identifier, standing }) =>
              standing === 'not-found' ? [] : identifier,
            ),
          );
          get().announce('Deleted papers removed from this computer.');
          // Papers that were not found leave after 90 days.
          void read(connectionId);
        }),
      );
    },

    /** Takes papers out of the register; at the service nothing happens. */
    forgetPapers: async (papers: readonly Paper[]) => {
      const connectionId = opened();
      const which = papers.map(({ identifier }) => identifier);
      const result = await bridge.papers.forget({ connectionId, which });
      if (!result.ok) {
        if (get().papersOf === connectionId) set({ papersFailure: result.error });
        else get().raise(result.error);
        return;
      }
      drop(connectionId, which);
      const there = papers.filter(({ deletedAt }) => deletedAt === null);
      if (get().papersOf === connectionId) set({ papersForgotten: there });
      const stays = there.length === 1 ? 'The paper is' : 'The papers are';
      get().say(`Removed from this computer.${there.length === 0 ? '' : ` ${stays} still at the service.`}`);
    },

    /** Takes back that papers were forgotten: as far as that goes, for what the service had said of them is gone. */
    addPapersAgain: async () => {
      const forgotten = get().papersForgotten;
      set({ papersForgotten: [] });
      const [only, ...others] = forgotten;
      if (only === undefined) return;
      if (others.length === 0) return void (await get().addPaper(only.identifier, only.name));
      const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
      const rows = forgotten.map(({ identifier, name }) => `${cell(identifier)},${cell(name)}`);
      get().raise(await get().addPapers(['identifier,name', ...rows].join('\n'), () => true));
    },

    dismissPapersForgotten: () => set({ papersForgotten: [] }),
    dismissPapersFailure: () => set({ papersFailure: null }),
  };
}
