/** The selected boards, beside the current one that the keyboard is on. */
import type { BoardSelection } from '../../preload/contract/boards.ts';
import {
  ALL_PICKED,
  anchorAt,
  asSelection,
  MOST_NAMED,
  NO_PICKS,
  pickedCount,
  rankOfAnchor,
  rangeOf,
  withToggled,
  type Anchor,
  type BoardPicks,
} from './board-picks.ts';
import { isElsewhere } from './board-selection.ts';
import { rowAt } from './row-pages.ts';
import type { AppState, SliceContext } from './store.ts';
import { counted, formatNumber } from '../parts/format.ts';

/** How many boards are picked; 0 when only the current one counts. */
export function boardsPicked(state: AppState): number {
  return pickedCount(state.boardPicks, state.boardRows.matching);
}

/** The current board's id if the list has it; else null, because a board that nobody sees can't be meant. */
function currentId({ boardSelection, boardRows }: AppState): string | null {
  return isElsewhere(boardSelection, boardRows) ? null : (boardSelection?.row?.id ?? null);
}

/** The boards that a change or a copy acts on: the selected ones, else the current one; null for none. */
export function selectedBoards(state: AppState): BoardSelection | null {
  const picked = boardsPicked(state) === 0 ? null : asSelection(state.boardPicks, state.boardQuery);
  const id = currentId(state);
  return picked ?? (id === null ? null : { kind: 'ids', ids: [id] });
}

/** How many boards `selectedBoards` speaks of. */
export function selectedBoardCount(state: AppState): number {
  const picked = boardsPicked(state);
  if (picked > 0) return picked;
  return currentId(state) === null ? 0 : 1;
}

/** The slice of the selection. It never outlives its query. */
export function createBoardPicksSlice({ set, get, store }: SliceContext) {
  /** Where a range begins; null for the current board. */
  let anchor: Anchor | null = null;

  function take(boardPicks: BoardPicks): void {
    set({ boardPicks });
    const count = boardsPicked(get());
    get().announce(count === 0 ? 'No board selected' : `${formatNumber(count)} selected`);
  }

  store.subscribe((state, before) => {
    const { boardPicks: picks, boardQuery: query } = state;
    const another = state.boardsOf !== before.boardsOf;
    if (another || query !== before.boardQuery) anchor = null;
    if (picks === NO_PICKS) return;
    const asked = query.find !== before.boardQuery.find || query.filters !== before.boardQuery.filters;
    const byRank = picks.kind === 'ranges';
    if (another || asked || (byRank && query !== before.boardQuery)) set({ boardPicks: NO_PICKS });
    else if (byRank && state.boardRows.revision !== picks.revision) {
      set({ boardPicks: NO_PICKS });
      state.announce('The list changed. Nothing is selected.');
    }
  });

  return {
    boardPicks: NO_PICKS,

    /** Selects or deselects the board at a rank; the next range starts there. */
    pickBoard: (rank: number) => {
      const { boardRows, boardPicks, announce } = get();
      const row = rowAt(boardRows, rank);
      if (row === undefined) return;
      if (row.id === null) {
        announce('This item has no id.');
        return;
      }
      const next = withToggled(boardPicks, row.id, rank);
      if (next === null) {
        announce(`You can select at most ${counted(MOST_NAMED, 'board')} one by one.`);
        return;
      }
      anchor = anchorAt(rank, row, boardRows);
      take(next);
    },

    /** Selects the range from the last selected or current board to this one, replacing the selection. */
    pickBoardsTo: (rank: number) => {
      const { boardRows, boardSelection: current, announce } = get();
      // A current board out of sight starts no range.
      const inSight = current === null || isElsewhere(current, boardRows) ? null : current;
      anchor ??=
        inSight === null
          ? anchorAt(rank, rowAt(boardRows, rank) ?? null, boardRows)
          : anchorAt(inSight.rank, inSight.row, boardRows);
      const from = rankOfAnchor(anchor, boardRows);
      const range = from === null ? null : rangeOf(from, rank, boardRows);
      if (range === null) {
        // The next range starts where the keyboard is, which is in sight.
        anchor = null;
        announce('The list changed. Select the range again.');
        return;
      }
      take(range);
    },

    pickAllBoards: () => {
      const { matching, counting } = get().boardRows;
      // Not before all of them are counted.
      if (matching > 0 && !counting) take(ALL_PICKED);
    },

    clearPicks: () => {
      anchor = null;
      if (get().boardPicks !== NO_PICKS) take(NO_PICKS);
    },
  };
}
