import type { BoardRow, BoardSelection, ServiceTime } from '../../preload/contract/boards.ts';
import { asSelection, pickedCount, type PickableRows } from './row-picks.ts';
import { keyOfRow, pageOf, rankOf, rowAt, type RowPages } from './row-pages.ts';
import type { AppState } from './store.ts';

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
  // The selected rank is looked up first: it is the usual case, and no search.
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

/** The inspector may still show a board that the list lacks, for example because of a filter. */
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

/** Returns the current board's id. Null if the list does not show it, so that no command acts on it. */
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
