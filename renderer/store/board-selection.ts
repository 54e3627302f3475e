/** The current board, and the boards that commands act on. */
import type { BoardRow, BoardSelection, ServiceTime } from '../../preload/contract/boards.ts';
import { asSelection, pickedCount, type PickableRows } from './row-picks.ts';
import { freshRowAt, keyOfRow, rankOf, rowAt, type RowPages } from './row-pages.ts';
import type { AppState } from './store.ts';

/** The current row: where it is, and which board it is once that is known. */
export interface CurrentBoard {
  readonly rank: number;
  /** Null until the row at `rank` is loaded. */
  readonly row: BoardRow | null;
}

type BoardsOnShow = Pick<AppState, 'boardSelection' | 'boardRows'>;

/** The row of a board that is known by its id alone, until the list brings the whole of it. */
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

/** What a board is labelled, as far as its row is known here; empty for nothing. */
export function labelOf({ boardSelection, boardRows }: BoardsOnShow, id: string): string {
  const rank = rankOf(boardRows, id, boardRows.pages.keys());
  const row = rank === null ? undefined : rowAt(boardRows, rank);
  return (row ?? (boardSelection?.row?.id === id ? boardSelection.row : null))?.local?.label ?? '';
}

/**
 * Keeps the selection on its board while rows come, go and move.
 *
 * A board that is not among the rows held stays selected at its last rank: it may be outside of the view, or outside of
 * what *Find* lets through. Among the rows of another query its last rank means another board, so it stays at rank 0
 * until its place is looked up. A selection without a row takes the row at its rank, or the last one.
 */
export function followed(
  selection: CurrentBoard | null,
  held: RowPages,
  before: RowPages,
): CurrentBoard | null {
  if (selection === null) return null;
  if (selection.row === null) {
    if (held.fresh.size === 0) return selection;
    if (held.matching === 0) return null;
    const rank = Math.min(selection.rank, held.matching - 1);
    const row = freshRowAt(held, rank) ?? null;
    return row === null && rank === selection.rank ? selection : { rank, row };
  }
  const key = keyOfRow(selection.row);
  const there = freshRowAt(held, selection.rank);
  if (there !== undefined && keyOfRow(there) === key) return selection;
  const rank = rankOf(held, key);
  const isOtherQuery = before.query !== null && before.query !== held.query;
  return rank === null && !isOtherQuery ? selection : { ...selection, rank: rank ?? 0 };
}

/** The rank of the current board among the rows on show; null where they don't have it. */
export function currentRank({ boardSelection, boardRows }: BoardsOnShow): number | null {
  return isElsewhere(boardSelection, boardRows) ? null : (boardSelection?.rank ?? null);
}

/**
 * Whether the current board is none of the list, such as under a filter that leaves it out: its details may be on show
 * still, but nobody sees it among the rows.
 */
export function isElsewhere(selection: CurrentBoard | null, held: RowPages): boolean {
  if (selection?.row == null) return false;
  const there = rowAt(held, selection.rank);
  if (there === undefined) return held.fresh.size > 0 && held.matching === 0;
  return keyOfRow(there) !== keyOfRow(selection.row);
}

export function pickableBoards({ boardRows: held }: Pick<AppState, 'boardRows'>): PickableRows {
  return {
    ...held,
    at: (rank) => {
      const row = rowAt(held, rank);
      return row && { id: row.id, isFresh: freshRowAt(held, rank) === row };
    },
  };
}

/** How many boards are picked; 0 when only the current one counts. */
export function boardsPicked({ lists, boardRows }: AppState): number {
  return pickedCount(lists.board.picks, boardRows.matching);
}

/** The current board's id if the list has it; else null, because a board that nobody sees can't be meant. */
function currentId({ boardSelection, boardRows }: AppState): string | null {
  return isElsewhere(boardSelection, boardRows) ? null : (boardSelection?.row?.id ?? null);
}

/** The boards that a change or a copy acts on: the selected ones, else the current one; null for none. */
export function selectedBoards(state: AppState): BoardSelection | null {
  const { picks, query } = state.lists.board;
  const id = currentId(state);
  if (boardsPicked(state) > 0) return asSelection(picks, query);
  return id === null ? null : { kind: 'ids', ids: [id] };
}

/** How many boards `selectedBoards` speaks of. */
export function selectedBoardCount(state: AppState): number {
  return boardsPicked(state) || (currentId(state) === null ? 0 : 1);
}
