/** Selected rows: by id, by range, or all matches. Selecting loads no rows, because a list may have a million rows. */
import type { RowQuery, BoardSelection } from '../../preload/contract/boards.ts';
import { counted, formatNumber } from '../lib/format.ts';
import type { ListOf, RowList } from './list-slice.ts';
import type { AppState, SliceContext } from './store.ts';

type RankRange = readonly [first: number, last: number];

export type RowPicks =
  /** `ids`: the rows with these ids are selected. `all`: all matches of the query are selected, except these ids. */
  | { readonly kind: 'ids' | 'all'; readonly ids: ReadonlySet<string> }
  /** Sorted, disjoint ranges of ranks (positions in the list). Valid only for one `revision` of the list. */
  | { readonly kind: 'ranges'; readonly revision: number; readonly ranges: readonly RankRange[] };

/** Maximum number of ids, ranges or exceptions in a selection. The IPC contract has the same limit. */
export const MOST_NAMED = 1000;

export const NO_PICKS: RowPicks = { kind: 'ids', ids: new Set() };
export const ALL_PICKED: RowPicks = { kind: 'all', ids: new Set() };

export function pickedCount(picks: RowPicks, matching: number): number {
  if (picks.kind === 'ranges') return picks.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return picks.kind === 'ids' ? picks.ids.size : Math.max(0, matching - picks.ids.size);
}

export function isPicked(picks: RowPicks, id: string | null, rank: number): boolean {
  if (id === null) return false;
  if (picks.kind === 'ranges') return picks.ranges.some(([first, last]) => rank >= first && rank <= last);
  return picks.ids.has(id) === (picks.kind === 'ids');
}

export function withToggled(picks: RowPicks, id: string, rank: number): RowPicks | null {
  if (picks.kind === 'ranges') {
    const ranges = toggledRank(picks.ranges, rank);
    return ranges.length > MOST_NAMED ? null : { ...picks, ranges };
  }
  const ids = new Set(picks.ids);
  if (!ids.delete(id)) ids.add(id);
  if (picks.kind === 'ids' && ids.size === 0) return NO_PICKS;
  return ids.size > MOST_NAMED ? null : { ...picks, ids };
}

function toggledRank(ranges: readonly RankRange[], rank: number): readonly RankRange[] {
  const holder = ranges.find(([first, last]) => rank >= first && rank <= last);
  if (holder === undefined) return [...ranges, [rank, rank] as const].toSorted((a, b) => a[0] - b[0]);
  const parts: readonly RankRange[] = [
    [holder[0], rank - 1],
    [rank + 1, holder[1]],
  ];
  return ranges.flatMap((range) => (range === holder ? parts.filter(([a, b]) => a <= b) : [range]));
}

export function asSelection(picks: RowPicks, query: RowQuery): BoardSelection | null {
  if (picks.kind === 'ranges') return picks.ranges.length === 0 ? null : { ...picks, query };
  if (picks.kind === 'all') return { kind: 'all', query, except: [...picks.ids] };
  return picks.ids.size === 0 ? null : { kind: 'ids', ids: [...picks.ids] };
}

export interface PickableRows {
  readonly matching: number;
  readonly counting: boolean;
  readonly revision: number;
  /** False if the list or its query has changed since the rows were loaded. */
  readonly isFresh: boolean;
  readonly at: (rank: number) => { readonly id: string | null } | undefined;
}

/** Row at which Shift+click starts a range. Invalid once the row has moved to another position in the list. */
export interface Anchor {
  readonly rank: number;
  readonly id: string | null;
  /** Revision of the list in which the row has `rank`. Null if the list has changed since the row was loaded. */
  readonly revision: number | null;
}

function anchorAt(rank: number, { at, revision, isFresh }: PickableRows): Anchor {
  return { rank, id: at(rank)?.id ?? null, revision: isFresh ? revision : null };
}

function isValid({ rank, id, revision }: Anchor, rows: PickableRows): boolean {
  return revision === rows.revision || (id !== null && rows.at(rank)?.id === id);
}

/** Selects a range of rows: by id if it is short and loaded, otherwise by position. Null for outdated positions. */
export function rangeOf(one: number, other: number, rows: PickableRows): RowPicks | null {
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  if (last - first < MOST_NAMED) {
    const named = Array.from({ length: last - first + 1 }, (_, at) => rows.at(first + at));
    if (named.every((row) => row !== undefined))
      return { kind: 'ids', ids: new Set(named.flatMap(({ id }) => id ?? [])) };
  }
  return rows.isFresh ? { kind: 'ranges', revision: rows.revision, ranges: [[first, last]] } : null;
}

export type PickActions = Readonly<ReturnType<typeof pickActions>>;

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
    toggle: (rank: number): void => {
      const rows = rowsOf(get());
      const row = rows.at(rank);
      if (row === undefined) return;
      if (row.id === null) return get().announce('This item has no id.', 'note');
      const next = withToggled(get().lists[of].picks, row.id, rank);
      if (next === null)
        return get().announce(`You can select at most ${counted(MOST_NAMED, of)} individually.`, 'note');
      change({ anchor: anchorAt(rank, rows) });
      take(next);
    },

    /** Selects the rows from the anchor to this row. Without a valid anchor, selects from the current row. */
    extend: (rank: number) => {
      const rows = rowsOf(get());
      const { anchor, picks } = get().lists[of];
      // Ignores the anchor if no row is selected, because a delete clears the selection but keeps the anchor.
      const isAnchored = anchor !== null && pickedCount(picks, rows.matching) > 0 && isValid(anchor, rows);
      const from = isAnchored ? anchor.rank : (currentRankOf(get()) ?? rank);
      const range = rangeOf(from, rank, rows);
      change({ anchor: range === null ? null : anchorAt(from, rows) });
      if (range === null) get().announce('The list changed. Select the range again.', 'note');
      else take(range);
    },

    all: () => {
      const { matching, counting } = rowsOf(get());
      // Selects nothing while main counts the matches, because the number of selected boards would be unknown.
      if (matching > 0 && !counting) take(ALL_PICKED);
    },

    clear: () => {
      change({ anchor: null });
      if (get().lists[of].picks !== NO_PICKS) take(NO_PICKS);
    },
  };
}
