/** State of the list of boards: its pages of rows, the current board and the selection. */
import type {
  BoardsState,
  BoardView,
  RowQuery,
  BoardRow,
  BoardWindow,
  BoardSelection,
  ServiceTime,
} from '../../preload/contract/boards.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { required } from './calls.ts';
import { ALL_ROWS, fieldsOf } from './list-slice.ts';
import {
  NO_PICKS,
  pickActions,
  type PickActions,
  asSelection,
  pickedCount,
  type PickableRows,
} from './row-picks.ts';
import type { SliceContext, AppState } from './store.ts';
import { partOf } from '../lib/health-wording.ts';
import type { ArgsOf, EaselBridge } from '../../preload/contract/contract.ts';

export interface BoardsNotice {
  /** `list-failed`: the boards could not be listed, for example because the API key is missing. */
  readonly kind: 'create-failed' | 'list-failed' | 'rows-failed';
  readonly failure: Failure;
}

/** The board in the inspector. `view`, its details, stays visible while it is fetched again. */
export interface BoardDetail {
  readonly boardId: string;
  readonly loading: boolean;
  readonly view: BoardView | null;
  readonly failure: Failure | null;
}

const NOTHING_READ = {
  boards: null as BoardsState | null,
  boardsOf: null as string | null,
  boardSelection: null as CurrentBoard | null,
  boardDetail: null as BoardDetail | null,
  boardsNotice: null as BoardsNotice | null,
  boardsNews: null as BoardsState['news'] | null,
  boardCreating: null as number | null,
};

/** Age in ms from which a short list of boards is refreshed, and a long list shows its age. */
export const STALE_MS = 5 * 60_000;
const MOST_REQUESTS = 20;

/** True if the last full listing took few requests, so that Easel may repeat it without asking. */
export function isShort({ requests = Infinity }: Pick<BoardsState, 'requests'>): boolean {
  return requests <= MOST_REQUESTS;
}

const VANISHED = { kind: 'mark', mark: 'vanished', is: true } as const;

const FIND_PAUSE = 120;

function rowReader({ bridge, set, get, store }: SliceContext) {
  let findTimer: ReturnType<typeof setTimeout> | undefined;
  const cancelRequest = (): void => clearTimeout(findTimer);
  const onRows = boardFollower({ bridge, set, get });
  const windows = boardWindows(bridge, (result) => {
    if (!result.ok) return set({ boardsNotice: { kind: 'rows-failed', failure: result.error } });
    set((state) => ({
      boardRows: result.value,
      boardSelection: followSelection(state.boardSelection, result.value, state.boardRows),
      ...(state.boardsNotice?.kind === 'rows-failed' && { boardsNotice: null }),
    }));
    const { picks } = get().lists.board;
    if (picks.kind === 'ranges' && picks.revision !== result.value.revision) {
      get().boardList.change({ picks: NO_PICKS });
      get().announce('The list changed. Nothing is selected.', 'note');
    }
    void onRows();
  });

  function request(): void {
    cancelRequest();
    const { boardsOf: connectionId, lists } = get();
    const { query, columns } = lists.board;
    windows.ask(connectionId === null ? null : { connectionId, query, fields: fieldsOf(columns) });
  }

  store.subscribe((state, before) => {
    if (state.boardsOf === null || state.boardsOf !== before.boardsOf) return;
    const [{ query, columns }, { query: earlier, columns: shown }] = [state.lists.board, before.lists.board];
    if (query !== earlier) {
      cancelRequest();
      const typing = query.filters === earlier.filters && query.order === earlier.order;
      findTimer = setTimeout(request, typing ? FIND_PAUSE : 0);
    } else if (String(fieldsOf(columns)) !== String(fieldsOf(shown))) request();
  });

  return { windows, request, cancelRequest };
}

