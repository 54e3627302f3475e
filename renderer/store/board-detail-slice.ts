import type { BoardView } from '../../preload/contract/boards.ts';
import { unlistedRow } from '../../preload/contract/facts.ts';
import { type BoardDetail } from './boards-slice.ts';
import { hasLabels } from './list-slice.ts';
import { asSelection } from './row-picks.ts';
import type { AppState, SliceContext } from './store.ts';
import { roomTitle } from '../lib/format.ts';

/** Time in ms in which a new board's row must appear in the list. Later, its label field no longer opens. */
const NEW_LABEL = 5000;
const VIEW_PAUSE = 150;

/** Returns the time at which the request to create a board on the open connection began. Null if none is running. */
export function creatingSince({ boardsCreating, boardsOf }: AppState): number | null {
  return boardsCreating[boardsOf ?? ''] ?? null;
}

export function createBoardDetailSlice({ bridge, set, get, here }: SliceContext) {
  let viewTimer: ReturnType<typeof setTimeout> | undefined;
  let readings = 0;
  /** Connections for which the user stopped waiting for the running or latest request to create a board. */
  const givenUp = new Set<string>();

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
    /** Start times of the running requests to create a board, by connection. Null if none is running. */
    boardsCreating: {} as Readonly<Record<string, number | null>>,

    /** Reads a board's details after a pause. If the user moves fast through rows, only the last board is read. */
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
      givenUp.add(here());
      return get().cancelCreate('board', creatingSince(get()) ?? 0);
    },

    /** Creates a board. Does nothing after a switch to another connection, or while another create is running. */
    createBoard: async (connectionId: string, isTyping = () => false) => {
      if (get().boardsOf !== connectionId || creatingSince(get()) !== null) return;
      const setCreating = (since: number | null): void =>
        set(({ boardsCreating }) => ({ boardsCreating: { ...boardsCreating, [connectionId]: since } }));
      givenUp.delete(connectionId);
      const startedAt = Date.now();
      setCreating(startedAt);
      set({ boardsNotice: null });
      const { query, picks } = get().lists.board;
      const { boardSelection: before } = get();
      const result = await bridge.boards.create({ connectionId, startedAt });
      setCreating(null);
      const code = result.ok ? null : result.error.code;
      if (code === 'cancelled') return get().announce('Cancelled. No board was created.', 'note');
      // The lock screen explains `locked`. If the user gave up the create, an “Outcome unknown” row already reports it.
      if (code === 'locked' || (code !== null && givenUp.has(connectionId))) return;
      if (get().boardsOf !== connectionId) {
        // Names the board's connection in the message, because the user has opened another connection.
        const connection = get().connections.find(({ id }) => id === connectionId)?.name ?? null;
        const text = result.ok ? createdText(result.value) : `New board: ${result.error.message}`;
        return get().announce(text, result.ok ? 'done' : 'problem', { connection, screen: 'boards' });
      }
      if (!result.ok) return set({ boardsNotice: { kind: 'create-failed', failure: result.error } });
      const { id, created } = result.value;
      get().announce(createdText(result.value));
      const { lists, boardSelection, renaming } = get();
      const { board: now } = lists;
      // If the user has searched, selected or edited during the create, the list stays as it is.
      const hasPicked = now.picks !== picks && asSelection(now.picks, now.query) !== null;
      const hasMoved = boardSelection?.row?.id !== before?.row?.id;
      if (now.query !== query || hasPicked || hasMoved || renaming !== null || isTyping()) return;
      // Clears filters and sorts by newest first, so that the new board is the first row.
      get().boardList.showAll();
      set({
        boardSelection: { rank: 0, row: unlistedRow(id, created) },
        boardDetail: { boardId: id, loading: false, view: result.value, failure: null },
        ...(hasLabels(get()) && { renaming: { id, text: '', seen: '', until: Date.now() + NEW_LABEL } }),
      });
      // Requests the new board's details, because many services return only its id when they create a board.
      if (created === null) get().viewBoardAgain();
    },
  };
}

const createdText = ({ id }: BoardView): string => `Board ${roomTitle('', id)} created.`;
