import type {
  ActivityEntry,
  ActivityFilter,
  ActivityOutline,
  ActivityPage,
  ActivityRow,
} from '../../preload/contract/activity.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { exportedSentence } from './board-export-slice.ts';
import { isLikeKey } from './list-slice.ts';
import { isLocked, onLocked } from './lock-slice.ts';
import { rowLoader } from './row-loader.ts';
import type { SliceContext } from './store.ts';

/** Maximum number of expanded jobs in the log. Expanding one more collapses the job that was expanded first. */
const MOST_OPEN = 100;

export const ALL_ACTIVITY: ActivityFilter = {
  connectionId: null,
  action: null,
  user: null,
  since: null,
  until: null,
  find: '',
};

type ActivityRows = Pick<ActivityPage, 'from' | 'rows'>;

export function activityRowAt(loaded: ActivityRows | null, rank: number): ActivityRow | undefined {
  return loaded?.rows[rank - loaded.from];
}

export function keyOfActivity(row: ActivityRow): string {
  if (row.kind === 'day') return `day ${row.at}`;
  return row.kind === 'job' ? `job ${row.job}` : `entry ${row.entry.number}`;
}

export function entryOf(row: Exclude<ActivityRow, { kind: 'day' }>): ActivityEntry {
  return row.kind === 'job' ? (row.only ?? row.last) : row.entry;
}

export function isOfRoom({ action, target }: ActivityEntry): boolean {
  return target !== '' && /^(?:board|paper|links?|visit|shield|room|notes|unknown)-/u.test(action);
}

const NOTHING_READ = {
  activityRows: null as ActivityRows | null,
  activityTotal: 0,
  activityMatching: 0,
  activityOpen: [] as readonly string[],
  activityOutline: null as ActivityOutline | null,
  activityFailure: null as Failure | null,
  activitySelected: null as number | null,
};

export function createActivitySlice({ bridge, set, get, store, attempt, save }: SliceContext) {
  const loader = rowLoader<ActivityPage>({
    ask: (from, count) => {
      const { activityFilter, activityOpen: open } = get();
      return isLocked(get()) ? null : bridge.activity.page({ ...activityFilter, open, from, count });
    },
    loaded: () => {
      const { activityRows: loaded, activityTotal: total } = get();
      const from = loaded?.from ?? 0;
      return { from, to: from + (loaded?.rows.length ?? 0), total };
    },
    show: (answer, from) => {
      if (!answer.ok) return set({ activityFailure: answer.error });
      const { rows, total, matching } = answer.value;
      set(({ activityRows: before, activitySelected: selected, activityTotal }) => {
        const row = selected === null ? undefined : activityRowAt(before, selected);
        const rank = row && rows.findIndex((each) => keyOfActivity(each) === keyOfActivity(row));
        // Adds the number of new log entries to the selected row's index, because they are inserted above this row.
        const moved = selected === null ? null : Math.max(0, selected + total - activityTotal);
        return {
          activityRows: { from, rows },
          activityTotal: total,
          activityMatching: matching,
          activityFailure: null,
          activitySelected: rank === undefined || rank < 0 ? moved : from + rank,
        };
      });
    },
  });

  async function findUnlessKey(find: string): Promise<void> {
    const isKey = await get().isKey(find);
    const { activityFilter } = get();
    if (activityFilter.find !== find) return;
    if (isKey) set({ activityFilter: { ...activityFilter, find: '' } });
    loader.restart(true);
  }

  async function readOutline(): Promise<void> {
    const answer = await bridge.activity.outline({});
    if (answer.ok && !isLocked(get())) set({ activityOutline: answer.value });
  }

  function open(): void {
    loader.changed();
    void readOutline();
  }

  // Discards the log entries when Easel locks, because they contain names of boards and people.
  onLocked(store, () => {
    set(NOTHING_READ);
    loader.restart(true);
  });

  bridge.on('activity.changed', () => {
    if (get().screen === 'activity') open();
  });

  return {
    activityFilter: ALL_ACTIVITY,
    ...NOTHING_READ,

    openActivity: open,

    seeActivity: (from: number, to: number) => {
      if (get().activityRows !== null) loader.see(from, to);
    },

    filterActivity: (change: Partial<ActivityFilter>) => {
      set(({ activityFilter }) => ({
        activityFilter: { ...activityFilter, ...change },
        activitySelected: null,
      }));
      const { find = '' } = change;
      if (isLikeKey(find)) void findUnlessKey(find);
      else loader.restart(true);
    },

    toggleActivity: (rank: number) => {
      const row = activityRowAt(get().activityRows, rank);
      if (row?.kind !== 'job') return;
      const others = get().activityOpen.filter((job) => job !== row.job);
      set({
        activitySelected: rank,
        activityOpen: row.open ? others : [...others, row.job].slice(-MOST_OPEN),
      });
      loader.restart(false);
    },

    selectActivity: (activitySelected: number) => set({ activitySelected }),

    copyTarget: (target: string) =>
      attempt(bridge.activity.copyTarget({ target }), () => get().announce('Id copied.', 'copied')),

    exportActivity: (format: 'csv' | 'json') =>
      save(bridge.activity.export({ ...get().activityFilter, format }), (file) =>
        exportedSentence(file, 'entry', 'entries'),
      ),
  };
}
