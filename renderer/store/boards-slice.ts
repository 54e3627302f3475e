import type { BoardsState, BoardView } from '../../preload/contract/boards.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { currentRank, followSelection, pickableBoards, rowOf, type CurrentBoard } from './board-selection.ts';
import { required } from './calls.ts';
import { ALL_ROWS, fieldsOf, hasLabels } from './list-slice.ts';
import { NO_PICKS, pickActions, type PickActions } from './row-picks.ts';
import { boardWindows, keyOfRow, NO_PAGES, rankOf, rowAt } from './row-pages.ts';
import type { SliceContext } from './store.ts';
import { roomTitle } from '../lib/format.ts';
import { partOf } from '../lib/health-wording.ts';

export interface BoardsNotice {
  /** `list-failed`: the listing could not start, for example because the key is missing. */
  readonly kind: 'create-failed' | 'list-failed' | 'rows-failed';
  readonly failure: Failure;
}

/** The board in the inspector. `view` stays visible while it is fetched again. */
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

/** Older lists are refreshed, or show their age, ms. */
export const STALE_MS = 5 * 60_000;
const MOST_REQUESTS = 20;

/** True if the last full list took few requests, so that Easel may repeat them without asking. */
export function isShort({ requests = Infinity }: Pick<BoardsState, 'requests'>): boolean {
  return requests <= MOST_REQUESTS;
}

const VANISHED = { kind: 'mark', mark: 'vanished', is: true } as const;

const FIND_PAUSE = 120;
/** The label field of a new board opens only if its row appears within this time in ms. */
const NEW_LABEL = 5000;
const VIEW_PAUSE = 150;

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

    /** If the current board was deleted, the next one is selected. */
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

    /** Lists the boards at the first opening, after a save, and if main's list is missing or stale. */
    openBoards: async (connectionId: string, isSaved = false) => {
      if (!isCurrent(connectionId)) switching = switchTo(connectionId);
      await switching;
      if (!isCurrent(connectionId)) return;
      const first = !listed.has(connectionId);
      listed.add(connectionId);
      await askList('state', connectionId);
      const { phase, failure } = get().boards ?? {};
      // `never` at a later opening means that the connection was edited. A refused key may have been changed.
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

export function createBoardDetailSlice({ bridge, set, get }: SliceContext) {
  let viewTimer: ReturnType<typeof setTimeout> | undefined;
  let readings = 0;
  let isGivenUp = false;

  async function readBoard(boardId: string): Promise<void> {
    const { boardsOf: connectionId, boardDetail } = get();
    if (connectionId === null || boardDetail?.boardId !== boardId) return;
    readings += 1;
    const mine = readings;
    const result = await bridge.boards.view({ connectionId, boardId });
    const shown = get().boardDetail;
    const isCurrent = get().boardsOf === connectionId && shown?.boardId === boardId;
    if (mine !== readings || !isCurrent) return;
    set({
      boardDetail: result.ok
        ? { boardId, loading: false, view: result.value, failure: null }
        : { boardId, loading: false, view: shown.view, failure: result.error },
    });
  }

  return {
    boardDetail: null as BoardDetail | null,

    /** Reads a board after a pause. If the user scrolls by keyboard, only the last board is read. */
    viewBoard: (boardId: string) => {
      if (get().boardDetail?.boardId === boardId) return;
      clearTimeout(viewTimer);
      set({ boardDetail: { boardId, loading: true, view: null, failure: null } });
      viewTimer = setTimeout(() => void readBoard(boardId), VIEW_PAUSE);
    },

    viewBoardAgain: () => {
      const detail = get().boardDetail;
      if (detail === null || detail.loading) return;
      set({ boardDetail: { ...detail, loading: true, failure: null } });
      void readBoard(detail.boardId);
    },

    giveUpBoard: () => {
      isGivenUp = true;
      return get().cancelCreate('board');
    },

    createBoard: async () => {
      const connectionId = get().boardsOf;
      if (connectionId === null || get().boardCreating !== null) return;
      isGivenUp = false;
      set({ boardCreating: Date.now(), boardsNotice: null });
      const result = await bridge.boards.create({ connectionId });
      if (get().boardsOf !== connectionId) {
        if (!result.ok) get().raise(result.error);
        return;
      }
      set({ boardCreating: null });
      if (!result.ok) {
        if (result.error.code === 'cancelled')
          return get().announce('Cancelled. No board was created.', 'note');
        // The row about the unknown outcome explains it.
        if (isGivenUp) return;
        return set({ boardsNotice: { kind: 'create-failed', failure: result.error } });
      }
      const { id, created } = result.value;
      // A new board is only the first row in a list without filters, sorted by newest first.
      get().boardList.setQuery(ALL_ROWS);
      set({
        boardSelection: { rank: 0, row: rowOf(id, created) },
        boardDetail: { boardId: id, loading: false, view: result.value, failure: null },
        ...(hasLabels(get()) && { renaming: { id, text: '', until: Date.now() + NEW_LABEL } }),
      });
      get().announce(`Board ${roomTitle('', id)} created.`);
      // Many services answer a create with the id alone.
      if (created === null) get().viewBoardAgain();
    },
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
