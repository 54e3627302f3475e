import type { RowFilter, RowMark, RowNames, CountedName } from '../../preload/contract/boards.ts';
import type { AddedLine, Paper } from '../../preload/contract/papers.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { counted, roomTitle } from '../lib/format.ts';
import { copiedSentence, exportedSentence, type CopyAs } from './board-export-slice.ts';
import { failureOf, given } from './calls.ts';
import { onLocked } from './lock-slice.ts';
import { arrangedPapers, matchesQuery, speaksOfDeleted } from './paper-query.ts';
import {
  isPicked,
  NO_PICKS,
  pickActions,
  pickedCount,
  type PickableRows,
  type PickActions,
} from './row-picks.ts';
import type { AppState, SliceContext } from './store.ts';

type Listing = Pick<AppState, 'papers' | 'deletedPapers' | 'lists'>;

/** The papers that the list may show: deleted ones where they are asked for, by a word or a filter. */
export function listedPapers({ papers, deletedPapers, lists }: Listing): readonly Paper[] | null {
  const { query } = lists.paper;
  const withDeleted = query.find !== '' || speaksOfDeleted(query);
  return papers === null || !withDeleted ? papers : [...papers, ...deletedPapers];
}

const isMark = (filter: RowFilter, mark: RowMark): boolean =>
  filter.kind === 'mark' && filter.mark === mark && filter.is;

/** Whether only papers with this mark are listed: templates, or deleted ones (`vanished`). */
export function onlyMarked({ lists }: Pick<AppState, 'lists'>, mark: RowMark): boolean {
  return lists.paper.query.filters.some((filter) => isMark(filter, mark));
}

export const templatesOnly = (state: Pick<AppState, 'lists'>): boolean => onlyMarked(state, 'template');

