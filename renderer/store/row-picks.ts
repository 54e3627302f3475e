/**
 * The selected rows of a list, beside the current one that the keyboard is on: one by one, by a range, or all matches.
 * A list may have a million of them, so they are counted and never loaded.
 */
import type { RowQuery, BoardSelection } from '../../preload/contract/boards.ts';
import { counted, formatNumber } from '../lib/format.ts';
import type { ListOf, RowList } from './list-slice.ts';
import type { AppState, SliceContext } from './store.ts';

type RankRange = readonly [first: number, last: number];

export type RowPicks =
  /** These, or (`all`) every match but these. */
  | { readonly kind: 'ids' | 'all'; readonly ids: ReadonlySet<string> }
  /** Ranks under `revision`, in order and apart: when the list changes they mean other rows. */
  | { readonly kind: 'ranges'; readonly revision: number; readonly ranges: readonly RankRange[] };

/** Most ids, ranges or exceptions that a selection may name, by the contract. */
export const MOST_NAMED = 1000;

export const NO_PICKS: RowPicks = { kind: 'ids', ids: new Set() };
export const ALL_PICKED: RowPicks = { kind: 'all', ids: new Set() };

/** How many rows are picked, of `matching` that match. */
export function pickedCount(picks: RowPicks, matching: number): number {
  if (picks.kind === 'ranges') return picks.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return picks.kind === 'ids' ? picks.ids.size : Math.max(0, matching - picks.ids.size);
}

/** Whether the row at this rank is selected. An item without an id never is: nothing can be done to it. */
export function isPicked(picks: RowPicks, id: string | null, rank: number): boolean {
  if (id === null) return false;
  if (picks.kind === 'ranges') return picks.ranges.some(([first, last]) => rank >= first && rank <= last);
  return picks.ids.has(id) === (picks.kind === 'ids');
}

/** Selects or deselects the row at this rank; null when that would be more than can be named. */
export function withToggled(picks: RowPicks, id: string, rank: number): RowPicks | null {
  if (picks.kind === 'ranges') {
    const ranges = toggledRank(picks.ranges, rank);
    return ranges.length > MOST_NAMED ? null : { ...picks, ranges };
  }
  const ids = new Set(picks.ids);
  if (!ids.delete(id)) ids.add(id);
  return ids.size > MOST_NAMED ? null : { ...picks, ids };
}

/** The ranges with this rank added, or removed from the one that has it. */
function toggledRank(ranges: readonly RankRange[], rank: number): readonly RankRange[] {
  const holder = ranges.find(([first, last]) => rank >= first && rank <= last);
  if (holder === undefined) return [...ranges, [rank, rank] as const].toSorted((a, b) => a[0] - b[0]);
  const parts: readonly RankRange[] = [
    [holder[0], rank - 1],
    [rank + 1, holder[1]],
  ];
  return ranges.flatMap((range) => (range === holder ? parts.filter(([a, b]) => a <= b) : [range]));
}

/** The selection as main takes it; null when it is empty. */
export function asSelection(picks: RowPicks, query: RowQuery): BoardSelection | null {
  switch (picks.kind) {
    case 'ids':
      return picks.ids.size === 0 ? null : { kind: 'ids', ids: [...picks.ids] };
    case 'ranges':
      return picks.ranges.length === 0 ? null : { ...picks, query };
    case 'all':
      return { kind: 'all', query, except: [...picks.ids] };
  }
}

export interface PickableRows {
  readonly matching: number;
  readonly counting: boolean;
  /** The list's revision: a rank means the same row until it changes. */
  readonly revision: number;
  /** The row on show at a rank; `isFresh` unless the list has changed since. Undefined while it is not loaded. */
  readonly at: (rank: number) => { readonly id: string | null; readonly isFresh: boolean } | undefined;
}

/** The rank where a range begins, as long as the list is under this revision. */
export interface Anchor {
  readonly rank: number;
  readonly revision: number;
}

/** None while the rows on show are of an earlier revision: the rank means another row a moment later. */
function anchorAt(rank: number, { at, revision }: PickableRows): Anchor | null {
  return at(rank)?.isFresh === false ? null : { rank, revision };
}

/**
 * The range between two ranks, whichever comes first: by id where all its rows are here and not too many, so that it
 * holds while the list changes, else by rank. What is on show is what is meant, also while the new rows of a changed list
 * are awaited; by rank that can't be said, and it is null.
 */
export function rangeOf(one: number, other: number, rows: PickableRows): RowPicks | null {
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  if (last - first < MOST_NAMED) {
    const named = Array.from({ length: last - first + 1 }, (_, at) => rows.at(first + at));
    if (named.every((row) => row !== undefined))
      return { kind: 'ids', ids: new Set(named.flatMap(({ id }) => id ?? [])) };
  }
  const isOutdated = [first, last].some((rank) => rows.at(rank)?.isFresh === false);
  return isOutdated ? null : { kind: 'ranges', revision: rows.revision, ranges: [[first, last]] };
}

export type PickActions = Readonly<ReturnType<typeof pickActions>>;

/** Picking in one list. `currentRankOf` gives the rank of the current row on show, or null. */
export function pickActions(
  { get }: SliceContext,
  of: ListOf,
  rowsOf: (state: AppState) => PickableRows,
  currentRankOf: (state: AppState) => number | null,
) {
  const change = (part: Partial<Pick<RowList, 'picks' | 'anchor'>>): void =>
    (of === 'board' ? get().boardList : get().paperList).change(part);

  function take(picks: RowPicks): void {
    change({ picks });
    const count = pickedCount(picks, rowsOf(get()).matching);
    get().say(count === 0 ? `No ${of} selected` : `${formatNumber(count)} selected`);
  }

  return {
    /** Selects or deselects the row at a rank; the next range starts there. */
    toggle: (rank: number): void => {
      const rows = rowsOf(get());
      const row = rows.at(rank);
      if (row === undefined) return;
      if (row.id === null) return get().announce('This item has no id.', 'note');
      const next = withToggled(get().lists[of].picks, row.id, rank);
      if (next === null)
        return get().announce(`You can select at most ${counted(MOST_NAMED, of)} one by one.`, 'note');
      change({ anchor: anchorAt(rank, rows) });
      take(next);
    },

    /**
     * Selects the range from the last selected or current row to this one, replacing the selection. When the list has
     * changed since, the range begins at the current row, which is in sight.
     */
    extend: (rank: number) => {
      const rows = rowsOf(get());
      const { anchor } = get().lists[of];
      const from = anchor?.revision === rows.revision ? anchor.rank : (currentRankOf(get()) ?? rank);
      const range = rangeOf(from, rank, rows);
      change({ anchor: range === null ? null : anchorAt(from, rows) });
      if (range === null) get().announce('The list changed. Select the range again.', 'note');
      else take(range);
    },

    all: () => {
      const { matching, counting } = rowsOf(get());
      // Not before all of them are counted.
      if (matching > 0 && !counting) take(ALL_PICKED);
    },

    clear: () => {
      change({ anchor: null });
      if (get().lists[of].picks !== NO_PICKS) take(NO_PICKS);
    },
  };
}
