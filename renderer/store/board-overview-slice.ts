/** Boards by month and by age, counted for the query without its time filters. */
import type { BoardFilter, BoardOverview, BoardQuery } from '../../preload/contract/boards.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { SliceContext } from './store.ts';
import { filterKey } from './board-query-slice.ts';

/** Ages in days: at least `from`, less than `to`; null for open. */
export const AGES: readonly { readonly from: number | null; readonly to: number | null }[] = [
  { from: null, to: 30 },
  { from: 30, to: 90 },
  { from: 90, to: 365 },
  { from: 365, to: null },
];

/** What the chart shows. */
export interface OverviewCounts extends BoardOverview {
  /** Boards of each age in `AGES`. */
  readonly ages: readonly number[];
}

/** The filters of an age. */
export function ageFilters({ from, to }: (typeof AGES)[number]): readonly BoardFilter[] {
  return [
    ...(from === null ? [] : [{ kind: 'older-than', days: from } as const]),
    ...(to === null ? [] : [{ kind: 'newer-than', days: to } as const]),
  ];
}

/** Whether a filter speaks of the time of creation. */
function isTime(filter: BoardFilter): boolean {
  return (
    filter.kind === 'created' ||
    filter.kind === 'older-than' ||
    filter.kind === 'newer-than' ||
    (filter.kind === 'mark' && filter.mark === 'dated')
  );
}

/** The query without its time filters, so that the chart doesn't shrink to the chosen bar. */
export function withoutTimes(query: BoardQuery): BoardQuery {
  return { ...query, filters: query.filters.filter((filter) => !isTime(filter)) };
}

/** Whether the query's time filters are exactly these. */
export function isSpan(query: BoardQuery, span: readonly BoardFilter[]): boolean {
  const times = query.filters.filter(isTime);
  const keys = new Set(times.map(filterKey));
  return times.length === span.length && span.every((filter) => keys.has(filterKey(filter)));
}

export function createBoardOverviewSlice({ bridge, set, get }: SliceContext) {
  let counting = false;
  let again = false;

  async function countAges(connectionId: string, query: BoardQuery): Promise<Result<readonly number[]>> {
    const windows = await Promise.all(
      AGES.map((age) =>
        bridge.boards.window({
          connectionId,
          from: 0,
          count: 1,
          query: { ...query, filters: [...query.filters, ...ageFilters(age)] },
          fields: [],
        }),
      ),
    );
    const counts: number[] = [];
    for (const window of windows) {
      if (!window.ok) return window;
      counts.push(window.value.matching);
    }
    return { ok: true, value: counts };
  }

  async function count(): Promise<void> {
    const connectionId = get().boardsOf;
    if (connectionId === null) return;
    const query = withoutTimes(get().boardQuery);
    const [overview, ages] = await Promise.all([
      bridge.boards.overview({ connectionId, query }),
      countAges(connectionId, query),
    ]);
    if (get().boardsOf !== connectionId) return;
    if (overview.ok && ages.ok) {
      set({ boardOverview: { ...overview.value, ages: ages.value }, boardOverviewFailure: null });
    } else {
      const failed = overview.ok ? ages : overview;
      if (!failed.ok) set({ boardOverviewFailure: failed.error });
    }
  }

  return {
    boardOverview: null as OverviewCounts | null,
    boardOverviewFailure: null as Failure | null,
    /** Remembered for the run. */
    boardOverviewOpen: false,

    setBoardOverviewOpen: (boardOverviewOpen: boolean) => set({ boardOverviewOpen }),

    /** Counts again; when requested during a count, it counts once more afterwards. */
    readBoardOverview: async () => {
      if (counting) {
        again = true;
        return;
      }
      counting = true;
      do {
        again = false;
        await count();
      } while (again);
      counting = false;
    },

    /** Filters by one span instead of any other time; removes it if it was already set. */
    showBoardsOf: (span: readonly BoardFilter[]) => {
      const { boardQuery, setBoardQuery } = get();
      const others = withoutTimes(boardQuery).filters;
      setBoardQuery({ filters: isSpan(boardQuery, span) ? others : [...others, ...span] });
    },
  };
}
