import type {
  ActivityEntry,
  ActivityFilter,
  ActivityOutline,
  ActivityRow,
} from '../../preload/contract/activity.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { exportedSentence } from './board-export-slice.ts';
import { isLocked, onLocked } from './lock-slice.ts';
import type { SliceContext } from './store.ts';

const AROUND = 400;
/** If fewer rows than this are loaded above or below the visible ones, more rows of the activity log are read. */
const NEAR = 100;
/** Maximum number of rows per request. The IPC contract has the same limit. */
const MOST_ROWS = 1000;
/** Maximum number of expanded jobs, as in the IPC contract. A further job collapses the one that was expanded first. */
const MOST_OPEN = 100;

export const ALL_ACTIVITY: ActivityFilter = {
  connectionId: null,
  action: null,
  user: null,
  since: null,
  until: null,
  find: '',
};

export interface ActivityRows {
  readonly from: number;
  readonly rows: readonly ActivityRow[];
}

export function activityRowAt(loaded: ActivityRows | null, rank: number): ActivityRow | undefined {
  return loaded?.rows[rank - loaded.from];
}

export function keyOfActivity(row: ActivityRow): string {
  if (row.kind === 'day') return `day ${row.at}`;
  return row.kind === 'job' ? `job ${row.job}` : `entry ${row.entry.number}`;
}

/** Returns the log entry of a row. For a job this is the only entry or the newest one. */
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
  let requests = 0;
  let view = { from: 0, to: 1 };

  async function read(): Promise<void> {
    requests += 1;
    const serial = requests;
    const from = Math.max(0, view.from - AROUND);
    const count = Math.min(MOST_ROWS, view.to + AROUND - from);
    const { activityFilter, activityOpen: open } = get();
    const answer = await bridge.activity.page({ ...activityFilter, open, from, count });
    if (serial !== requests) return;
    if (!answer.ok) return set({ activityFailure: answer.error });
    const { rows, total, matching } = answer.value;
    set(({ activityRows: before, activitySelected: selected, activityTotal }) => {
      const row = selected === null ? undefined : activityRowAt(before, selected);
      const rank = row && rows.findIndex((each) => keyOfActivity(each) === keyOfActivity(row));
      // New log entries are inserted at the top, so the selection moves down with its row.
      const moved = selected === null ? null : Math.max(0, selected + total - activityTotal);
      return {
        activityRows: { from, rows },
        activityTotal: total,
        activityMatching: matching,
        activityFailure: null,
        activitySelected: rank === undefined || rank < 0 ? moved : from + rank,
      };
    });
  }

  async function readOutline(): Promise<void> {
    const answer = await bridge.activity.outline({});
    if (answer.ok && !isLocked(get())) set({ activityOutline: answer.value });
  }

  async function open(): Promise<void> {
    await Promise.all([read(), readOutline()]);
  }

  // The activity log contains names of boards and people, so its entries are dropped when Easel locks.
  onLocked(store, () => {
    requests += 1;
    set(NOTHING_READ);
  });

  bridge.on('activity.changed', () => {
    if (get().screen === 'activity') void open();
  });

  return {
    activityFilter: ALL_ACTIVITY,
    ...NOTHING_READ,

    openActivity: open,

    seeActivity: async (from: number, to: number) => {
      view = { from, to };
      const { activityRows: loaded, activityTotal: total } = get();
      if (loaded === null) return;
      const [first, last] = [Math.max(0, from - NEAR), Math.min(total, to + NEAR)];
      if (first < loaded.from || last > loaded.from + loaded.rows.length) await read();
    },

    filterActivity: async (change: Partial<ActivityFilter>) => {
      view = { from: 0, to: 1 };
      set(({ activityFilter }) => ({
        activityFilter: { ...activityFilter, ...change },
        activitySelected: null,
      }));
      await read();
    },

    toggleActivity: async (rank: number) => {
      const row = activityRowAt(get().activityRows, rank);
      if (row?.kind !== 'job') return;
      const others = get().activityOpen.filter((job) => job !== row.job);
      set({
        activitySelected: rank,
        activityOpen: row.open ? others : [...others, row.job].slice(-MOST_OPEN),
      });
      await read();
    },

    selectActivity: (activitySelected: number) => set({ activitySelected }),

    copyTarget: (target: string) =>
      attempt(bridge.activity.copyTarget({ target }), () => get().announce('Copied the id.', 'copied')),

    exportActivity: (format: 'csv' | 'json') =>
      save(bridge.activity.export({ ...get().activityFilter, format }), (file) =>
        exportedSentence(file, 'entry', 'entries'),
      ),
  };
}
