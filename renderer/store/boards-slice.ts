import type {
  BoardsState,
  BoardView,
  BoardWindow,
  RowQuery,
  BoardRow,
  BoardSelection,
} from '../../preload/contract/boards.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { required } from './calls.ts';
import { ALL_ROWS, fieldsOf } from './list-slice.ts';
import {
  NO_PICKS,
  MOST_NAMED,
  pickActions,
  type PickActions,
  asSelection,
  pickedCount,
  type PickableRows,
  withToggled,
} from './row-picks.ts';
import { rowLoader } from './row-loader.ts';
import type { SliceContext, AppState } from './store.ts';
import { partOf } from '../lib/health-wording.ts';
import type { ArgsOf, EaselBridge } from '../../preload/contract/contract.ts';

export interface BoardsNotice {
  /** `list-failed`: Easel can't list the boards, for example because the API key is missing. */
  readonly kind: 'create-failed' | 'list-failed' | 'rows-failed';
  readonly failure: Failure;
}

/** The board in the inspector. While Easel fetches its details (`view`) again, the old details stay. */
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
};

/** Age in ms from which a boards list is old. Easel refreshes a short old list, and shows the age of a long one. */
export const STALE_MS = 5 * 60_000;
const MOST_REQUESTS = 20;

/** True if the last complete load of the boards list took few requests, so that Easel may refresh it automatically. */
export function isShort({ requests = Infinity }: Pick<BoardsState, 'requests'>): boolean {
  return requests <= MOST_REQUESTS;
}

const UNDATED = { kind: 'mark', mark: 'dated', is: false } as const;
const VANISHED = { kind: 'mark', mark: 'vanished', is: true } as const;

const FIND_PAUSE = 120;

export async function findBoard(
  bridge: EaselBridge,
  connectionId: string,
  query: RowQuery,
  id: string,
): Promise<{ readonly rank: number; readonly row: BoardRow } | null> {
  const ranks = await bridge.boards.ranks({ connectionId, query, ids: [id] });
  const [rank] = ranks.ok ? ranks.value : [];
  if (rank === undefined) return null;
  const there = { connectionId, from: rank, count: 1, query, fields: [], hurried: true } as const;
  const found = await bridge.boards.window(there);
  const row = found.ok ? found.value.rows[0] : undefined;
  // If the list has changed since main returned this rank, the row at this rank may be a different board.
  return row?.id === id ? { rank, row } : null;
}