/** How many papers of the register came from a paper, deleted ones too, and when the last of them did (epoch ms). */
interface TemplateUse {
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
export function knownPaper({ papers, deletedPapers }: Register, identifier: string | null): Paper | null {
  const known = [...(papers ?? []), ...deletedPapers];
  return known.find((paper) => paper.identifier === identifier) ?? null;
}

export function shownPapers(state: Listing): readonly Paper[] {
  return arrangedPapers(listedPapers(state), state.lists.paper.query, Date.now());
}

/** Another register: a current paper that it lists no more gives way to the next one, and is selected no more. */
function registerOf(
  state: AppState,
  register: Pick<AppState, 'papers' | 'deletedPapers'>,
): Partial<AppState> {
  const before = shownPapers(state);
  const after = new Set(shownPapers({ ...state, ...register }).map(({ identifier }) => identifier));
  const at = before.findIndex(({ identifier }) => identifier === state.paperSelected);
  const isThere = ({ identifier }: Paper): boolean => after.has(identifier);
  const next = before.slice(at).find(isThere) ?? before.slice(0, Math.max(0, at)).findLast(isThere);
  const { picks } = state.lists.paper;
  const kept =
    picks.kind === 'ids'
      ? { ...picks, ids: new Set([...picks.ids].filter((id) => after.has(id))) }
      : NO_PICKS;
  return {
    ...register,
    lists: { ...state.lists, paper: { ...state.lists.paper, picks: picks.kind === 'all' ? picks : kept } },
    ...(at >= 0 && { paperSelected: next?.identifier ?? null }),
  };
}

function pickablePapers(state: AppState): PickableRows {
  const shown = shownPapers(state);
  const at = (rank: number) => shown[rank] && { id: shown[rank].identifier, isFresh: true };
  return { matching: shown.length, counting: false, revision: 0, at };
}

/** The rank of the current paper among those on show, or null. */
function currentRank(state: AppState): number | null {
  const rank = shownPapers(state).findIndex(({ identifier }) => identifier === state.paperSelected);
  return rank < 0 ? null : rank;
}

/** How many papers are picked; 0 when only the current one counts. */
export function papersPicked(state: AppState): number {
  const { picks } = state.lists.paper;
  return pickedCount(picks, picks.kind === 'all' ? shownPapers(state).length : 0);
}

/** The papers that are selected, else the current one. */
export function selectedPapers(state: AppState): readonly Paper[] {
  if (papersPicked(state) > 0)
    return shownPapers(state).filter(({ identifier }, rank) =>
      isPicked(state.lists.paper.picks, identifier, rank),
    );
  const current = knownPaper(state, state.paperSelected);
  return current === null ? [] : [current];
}

// A list of papers of any length, in pieces that a call has room for.

/** In characters: a piece ends with the line that would exceed it. */
const PIECE = 20_000;
/** In characters: a piece may be so long where a cell of several lines has not ended; main refuses longer ones. */
const MOST_SENT = 50_000;
/** In characters: a first line that goes on after so many names no columns. */
const LONGEST_HEAD = 4000;

/** The pieces of a list, with the lines before each. They end with a line, and outside of quotation marks where that can be. */
export function piecesOf(list: string): readonly { readonly text: string; readonly line: number }[] {
  const lines = list.split(/\r\n|\r|\n/u);
  const pieces: { text: string; line: number }[] = [];
  let from = 0;
  let length = 0;
  let isQuoted = false;
  for (const [at, line] of lines.entries()) {
    length += line.length + 1;
    if (at > from && length > (isQuoted ? MOST_SENT : PIECE)) {
      pieces.push({ text: lines.slice(from, at).join('\n'), line: from });
      [from, length, isQuoted] = [at, line.length + 1, false];
    }
    if (line.split('"').length % 2 === 0) isQuoted = !isQuoted;
  }
  return [...pieces, { text: lines.slice(from).join('\n'), line: from }];
}

export function paperTitle(paper: Paper): string {
  return roomTitle(paper.name, paper.identifier);
}

function namesOf(papers: readonly Paper[]): RowNames {
  const countedIn = (named: (paper: Paper) => readonly string[]): readonly CountedName[] =>
    [...Map.groupBy(papers.flatMap(named), (name) => name)]
      .filter(([name]) => name !== '')
      .map(([name, { length: boards }]) => ({ name, boards }));
  return {
    fields: countedIn(({ otherFields }) => otherFields.map(({ name }) => name)),
    tags: countedIn(({ local }) => local?.tags ?? []),
    customers: countedIn(({ local }) => [local?.customer ?? '']),
  };
}

const NOTHING_READ = {
  /** Whose register is open; null before the first. */
  papersOf: null as string | null,
  /** The register on this computer, without those that were deleted; null until it is read. */
  papers: null as readonly Paper[] | null,
  deletedPapers: [] as readonly Paper[],
  /** Why the register could not be read or changed; the papers read before stay. */
  papersFailure: null as Failure | null,
  /** Identifier of the current row. */
  paperSelected: null as string | null,
};

/** Papers of the current connection: the register on this computer, for the service can't list them. */
export function createPapersSlice(context: SliceContext) {
  const { bridge, store, set, get, attempt } = context;
  const paperPicking: PickActions = pickActions(context, 'paper', pickablePapers, currentRank);
  const opened = (): string => given(get().papersOf);

  /** Opens a register, or none, and drops everything of the previous one. */
  async function turnTo(papersOf: string | null): Promise<void> {
    set({ ...NOTHING_READ, papersOf });
    await get().paperList.open(papersOf);
  }

  /** Only the newest reading counts. */
  let readings = 0;

  async function read(connectionId: string): Promise<void> {
    readings += 1;
    const mine = readings;
    const result = await bridge.papers.list({ connectionId });
    if (get().papersOf !== connectionId || mine !== readings) return;
    if (!result.ok) return set({ papersFailure: result.error });
    const papers = result.value.filter(({ deletedAt }) => deletedAt === null);
    const deletedPapers = result.value.filter(({ deletedAt }) => deletedAt !== null);
    set((state) => ({ ...registerOf(state, { papers, deletedPapers }), papersFailure: null }));
    get().paperList.change({ names: namesOf(result.value) });
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
      await read(connectionId);
      // It must not be hidden.
      if (!matchesQuery(paper, get().lists.paper.query, Date.now())) get().paperList.clear();
      get().paperList.change({ picks: NO_PICKS });
      set({ paperSelected: paper.identifier });
      get().remember({ kind: 'paper', id: paper.identifier });
    }
    if (paper.standing === 'accepted' && done === 'created')
      get().announce(`The service accepted paper ${paperTitle(paper)} and has not confirmed it.`, 'problem');
    else get().announce(`Paper ${paperTitle(paper)} ${done}`);
    return result;
  }

  /** Takes back that papers were forgotten, as far as that goes: what the service had said of them is gone. */
  async function addAgain(connectionId: string, forgotten: readonly Paper[]): Promise<void> {
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const rows = forgotten.map(({ identifier, name }) => `${cell(identifier)},${cell(name)}`);
    if (get().papersOf === connectionId)
      get().raise(await get().addPapers(['identifier,name', ...rows].join('\n'), () => true));
  }

  onLocked(store, () => void turnTo(null));
  /** Where deletes of many stand: their rows are marked while they may still delete them. */
  const standing = new Map<string, string>();
  bridge.on('jobs.changed', ({ job }) => {
    if (job.kind !== 'delete-papers' || job.about !== '' || job.connectionId !== get().papersOf) return;
    // What is selected was meant for it.
    if (!standing.has(job.id)) get().paperList.change({ picks: NO_PICKS });
    if (standing.get(job.id) === job.state) return;
    standing.set(job.id, job.state);
    void read(job.connectionId);
  });
  bridge.on('papers.changed', ({ connectionId }) => {
    if (get().papersOf === connectionId) void read(connectionId);
  });