function boardRowActions(context: SliceContext, windows: ReturnType<typeof boardWindows>) {
  const { bridge, set, get } = context;
  const boardPicking: PickActions = pickActions(context, 'board', pickableBoards, currentRank);

  function leave(boardId: string): void {
    set(({ boardDetail, boardSelection }) => ({
      boardDetail: boardDetail?.boardId === boardId ? null : boardDetail,
      boardSelection:
        boardSelection?.row?.id === boardId ? { rank: boardSelection.rank, row: null } : boardSelection,
    }));
  }

  return {
    boardRows: NO_PAGES,
    boardPicking,

    showBoards: (from: number, to: number) => windows.show(from, to),

    selectBoard: (rank: number) =>
      set({ boardSelection: { rank, row: rowAt(get().boardRows, rank) ?? null } }),

    boardGone: (id: string) => {
      leave(id);
      windows.refetch();
    },

    /** If the current board is deleted, the next board is selected. */
    boardsDeleted: async () => {
      windows.refetch();
      const { boardsOf: connectionId, boardSelection } = get();
      const id = boardSelection?.row?.id ?? null;
      if (connectionId === null || id === null) return;
      const rank = await bridge.boards.rank({ connectionId, query: ALL_ROWS, boardId: id });
      if (rank.ok && rank.value === null && get().boardsOf === connectionId) leave(id);
    },

    boardsQueued: () => windows.refetch(),
  };
}

export function createBoardsSlice(context: SliceContext) {
  const { bridge, set, get } = context;
  const listed = new Set<string>();
  let switching = Promise.resolve();

  const { windows, request, cancelRequest } = rowReader(context);
  const isCurrent = (connectionId: string) => get().boardsOf === connectionId;

  function take(state: BoardsState): void {
    if (!isCurrent(state.connectionId)) return;
    const hasEnded = get().boards?.phase === 'loading' && state.phase !== 'loading';
    if (hasEnded) void readNames(state.connectionId);
    const { news } = state;
    if (hasEnded && state.phase === 'done' && news !== undefined)
      set(({ boardsNews: before }) => ({
        boardsNews: {
          added: news.added + (before?.added ?? 0),
          gone: news.gone + (before?.gone ?? 0),
          since: before?.since ?? news.since,
        },
      }));
    set({ boards: state });
    windows.changed(state.revision);
  }

  async function askList(
    call: 'list' | 'cancelList' | 'state',
    connectionId = get().boardsOf,
  ): Promise<void> {
    if (connectionId === null) return;
    const result = await bridge.boards[call]({ connectionId });
    if (!isCurrent(connectionId)) return;
    if (!result.ok) return set({ boardsNotice: { kind: 'list-failed', failure: result.error } });
    if (call === 'list' && get().boardsNotice?.kind === 'list-failed') set({ boardsNotice: null });
    take(result.value);
  }

  async function readNames(connectionId = get().boardsOf): Promise<void> {
    if (connectionId === null) return;
    const names = await bridge.boards.names({ connectionId });
    if (names.ok && isCurrent(connectionId)) get().boardList.change({ names: names.value });
  }

  async function switchTo(connectionId: string | null): Promise<void> {
    cancelRequest();
    windows.ask(null);
    set({ ...NOTHING_READ, boardsOf: connectionId, renaming: null });
    void readNames(connectionId);
    await get().boardList.open();
    if (connectionId !== null && isCurrent(connectionId)) request();
  }

  bridge.on('boards.changed', take);

  return {
    ...NOTHING_READ,

    readBoardNames: () => readNames(),
    countBoards: (ids: readonly string[]) => {
      const { boardsOf, lists } = get();
      return bridge.boards.countOf({ connectionId: required(boardsOf), query: lists.board.query, ids });
    },

    /** Lists a connection's boards when it is first opened or was saved, and if the main process has no recent list. */
    openBoards: async (connectionId: string, isSaved = false) => {
      if (!isCurrent(connectionId)) switching = switchTo(connectionId);
      await switching;
      if (!isCurrent(connectionId)) return;
      const first = !listed.has(connectionId);
      listed.add(connectionId);
      await askList('state', connectionId);
      const { phase, failure } = get().boards ?? {};
      // Phase `never` at a later opening means that the connection was edited. `key-refused`: the key may be new now.
      const isDue = first || isSaved || failure?.code === 'key-refused';
      if ((isDue && phase !== 'loading') || phase === 'never') await askList('list', connectionId);
      else await get().refreshOlder(STALE_MS);
    },

    closeBoards: () => void switchTo(null),

    refreshBoards: () => {
      set({ closedBoardsOf: {} });
      return askList('list');
    },

    refreshOlder: async (ageMs: number) => {
      const { boards, health } = get();
      if (boards?.asOf == null || Date.now() - boards.asOf < ageMs || !isShort(boards)) return;
      if (boards.phase === 'done' && partOf(health, 'board-api').state !== 'trouble') await askList('list');
    },

    showNews: (what: 'added' | 'gone') => {
      const { boardsNews: news } = get();
      if (news == null) return;
      set({ boardsNews: null });
      get().boardList.showAll();
      const filter = { added: { kind: 'created', from: news.since, to: null }, gone: VANISHED } as const;
      get().boardList.putFilter(filter[what], null);
    },
    stopListing: () => askList('cancelList'),

    ...boardRowActions(context, windows),

    dismissBoardsNotice: () => set({ boardsNotice: null }),
  };
}