function rowReader({ bridge, set, get, store }: SliceContext) {
  let findTimer: ReturnType<typeof setTimeout> | undefined;
  const cancelRequest = (): void => clearTimeout(findTimer);
  let lastRequest: readonly unknown[] = [];
  /** True after a bulk delete, which may have deleted the current board. False once fresh rows have arrived. */
  let mayBeDeleted = false;

  async function followCurrent(): Promise<void> {
    const { boardsOf: connectionId, boardRows, boardSelection } = get();
    const { query } = boardRows;
    const id = boardSelection?.row?.id ?? null;
    if (connectionId === null || query === null || id === null || !boardRows.isFresh) return;
    if (rankOf(boardRows, id) !== null) return;
    const question = [query, boardRows.revision, id];
    if (question.every((each, at) => each === lastRequest[at])) return;
    lastRequest = question;
    const found = await findBoard(bridge, connectionId, query, id);
    if (found === null || lastRequest !== question) return;
    const { boardRows: now } = get();
    if (now.query !== boardRows.query || now.revision !== boardRows.revision) return;
    set(({ boardSelection }) => (boardSelection?.row?.id === id ? { boardSelection: found } : {}));
  }

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
      get().announce('The list changed, so the selection was cleared.', 'note');
    }
    void followCurrent();
    void leaveDeleted();
  });

  /** Fetches the rows again after deletes by a bulk delete, which may include the current board. */
  function boardsDeleted(): void {
    mayBeDeleted = true;
    windows.refetch();
  }

  async function leaveDeleted(): Promise<void> {
    const { boardsOf: connectionId, boardRows, boardSelection } = get();
    if (!mayBeDeleted || !boardRows.isFresh) return;
    mayBeDeleted = false;
    const id = boardSelection?.row?.id ?? null;
    if (connectionId === null || id === null || rankOf(boardRows, id) !== null) return;
    // Looks for the board among all boards, because a filter of the list may hide it.
    const ranks = await bridge.boards.ranks({ connectionId, query: ALL_ROWS, ids: [id] });
    if (ranks.ok && ranks.value.length === 0 && get().boardsOf === connectionId) get().boardGone(id);
  }

  function request(): void {
    cancelRequest();
    const { boardsOf: connectionId, lists } = get();
    const { query, columns } = lists.board;
    windows.ask(connectionId === null ? null : { connectionId, query, fields: fieldsOf(columns) });
  }

  let rangeTimer: ReturnType<typeof setTimeout> | undefined;
  /** Converts a selected range of row numbers to board ids, because row numbers change with the list and the search. */
  async function nameRange(): Promise<void> {
    const { boardsOf: connectionId, lists } = get();
    const { picks, query } = lists.board;
    if (connectionId === null || picks.kind !== 'ranges') return;
    const [[from, last] = [0, MOST_NAMED], ...others] = picks.ranges;
    const count = last - from + 1;
    if (others.length > 0 || count > MOST_NAMED) return;
    const found = await bridge.boards.window({ connectionId, query, from, count, fields: [] });
    if (!found.ok || found.value.revision !== picks.revision || get().lists.board.picks !== picks) return;
    const ids = new Set(found.value.rows.flatMap(({ id }) => id ?? []));
    get().boardList.change({ picks: { kind: 'ids', ids } });
  }

  store.subscribe((state, before) => {
    if (state.lists.board.picks !== before.lists.board.picks) {
      clearTimeout(rangeTimer);
      if (state.lists.board.picks.kind === 'ranges')
        rangeTimer = setTimeout(() => void nameRange(), FIND_PAUSE);
      const known = new Map([...state.pickedRows, ...state.boardRows.rows].map((row) => [row.id, row]));
      const { picks } = state.lists.board;
      set({ pickedRows: picks.kind === 'ids' ? [...picks.ids].flatMap((id) => known.get(id) ?? []) : [] });
    }
    if (state.boardsOf === null || state.boardsOf !== before.boardsOf) return;
    const [{ query, columns }, { query: earlier, columns: shown }] = [state.lists.board, before.lists.board];
    if (query !== earlier) {
      cancelRequest();
      const typing = query.filters === earlier.filters && query.order === earlier.order;
      findTimer = setTimeout(request, typing ? FIND_PAUSE : 0);
    } else if (String(fieldsOf(columns)) !== String(fieldsOf(shown))) request();
  });

  return { windows, request, cancelRequest, boardsDeleted };
}