  return {
    ...NOTHING_READ,
    paperPicking,

    openPapers: async (connectionId: string) => {
      if (get().papersOf === connectionId) return;
      await turnTo(connectionId);
      if (get().papersOf === connectionId) await read(connectionId);
    },

    reloadPapers: () => read(opened()),

    selectPaper: (identifier: string) => set({ paperSelected: identifier }),

    /**
     * Adds the papers of a list, piece by piece. `onLines` hears what became of the next lines; once it says false no
     * more are sent.
     */
    addPapers: async (list: string, onLines: (lines: readonly AddedLine[]) => boolean) => {
      const connectionId = opened();
      const first = /^[^\r\n]*/u.exec(list)?.[0] ?? '';
      // What the pieces after the first are read by; empty where it names no columns.
      const head = first.length > LONGEST_HEAD ? '' : first;
      for (const { text, line } of piecesOf(list)) {
        if (text.length > MOST_SENT) {
          if (!onLines([{ line: line + 1, outcome: 'not-understood', why: 'This line is too long.' }])) break;
          continue;
        }
        const pastedHead = line === 0 ? '' : head;
        const told = await bridge.papers.addMany({ connectionId, pasted: text, pastedHead });
        if (!told.ok) return told.error;
        if (!onLines(told.value.map((each) => ({ ...each, line: each.line + line })))) break;
      }
      return null;
    },

    /** Main lets the person choose a list; the value is null where they chose none. */
    readPaperList: () => bridge.papers.readList({}),

    exportPapers: async (which: readonly string[] | 'all', format: ArgsOf<'papers.export'>['format']) => {
      const written = await bridge.papers.export({ connectionId: opened(), which, format });
      if (written.ok && written.value !== null) get().announce(exportedSentence(written.value, 'paper'));
      return written;
    },

    copyPapers: (which: readonly string[], as: Exclude<CopyAs, 'links'>) =>
      attempt(bridge.papers.copy({ connectionId: opened(), which, as }), () =>
        get().announce(copiedSentence(as, which.length), 'copied'),
      ),

    /** Creates a paper at the service and remembers it; it is selected afterwards. */
    createPaper: (name: string, templateId: string | null) =>
      kept('created', (connectionId) => bridge.papers.create({ connectionId, name, templateId })),

    /** Remembers a paper by what was pasted, an identifier or a room address; it is selected afterwards. */
    addPaper: (pasted: string, name: string) =>
      kept('added', (connectionId) => bridge.papers.add({ connectionId, pasted, name })),

    /** Lists a paper again that the service did not know when it was to be deleted. */
    restorePaper: ({ identifier, name }: Paper) =>
      attempt(
        kept('restored', (connectionId) => bridge.papers.add({ connectionId, pasted: identifier, name })),
      ),

    renamePaper: (identifier: string, name: string) => {
      const connectionId = opened();
      return failureOf(bridge.papers.rename({ connectionId, identifier, name }), (renamed) => {
        if (get().papersOf !== connectionId) return;
        void read(connectionId);
        get().announce(`Renamed to ${renamed.name}`);
      });
    },

    /** Lists only papers with this mark, or all again. */
    showMarked: (mark: RowMark, only: boolean) => {
      const filters = get().lists.paper.query.filters.filter((each) => !isMark(each, mark));
      get().paperList.setQuery({ filters: only ? [...filters, { kind: 'mark', mark, is: true }] : filters });
    },

    markTemplates: (which: readonly string[], isTemplate: boolean) =>
      attempt(bridge.papers.markTemplates({ connectionId: opened(), which, isTemplate }), () => {
        const what = which.length === 1 ? 'Marked' : `${counted(which.length, 'paper')} marked`;
        get().announce(isTemplate ? `${what} as template.` : `${what} as no template any more.`);
      }),

    forgetDeletedPapers: () => {
      const connectionId = opened();
      return attempt(bridge.papers.forget({ connectionId, which: 'deleted' }), () => {
        get().announce('Deleted papers removed from this computer.');
        void read(connectionId);
      });
    },

    /** Takes papers out of the register; at the service nothing happens. Their identifiers may be known nowhere else. */
    forgetPapers: async (papers: readonly Paper[]) => {
      const connectionId = opened();
      const which = papers.map(({ identifier }) => identifier);
      const result = await bridge.papers.forget({ connectionId, which });
      if (!result.ok) return get().raise(result.error);
      if (get().papersOf === connectionId) await read(connectionId);
      const there = papers.filter(({ deletedAt }) => deletedAt === null);
      const [only, ...others] = there;
      if (only === undefined) return get().announce('Removed from this computer.');
      const still =
        others.length === 0
          ? `The paper is still at the service as ${only.identifier}.`
          : 'The papers are still at the service.';
      get().announceUndo(`Removed from this computer. ${still}`, () => addAgain(connectionId, there));
    },

    dismissPapersFailure: () => set({ papersFailure: null }),
  };
}