function boardFollower({ bridge, set, get }: Pick<SliceContext, 'bridge' | 'set' | 'get'>) {
  let lastRequest: readonly unknown[] = [];

  return async function onRows(): Promise<void> {
    const { boardsOf: connectionId, boardRows, boardSelection } = get();
    const { query } = boardRows;
    const row = boardSelection?.row ?? null;
    if (connectionId === null || query === null || row === null || row.id === null) return;
    if (boardRows.fresh.size === 0) return;
    if (rankOf(boardRows, keyOfRow(row)) !== null) return;
    const question = [query, boardRows.revision, row.id];
    if (question.every((each, at) => each === lastRequest[at])) return;
    lastRequest = question;
    const found = await bridge.boards.rank({ connectionId, query, boardId: row.id });
    if (!found.ok || found.value === null || lastRequest !== question) return;
    const { boardRows: now } = get();
    if (now.query !== boardRows.query || now.revision !== boardRows.revision) return;
    const rank = found.value;
    set(({ boardSelection: now }) => (now?.row?.id === row.id ? { boardSelection: { ...now, rank } } : {}));
  };
}

// Fetched pages of rows. Outdated rows stay visible until new rows arrive, so that a refresh does not flicker.

export const PAGE_ROWS = 100;
/** Maximum distance, in pages, of a cached page from the last requested page. */
const FARTHEST = 20;

export interface RowPages {
  /** Query that returned the rows. Until the first response to a new query, this is the previous query. */
  readonly query: RowQuery | null;
  readonly pages: ReadonlyMap<number, readonly BoardRow[]>;
  readonly fresh: ReadonlySet<number>;
  readonly matching: number;
  /** True while matches are being counted, because `matching` is then only a lower bound. */
  readonly counting: boolean;
  /** Number of boards that an age filter leaves out because they have no usable creation time. */
  readonly undated: number;
  /** Revision of the list. A rank (position in the list) only means the same board within one revision. */
  readonly revision: number;
  readonly fields: readonly string[];
}

export const NO_PAGES: RowPages = {
  query: null,
  pages: new Map(),
  fresh: new Set(),
  matching: 0,
  counting: false,
  undated: 0,
  revision: 0,
  fields: [],
};

type RowView = readonly [from: number, to: number];

export const pageOf = (rank: number): number => Math.floor(rank / PAGE_ROWS);

export function rowAt(held: RowPages, rank: number): BoardRow | undefined {
  return held.pages.get(pageOf(rank))?.[rank % PAGE_ROWS];
}

/** Returns the key of a board's row: the board's id. For a board without an id, its position in the list. */
export function keyOfRow(row: BoardRow): string {
  return row.id ?? row.rowKey;
}

/** Returns the rank of the row with this key in the given pages, or null. */
export function rankOf(held: RowPages, key: string, pages: Iterable<number> = held.fresh): number | null {
  for (const page of pages) {
    const at = held.pages.get(page)?.findIndex((row) => keyOfRow(row) === key) ?? -1;
    if (at >= 0) return page * PAGE_ROWS + at;
  }
  return null;
}

/**
 * Returns the next page of rows to fetch: visible pages first, then those below, then those above. Null if all are
 * loaded.
 */
export function missingPage(held: RowPages, view: RowView, pending: ReadonlySet<number>): number | null {
  const { fresh, matching } = held;
  const [from, to] = view;
  const first = pageOf(from);
  const last = pageOf(Math.max(from, to - 1));
  const inView = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  // After a change, the list's length is unknown until the first response. Until then, only visible pages are fetched.
  const isKnown = fresh.size > 0;
  const wanted = isKnown ? [...inView, last + 1, first - 1] : inView;
  const end = isKnown ? pageOf(matching - 1) : last;
  return wanted.find((page) => page >= 0 && page <= end && !fresh.has(page) && !pending.has(page)) ?? null;
}