export function createBoardsSlice(context: SliceContext) {
  const { bridge, set, get } = context;
  const listed = new Set<string>();
  /** Connections whose boards a colleague has changed since Easel fetched their list. */
  const outdated = new Set<string>();
  let switching = Promise.resolve();

  const { windows, request, cancelRequest, boardsDeleted } = rowReader(context);
  const isCurrent = (connectionId: string) => get().boardsOf === connectionId;

  function take(state: BoardsState): void {
    if (!isCurrent(state.connectionId)) return;
    const hasEnded = get().boards?.phase === 'loading' && state.phase !== 'loading';
    if (hasEnded) void readBoardNames();
    const { news } = state;
    if (hasEnded && state.phase === 'done' && news !== undefined)
      set(({ boardsNews: before }) => {
        const dated = [before?.oldest ?? [], news.oldest ?? []].flat();
        return {
          boardsNews: {
            added: news.added + (before?.added ?? 0),
            gone: news.gone + (before?.gone ?? 0),
            oldest: dated.length === 0 ? null : Math.min(...dated),
            since: before?.since ?? news.since,
          },
        };
      });
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
    if (call === 'list') outdated.delete(connectionId);
    if (call === 'list' && get().boardsNotice?.kind === 'list-failed') set({ boardsNotice: null });
    take(result.value);
  }

  async function readBoardNames(): Promise<void> {
    const { boardsOf: connectionId } = get();
    if (connectionId === null) return;
    const names = await bridge.boards.names({ connectionId });
    if (names.ok && isCurrent(connectionId)) get().boardList.change({ names: names.value });
  }

  async function switchTo(connectionId: string | null): Promise<void> {
    cancelRequest();
    windows.ask(null);
    set({ ...NOTHING_READ, boardsOf: connectionId, renaming: null });
    void readBoardNames();
    await get().boardList.open();
    if (connectionId !== null && isCurrent(connectionId)) request();
  }

  const boardPicking: PickActions = pickActions(context, 'board', pickableBoards, currentRank);

  function leave(boardId: string): void {
    set(({ boardDetail, boardSelection }) => ({
      boardDetail: boardDetail?.boardId === boardId ? null : boardDetail,
      boardSelection:
        boardSelection?.row?.id === boardId ? { rank: boardSelection.rank, row: null } : boardSelection,
    }));
  }

  bridge.on('boards.changed', take);

  return {
    ...NOTHING_READ,

    readBoardNames,
    rankBoards: (ids: readonly string[]) => {
      const { boardsOf, lists } = get();
      return bridge.boards.ranks({ connectionId: required(boardsOf), query: lists.board.query, ids });
    },

    /** Lists a connection's boards when it is first opened, after a save, or if main has no recent list. */
    openBoards: async (connectionId: string, isSaved = false) => {
      if (!isCurrent(connectionId)) switching = switchTo(connectionId);
      await switching;
      if (!isCurrent(connectionId)) return;
      const first = !listed.has(connectionId);
      listed.add(connectionId);
      await askList('state', connectionId);
      const { phase, failure } = get().boards ?? {};
      // Lists the boards again after an edit of the connection (phase `never`), or if the service rejected the API key.
      const isDue = first || isSaved || failure?.code === 'key-refused';
      if ((isDue && phase !== 'loading') || phase === 'never') await askList('list', connectionId);
      else await get().refreshOlder(outdated.has(connectionId) ? 0 : STALE_MS);
    },

    closeBoards: () => void switchTo(null),

    refreshBoards: () => {
      set({ closedBoardsOf: {} });
      if (get().boardsNotice?.kind === 'rows-failed') windows.refetch();
      return askList('list');
    },

    /** Announces a colleague's change. Refreshes the boards list if it is open and short; if not, offers *Refresh*. */
    refreshChangedBoards: async (connectionId: string, sentence: string) => {
      const { boards, announce, connections } = get();
      outdated.add(connectionId);
      const refreshes = isCurrent(connectionId) && (boards === null || isShort(boards));
      const refresh = async (): Promise<void> => {
        if (!isCurrent(connectionId)) await get().go({ kind: 'connection', id: connectionId });
        if (get().currentId !== connectionId) return;
        await get().openBoards(connectionId);
        if (isCurrent(connectionId) && outdated.has(connectionId)) await get().refreshBoards();
      };
      announce(sentence, 'note', {
        connection: connections.find(({ id }) => id === connectionId)?.name ?? null,
        screen: 'boards',
        ...(!refreshes && { action: { label: 'Refresh', run: () => void refresh() } }),
      });
      if (refreshes) await get().refreshOlder(0);
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
      const { oldest: from } = news;
      // Filters from the creation time of the oldest added board, because the service's clock may be wrong.
      const added = from === null ? UNDATED : ({ kind: 'created', from, to: null } as const);
      get().boardList.putFilter(what === 'added' ? added : VANISHED, null);
    },
    stopListing: () => askList('cancelList'),

    boardRows: NO_ROWS,
    /** Last known rows of boards selected by id. Commands use a row even after its board has left the list. */
    pickedRows: [] as readonly BoardRow[],
    boardPicking,

    showBoards: (from: number, to: number) => windows.show(from, to),

    selectBoard: (rank: number) =>
      set({ boardSelection: { rank, row: rowAt(get().boardRows, rank) ?? null } }),

    boardGone: (id: string) => {
      const { picks } = get().lists.board;
      if (picks.kind !== 'ranges' && picks.ids.has(id))
        get().boardList.change({ picks: withToggled(picks, id, 0) ?? picks });
      leave(id);
      windows.refetch();
    },

    boardsQueued: () => windows.refetch(),

    boardsDeleted,

    dismissBoardsNotice: () => set({ boardsNotice: null }),
  };
}

