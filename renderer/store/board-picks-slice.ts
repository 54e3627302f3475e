/**
 * The selected boards, beside the current one that the keyboard is on: one by one, by a range of the list, or all matches.
 * A list may have a million of them, so they are counted and never loaded.
 */
import type { BoardQuery, BoardRow, BoardSelection } from '../../preload/contract/boards.ts';
import { isElsewhere } from './board-selection.ts';
import { freshRowAt, keyOfRow, rankOf, rowAt, type RowPages } from './row-pages.ts';
import type { AppState, SliceContext } from './store.ts';
import { counted, formatNumber } from '../lib/format.ts';

/** Both ends included. */
type RankRange = readonly [first: number, last: number];

export type BoardPicks =
  /** These, or (`all`) every match but these. */
  | { readonly kind: 'ids' | 'all'; readonly ids: ReadonlySet<string> }
  /** Ranks under `revision`, in order and apart: when the list changes they mean other boards. */
  | { readonly kind: 'ranges'; readonly revision: number; readonly ranges: readonly RankRange[] };

/** Most ids, ranges or exceptions that a selection may name, by the contract. */
export const MOST_NAMED = 1000;

export const NO_PICKS: BoardPicks = { kind: 'ids', ids: new Set() };
export const ALL_PICKED: BoardPicks = { kind: 'all', ids: new Set() };

/** How many boards are picked, of `matching` that match. */
export function pickedCount(picks: BoardPicks, matching: number): number {
  if (picks.kind === 'ranges') return picks.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return picks.kind === 'ids' ? picks.ids.size : Math.max(0, matching - picks.ids.size);
}

/** Whether the row at this rank is selected. An item without an id never is: nothing can be done to it. */
export function isPicked(picks: BoardPicks, row: BoardRow, rank: number): boolean {
  if (row.id === null) return false;
  if (picks.kind === 'ranges') return picks.ranges.some(([first, last]) => rank >= first && rank <= last);
  return picks.ids.has(row.id) === (picks.kind === 'ids');
}

/** Selects or deselects the board at this rank; null when that would be more than can be named. */
export function withToggled(picks: BoardPicks, id: string, rank: number): BoardPicks | null {
  if (picks.kind === 'ranges') {
    const ranges = toggledRank(picks.ranges, rank);
    return ranges.length > MOST_NAMED ? null : { ...picks, ranges };
  }
  const ids = flipped(picks.ids, id);
  return ids.size > MOST_NAMED ? null : { ...picks, ids };
}

function flipped(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The ranges with this rank added, or removed from the one that has it. */
function toggledRank(ranges: readonly RankRange[], rank: number): readonly RankRange[] {
  const holder = ranges.find(([first, last]) => rank >= first && rank <= last);
  if (holder !== undefined) {
    const parts: readonly RankRange[] = [
      [holder[0], rank - 1],
      [rank + 1, holder[1]],
    ];
    return ranges.flatMap((range) => (range === holder ? parts.filter(([a, b]) => a <= b) : [range]));
  }
  const joined: RankRange[] = [];
  for (const range of [...ranges, [rank, rank] as const].toSorted((a, b) => a[0] - b[0])) {
    const before = joined.at(-1);
    if (before !== undefined && before[1] + 1 >= range[0]) joined.splice(-1, 1, [before[0], range[1]]);
    else joined.push(range);
  }
  return joined;
}

/**
 * The range between two ranks, whichever comes first: by id where all its rows are here and not too many, so that it
 * holds while the list changes, else by rank. What is on show is what is meant, also for the moment in which the list has
 * changed and its new rows are on their way; by rank that can't be said, and it is null.
 */
export function rangeOf(one: number, other: number, held: RowPages): BoardPicks | null {
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  if (last - first < MOST_NAMED) {
    const rows = Array.from({ length: last - first + 1 }, (_, at) => rowAt(held, first + at));
    if (rows.every((row) => row !== undefined)) {
      return { kind: 'ids', ids: new Set(rows.flatMap((row) => row.id ?? [])) };
    }
  }
  const isOutdated = [first, last].some((rank) => rowAt(held, rank) !== freshRowAt(held, rank));
  return isOutdated ? null : { kind: 'ranges', revision: held.revision, ranges: [[first, last]] };
}

/** Where a range begins: a board, and the rank that it had under a revision of the list. */
export interface Anchor {
  readonly rank: number;
  /** Null while its row is not loaded. */
  readonly key: string | null;
  /** Null where the list had changed while the row was still shown. */
  readonly revision: number | null;
}

/** An anchor at a rank; `row` is null while it is not loaded. */
export function anchorAt(rank: number, row: BoardRow | null, held: RowPages): Anchor {
  const key = row === null ? null : keyOfRow(row);
  const fresh = freshRowAt(held, rank);
  const isOutdated = key !== null && (fresh === undefined || keyOfRow(fresh) !== key);
  return { rank, key, revision: isOutdated ? null : held.revision };
}

/** The rank of that board now; null when the list has changed since, and nothing on show says where it is. */
export function rankOfAnchor({ rank, key, revision }: Anchor, held: RowPages): number | null {
  const there = rowAt(held, rank);
  // A row that isn't or wasn't loaded is known by its rank alone.
  const isKnown = key !== null && there !== undefined;
  if (isKnown ? keyOfRow(there) === key : revision === held.revision) return rank;
  return key === null ? null : (rankOf(held, key) ?? rankOf(held, key, held.pages.keys()));
}

/** The selection as main takes it; null when it is empty. */
export function asSelection(picks: BoardPicks, query: BoardQuery): BoardSelection | null {
  switch (picks.kind) {
    case 'ids':
      return picks.ids.size === 0 ? null : { kind: 'ids', ids: [...picks.ids] };
    case 'ranges':
      return picks.ranges.length === 0 ? null : { ...picks, query };
    case 'all':
      return { kind: 'all', query, except: [...picks.ids] };
  }
}

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
    get().say(count === 0 ? 'No board selected' : `${formatNumber(count)} selected`);
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
      state.announce('The list changed. Nothing is selected.', 'note');
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
        announce('This item has no id.', 'note');
        return;
      }
      const next = withToggled(boardPicks, row.id, rank);
      if (next === null) {
        announce(`You can select at most ${counted(MOST_NAMED, 'board')} one by one.`, 'note');
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
        announce('The list changed. Select the range again.', 'note');
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