export function withWindow(held: RowPages, page: number, window: BoardWindow): RowPages {
  const isNear = (other: number): boolean => Math.abs(other - page) <= FARTHEST;
  const near = [...held.pages].filter(([other]) => isNear(other));
  const pages = new Map(near).set(page, window.rows);
  const fresh = new Set([...held.fresh].filter(isNear)).add(page);
  const { matching, counting = false, undated = 0, revision } = window;
  return { ...held, pages, fresh, matching, counting, undated, revision };
}

/** Marks all pages as outdated. Their rows stay visible while the pages are fetched again. */
export function staled(held: RowPages, revision = held.revision): RowPages {
  return { ...held, fresh: new Set(), revision };
}

type BoardQuestion = Pick<ArgsOf<'boards.window'>, 'connectionId' | 'query' | 'fields'>;

/** Maximum number of concurrent requests for pages. A fast scroll skips pages that are no longer visible. */
const MOST_CALLS = 2;

/** Minimum interval in ms between refetches of the rows while the service's boards are being listed. */
const REFETCH_PACE = 250;

/** Fetches pages of rows and ignores late responses. Calls `onWindow` after every change or failed request. */
export function boardWindows(bridge: EaselBridge, onWindow: (result: Result<RowPages>) => void) {
  let question: BoardQuestion | null = null;
  /** Cached rows. Rows of the previous query stay until the first response to the new query arrives. */
  let held = NO_PAGES;
  let view: RowView = [0, PAGE_ROWS];
  /** Numbers of requested pages. Each new query or refetch creates a new set, which marks earlier responses as late. */
  let pending = new Set<number>();
  let pace: ReturnType<typeof setTimeout> | null = null;
  /** True if outdated rows are to be fetched again when the timer ends. */
  let waits = false;
  /** True if the next request may return the first rows before all matches are counted. */
  let hurried = true;

  function hold(next: RowPages): void {
    held = next;
    onWindow({ ok: true, value: held });
  }

  function fetchAnew(): void {
    held = staled(held);
    pending = new Set();
    fetch();
  }

  function fetch(): void {
    const asked = question;
    const underWay = pending;
    if (asked === null) return;
    while (underWay.size < MOST_CALLS) {
      const page = missingPage(held, view, underWay);
      if (page === null) return;
      underWay.add(page);
      const { revision } = held;
      const span = { from: page * PAGE_ROWS, count: PAGE_ROWS, ...(hurried && { hurried: true as const }) };
      void bridge.boards.window({ ...asked, ...span }).then((result) => {
        // A newer query or refetch replaced this request, so its response is ignored.
        if (underWay !== pending) return;
        underWay.delete(page);
        if (result.ok) take(page, asked, result.value, revision);
        else onWindow(result);
      });
    }
  }

  function take(page: number, { query, fields }: BoardQuestion, window: BoardWindow, revision: number): void {
    const isLast = revision === held.revision;
    if (isLast && window.revision !== revision) held = staled(held, window.revision);
    const isAnswer = held.query === query && held.fields === fields;
    const base = isAnswer ? held : { ...NO_PAGES, query, fields };
    const next = withWindow(base, page, window);
    // Rows of an earlier revision are shown, but still marked as outdated.
    hold(isLast ? next : { ...next, fresh: base.fresh, revision: held.revision });
    if (window.counting === true) {
      hurried = false;
      fetchAnew();
    } else if (!waits) fetch();
  }

  function refetch(revision = held.revision): void {
    hold(staled(held, revision));
    waits = pace !== null;
    if (waits) return;
    fetchAnew();
    pace = setTimeout(() => {
      pace = null;
      if (waits) refetch();
    }, REFETCH_PACE);
  }

  return {
    ask: (next: BoardQuestion | null) => {
      const sameList = next !== null && question?.connectionId === next.connectionId;
      question = next;
      hurried = true;
      if (!sameList) {
        view = [0, PAGE_ROWS];
        hold(NO_PAGES);
      }
      fetchAnew();
    },
    show: (from: number, to: number) => {
      view = [from, to];
      fetch();
    },
    /** A lower revision is a change too. The main process starts again at 0 if the connection's addresses change. */
    changed: (revision: number) => {
      if (revision !== held.revision) refetch(revision);
    },
    refetch: () => refetch(),
  };
}