/** Loaded part of the list. Outdated rows stay until new rows arrive, so that a refresh does not flicker. */
export interface LoadedRows extends Pick<BoardWindow, 'from' | 'rows' | 'matching' | 'revision'> {
  /** Query that returned the rows. Until a new query's response arrives, this is the previous query. */
  readonly query: RowQuery | null;
  readonly to: number;
  /** False if the list has changed since these rows were requested, or if main has not counted all matches yet. */
  readonly isFresh: boolean;
  readonly counting: boolean;
  /** Number of boards that an age filter omits, because their creation time is unknown. */
  readonly undated: number;
  readonly fields: readonly string[];
}

export const NO_ROWS: LoadedRows = {
  query: null,
  from: 0,
  to: 0,
  rows: [],
  isFresh: false,
  matching: 0,
  counting: false,
  undated: 0,
  revision: 0,
  fields: [],
};

export function rowAt({ from, rows }: LoadedRows, rank: number): BoardRow | undefined {
  return rows[rank - from];
}

export function keyOfRow(row: BoardRow): string {
  return row.id ?? row.rowKey;
}

function rankOf({ from, rows }: LoadedRows, key: string): number | null {
  const at = rows.findIndex((row) => keyOfRow(row) === key);
  return at < 0 ? null : from + at;
}

type BoardQuestion = Pick<ArgsOf<'boards.window'>, 'connectionId' | 'query' | 'fields'>;

export function boardWindows(bridge: EaselBridge, onRows: (result: Result<LoadedRows>) => void) {
  let question: BoardQuestion | null = null;
  /** Loaded rows of the boards list. Old rows stay until the first response to a new query. */
  let held = NO_ROWS;
  /** If true, main may respond before it has counted all matches. */
  let hurried = true;

  function hold(next: LoadedRows): void {
    held = next;
    onRows({ ok: true, value: held });
  }

  const loader = rowLoader<BoardWindow>({
    ask: (from, count) =>
      question && bridge.boards.window({ ...question, from, count, ...(hurried && { hurried }) }),
    loaded: () => ({ from: held.from, to: held.to, total: held.matching }),
    show: (result, from, to, isFresh) => {
      if (!result.ok) return onRows(result);
      const { query, fields } = required(question);
      const { matching, counting = false, undated = 0, revision } = result.value;
      // Reuses the objects of unchanged rows, so that React does not render these rows again.
      const isSame =
        held.isFresh && held.query === query && held.fields === fields && held.revision === revision;
      const rows = isSame
        ? result.value.rows.map((row, at) => rowAt(held, from + at) ?? row)
        : result.value.rows;
      const counts = { matching, counting, undated, revision };
      hold({ query, fields, from, to, rows, isFresh: isFresh && !counting, ...counts });
      if (!counting) return;
      hurried = false;
      loader.changed();
    },
  });

  function refetch(revision = held.revision): void {
    hold({ ...held, isFresh: false, revision });
    loader.changed();
  }

  return {
    ask: (next: BoardQuestion | null) => {
      const isOther = question === null || question.connectionId !== next?.connectionId;
      question = next;
      hurried = true;
      if (isOther) hold(NO_ROWS);
      loader.restart(isOther);
    },
    show: loader.see,
    /** Refetches rows if main's list has another revision than the loaded rows. */
    changed: (revision: number) => {
      if (revision !== held.revision) refetch(revision);
    },
    refetch: () => refetch(),
  };
}

