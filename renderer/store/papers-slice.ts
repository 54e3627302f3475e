import type { AddedLine, Paper } from '../../preload/contract/papers.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { counted, formatNumber, roomTitle } from '../parts/format.ts';
import { failureOf, given } from './calls.ts';
import { onLocked } from './lock-slice.ts';
import type { AppState, SliceContext } from './store.ts';

export interface PaperSort {
  readonly column: 'name' | 'remembered';
  readonly descending: boolean;
}

export const NEWEST_PAPERS_FIRST: PaperSort = { column: 'remembered', descending: true };

const ORDERS: Readonly<Record<PaperSort['column'], (a: Paper, b: Paper) => number>> = {
  name: (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' }),
  remembered: (a, b) => a.rememberedAt - b.rememberedAt,
};

/** What a paper is found by: its name, its identifier, and what was written about it. */
function wordsOf({ name, identifier, local }: Paper): string {
  const written = local === null ? [] : [local.note, local.customer, ...local.tags];
  return [name, identifier, ...written].join('\n').toLowerCase();
}

/** The papers that `find` is part of, letter case ignored, sorted; ties stay newest first. */
export function arrangedPapers(
  papers: readonly Paper[] | null,
  find: string,
  sort: PaperSort,
): readonly Paper[] {
  const sought = find.trim().toLowerCase();
  const order = ORDERS[sort.column];
  const direction = sort.descending ? -1 : 1;
  return (papers ?? [])
    .filter((paper) => wordsOf(paper).includes(sought))
    .sort((a, b) => direction * order(a, b) || b.rememberedAt - a.rememberedAt);
}

/** What says which papers are listed, and how. */
type Listing = Pick<
  AppState,
  'papers' | 'deletedPapers' | 'deletedPapersShown' | 'templatesOnly' | 'paperFind' | 'paperSort'
>;

/** The papers that the list may show: deleted ones where they are asked for, by a word or in general. */
export function listedPapers({
  papers,
  deletedPapers,
  deletedPapersShown,
  templatesOnly,
  paperFind,
}: Listing): readonly Paper[] | null {
  const withDeleted = deletedPapersShown || paperFind.trim() !== '';
  const listed = papers === null || !withDeleted ? papers : [...papers, ...deletedPapers];
  return templatesOnly && listed !== null ? listed.filter(({ isTemplate }) => isTemplate) : listed;
}

/** How many papers of the register came from a paper, deleted ones too, and when the last of them did (epoch ms). */
export interface TemplateUse {
  readonly times: number;
  readonly lastAt: number;
}

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
  return arrangedPapers(listedPapers(state), state.paperFind, state.paperSort);
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

const NO_PICKS: ReadonlySet<string> = new Set();

const NOTHING_READ = {
  /** Whose register is open; null before the first. */
  papersOf: null as string | null,
  /** The register on this computer, without those that were deleted; null until it is read. */
  papers: null as readonly Paper[] | null,
  deletedPapers: [] as readonly Paper[],
  /** Why the register could not be read or changed; the papers read before stay. */
  papersFailure: null as Failure | null,
  paperFind: '',
  /** Identifier of the current row. */
  paperSelected: null as string | null,
  /** Identifiers of those that are selected beside the current one; all of them are listed. */
  paperPicks: NO_PICKS,
  /** Shown until dismissed: their identifiers may be known nowhere else, so they can be taken back. */
  papersForgotten: [] as readonly Paper[],
};

/** Papers of the current connection: the register on this computer, for the service can't list them. */
export function createPapersSlice({ bridge, store, set, get }: SliceContext) {
  const opened = (): string => given(get().papersOf);

  /** Opens a register, or none, and drops everything of the previous one. */
  const turnTo = (papersOf: string | null) => set({ ...NOTHING_READ, papersOf });

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
    set((state) => ({ ...registerOf(state, { papers, deletedPapers }), papersFailure: null }));
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
        paperFind: '',
        templatesOnly: state.templatesOnly && paper.isTemplate,
        paperPicks: NO_PICKS,
        paperSelected: paper.identifier,
        papersForgotten: [],
      }));
      changed(connectionId);
      get().remember({ kind: 'paper', id: paper.identifier });
    }
    get().announce(`Paper ${paperTitle(paper)} ${done}`);
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

  onLocked(store, () => turnTo(null));
  bridge.on('papers.changed', ({ connectionId }) => {
    if (get().papersOf === connectionId) void read(connectionId);
  });

  return {
    ...NOTHING_READ,
    paperSort: NEWEST_PAPERS_FIRST,
    /** Whether deleted papers are listed too; while something is looked for they always are. */
    deletedPapersShown: false,
    /** Whether only papers that are marked as templates are listed. */
    templatesOnly: false,

    /** Turns to a connection's register. */
    openPapers: async (connectionId: string) => {
      if (get().papersOf === connectionId) return;
      turnTo(connectionId);
      await read(connectionId);
    },

    reloadPapers: () => read(opened()),

    findPapers: (text: string) => set({ paperFind: text, paperPicks: NO_PICKS }),

    /** Sorts by a column, or turns the order around when it is sorted by it already. */
    sortPapers: (column: PaperSort['column']) =>
      set(({ paperSort }) => ({
        paperSort: {
          column,
          descending: paperSort.column === column ? !paperSort.descending : column === 'remembered',
        },
      })),

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

    /** Writes these papers, or all, to a file; a failure is raised. */
    exportPapers: async (which: readonly string[] | 'all') => {
      const saved = await bridge.papers.export({ connectionId: opened(), which });
      if (!saved.ok) get().raise(saved.error);
      else if (saved.value !== null)
        get().announce(`Exported ${counted(saved.value.items, 'paper')} to ${saved.value.fileName}.`);
    },

    /** Creates a paper at the service and remembers it; it is selected afterwards. */
    createPaper: (name: string, templateId: string | null) =>
      kept('created', (connectionId) => bridge.papers.create({ connectionId, name, templateId })),

    /** Remembers a paper by what was pasted, an identifier or a room address; it is selected afterwards. */
    addPaper: (pasted: string, name: string) =>
      kept('added', (connectionId) => bridge.papers.add({ connectionId, pasted, name })),

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

    showTemplates: (templatesOnly: boolean) => set({ templatesOnly, paperPicks: NO_PICKS }),

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
            get().deletedPapers.map(({ identifier }) => identifier),
          );
          get().announce('Deleted papers removed from this computer.');
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