function freshRowAt(held: RowPages, rank: number): BoardRow | undefined {
  return held.fresh.has(pageOf(rank)) ? rowAt(held, rank) : undefined;
}

export interface CurrentBoard {
  readonly rank: number;
  readonly row: BoardRow | null;
}

type BoardsOnShow = Pick<AppState, 'boardSelection' | 'boardRows'>;

export function rowOf(id: string, created: ServiceTime | null): BoardRow {
  return {
    rowKey: id,
    id,
    created,
    vanishedAt: null,
    local: null,
    madeHere: false,
    previewedAt: null,
    fields: [],
  };
}

/** Returns a board's row from the list, else from the selection. Null if neither contains the board. */
export function knownRow({ boardSelection, boardRows }: BoardsOnShow, id: string): BoardRow | null {
  const selected = boardSelection?.row?.id === id ? boardSelection : null;
  // The row at the selected rank is tried first, because it usually is the board and needs no search.
  const there = selected === null ? undefined : rowAt(boardRows, selected.rank);
  if (there?.id === id) return there;
  const rank = rankOf(boardRows, id, boardRows.pages.keys());
  return (rank === null ? undefined : rowAt(boardRows, rank)) ?? selected?.row ?? null;
}

export function labelOf(state: BoardsOnShow, id: string): string {
  return knownRow(state, id)?.local?.label ?? '';
}

/**
 * Keeps the selection on its board when rows change. A board whose row is not loaded keeps its rank, because it may
 * be out of view or filtered out. If the board itself is gone, the selection moves to the row at its rank, or to the last row.
 */
export function followSelection(
  selection: CurrentBoard | null,
  pages: RowPages,
  before: RowPages,
): CurrentBoard | null {
  if (selection === null) return null;
  if (selection.row === null) {
    if (pages.fresh.size === 0) return selection;
    if (pages.matching === 0) return null;
    const rank = Math.min(selection.rank, pages.matching - 1);
    const row = freshRowAt(pages, rank) ?? null;
    return row === null && rank === selection.rank ? selection : { rank, row };
  }
  const key = keyOfRow(selection.row);
  const there = freshRowAt(pages, selection.rank);
  if (there !== undefined && keyOfRow(there) === key) return selection;
  const rank = rankOf(pages, key);
  const isOtherQuery = before.query !== null && before.query !== pages.query;
  return rank === null && !isOtherQuery ? selection : { ...selection, rank: rank ?? 0 };
}

export function currentRank({ boardSelection, boardRows }: BoardsOnShow): number | null {
  return isElsewhere(boardSelection, boardRows) ? null : (boardSelection?.rank ?? null);
}

/** True if the inspector shows a board that the list lacks, for example because of a filter. */
export function isElsewhere(selection: CurrentBoard | null, pages: RowPages): boolean {
  if (selection?.row == null) return false;
  const there = rowAt(pages, selection.rank);
  if (there === undefined) return pages.fresh.size > 0 && pages.matching === 0;
  return keyOfRow(there) !== keyOfRow(selection.row);
}

export function pickableBoards({ boardRows: pages }: Pick<AppState, 'boardRows'>): PickableRows {
  return {
    ...pages,
    at: (rank) => {
      const row = rowAt(pages, rank);
      return row && { id: row.id, isFresh: freshRowAt(pages, rank) === row };
    },
  };
}

export function boardsPicked({ lists, boardRows }: AppState): number {
  return pickedCount(lists.board.picks, boardRows.matching);
}

/** Returns the current board's id. Null if the list does not show it, because no command may act on a hidden board. */
function currentId({ boardSelection, boardRows }: AppState): string | null {
  return isElsewhere(boardSelection, boardRows) ? null : (boardSelection?.row?.id ?? null);
}

/** Returns the selected boards, else the current board. Null if there is neither. */
export function selectedBoards(state: AppState): BoardSelection | null {
  const { picks, query } = state.lists.board;
  const id = currentId(state);
  if (boardsPicked(state) > 0) return asSelection(picks, query);
  return id === null ? null : { kind: 'ids', ids: [id] };
}

export function selectedBoardCount(state: AppState): number {
  return boardsPicked(state) || (currentId(state) === null ? 0 : 1);
}