export interface CurrentBoard {
  readonly rank: number;
  readonly row: BoardRow | null;
}

export function knownRow({ boardSelection, boardRows, pickedRows }: AppState, id: string): BoardRow | null {
  const isIt = (row: BoardRow): boolean => row.id === id;
  const current = boardSelection?.row ?? null;
  return boardRows.rows.find(isIt) ?? (current?.id === id ? current : pickedRows.find(isIt)) ?? null;
}

export function labelOf(state: AppState, id: string): string {
  return knownRow(state, id)?.local?.label ?? '';
}

/** Returns the selection after rows changed: the same board or, if it is gone, the row in its place. */
function followSelection(
  selection: CurrentBoard | null,
  loaded: LoadedRows,
  before: LoadedRows,
): CurrentBoard | null {
  if (selection === null) return null;
  if (selection.row === null) {
    if (!loaded.isFresh) return selection;
    if (loaded.matching === 0) return null;
    const rank = Math.min(selection.rank, loaded.matching - 1);
    const row = rowAt(loaded, rank) ?? null;
    return row === null && rank === selection.rank ? selection : { rank, row };
  }
  const rank = loaded.isFresh ? rankOf(loaded, keyOfRow(selection.row)) : null;
  const isOtherQuery = before.query !== null && before.query !== loaded.query;
  if (rank === selection.rank || (rank === null && !isOtherQuery)) return selection;
  return { ...selection, rank: rank ?? 0 };
}

export function currentRank(state: AppState): number | null {
  return isElsewhere(state) ? null : (state.boardSelection?.rank ?? null);
}

/** True if the board in the inspector is not in the list, for example because of a filter. */
export function isElsewhere({ boardSelection: selection, boardRows: loaded }: AppState): boolean {
  if (selection?.row == null) return false;
  const there = rowAt(loaded, selection.rank);
  if (there === undefined) return loaded.isFresh && loaded.matching === 0;
  return keyOfRow(there) !== keyOfRow(selection.row);
}

export function pickableBoards({
  boardRows,
  boards,
  lists,
}: Pick<AppState, 'boardRows' | 'boards' | 'lists'>): PickableRows {
  // Keeps rows and counts of the previous query until main responds to the new query.
  const isAnswered = boardRows.query === lists.board.query;
  // Rows are not fresh during the first listing, because main then adds rows without changing the revision.
  const isGrowing = boards?.phase === 'loading' && boards.asOf === null;
  return {
    ...boardRows,
    counting: boardRows.counting || !isAnswered,
    isFresh: boardRows.isFresh && isAnswered && !isGrowing,
    at: (rank) => rowAt(boardRows, rank),
  };
}

export function boardsPicked({ lists, boardRows }: AppState): number {
  return pickedCount(lists.board.picks, boardRows.matching);
}

/** Returns the current board's id. Null if the list hides the board, because commands must not affect it then. */
function currentId(state: AppState): string | null {
  return isElsewhere(state) ? null : (state.boardSelection?.row?.id ?? null);
}

export function selectedBoards(state: AppState): BoardSelection | null {
  const { picks, query } = state.lists.board;
  const id = currentId(state);
  if (boardsPicked(state) > 0) return asSelection(picks, query);
  return id === null ? null : { kind: 'ids', ids: [id] };
}

export function selectedBoardCount(state: AppState): number {
  return boardsPicked(state) || (currentId(state) === null ? 0 : 1);
}
