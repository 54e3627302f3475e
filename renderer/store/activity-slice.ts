/** The part of the activity log in view; main keeps the log. */
import { counted } from '../lib/format.ts';
import type {
  ActivityEntry,
  ActivityFilter,
  ActivityOutline,
  ActivityRow,
} from '../../preload/contract/activity.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failureOf } from './calls.ts';
import { onLocked } from './lock-slice.ts';
import type { SliceContext } from './store.ts';

export const ACTIVITY_PAGE = 100;
/** The most pages kept; the farthest from the view is dropped first. */
const MOST_PAGES = 20;
/** Most pages that are read at once, by the contract. */
const MOST_AT_ONCE = 10;
/** Jobs that may be open, by the contract; the one that was opened first is closed. */
const MOST_OPEN = 100;

export const ALL_ACTIVITY: ActivityFilter = {
  connectionId: null,
  action: null,
  user: null,
  since: null,
  until: null,
  find: '',
};

type Pages = ReadonlyMap<number, readonly ActivityRow[]>;

const pageOf = (rank: number): number => Math.floor(rank / ACTIVITY_PAGE);

/** The row at a rank, newest first; undefined while it is not here. */
export function activityRowAt(pages: Pages | null, rank: number): ActivityRow | undefined {
  return pages?.get(pageOf(rank))?.[rank % ACTIVITY_PAGE];
}

/** What tells a row from all others. */
export function keyOfActivity(row: ActivityRow): string {
  if (row.kind === 'day') return `day ${row.at}`;
  return row.kind === 'job' ? `job ${row.job}` : `entry ${row.entry.number}`;
}

/** What a row is about: an entry by itself, or a job's only item, or else its newest. */
export function entryOf(row: Exclude<ActivityRow, { kind: 'day' }>): ActivityEntry {
  return row.kind === 'job' ? (row.only ?? row.last) : row.entry;
}

/** Its target is a board or a paper. */
export function isOfRoom({ action, target }: ActivityEntry): boolean {
  return target !== '' && /^(?:board|paper|links|visit|shield|room|notes|unknown)-/u.test(action);
}

function rankIn(pages: Pages, key: string): number | null {
  for (const [page, rows] of pages) {
    const at = rows.findIndex((row) => keyOfActivity(row) === key);
    if (at >= 0) return page * ACTIVITY_PAGE + at;
  }
  return null;
}

export function createActivitySlice({ bridge, set, get, store }: SliceContext) {
  /** Counts queries: an answer to an older one is ignored. */
  let question = 0;
  /** The same for the outline, which opening a job leaves as it is. */
  let outlines = 0;
  const underWay = new Set<number>();
  /** Ranks in view. */
  let view = { from: 0, to: 1 };

  const ask = (page: number, count: number) => {
    const { activityFilter, activityOpen: open } = get();
    const span = { from: page * ACTIVITY_PAGE, count: count * ACTIVITY_PAGE };
    return bridge.activity.page({ ...activityFilter, open, ...span });
  };

  async function read(page: number, asked: number): Promise<void> {
    underWay.add(page);
    const answer = await ask(page, 1);
    if (asked !== question) return;
    underWay.delete(page);
    if (!answer.ok) return set({ activityFailure: answer.error });
    const { rows, total, matching } = answer.value;
    set(({ activityPages }) => {
      const pages = new Map(activityPages).set(page, rows);
      const farthest = [...pages.keys()].sort((a, b) => Math.abs(b - page) - Math.abs(a - page));
      for (const far of farthest.slice(0, Math.max(0, pages.size - MOST_PAGES))) pages.delete(far);
      return {
        activityPages: pages,
        activityTotal: total,
        activityMatching: matching,
        activityFailure: null,
      };
    });
  }

  /** What is in view; the rest is read again when it comes into view. */
  async function readAnew(): Promise<void> {
    question += 1;
    underWay.clear();
    const asked = question;
    const first = pageOf(view.from);
    const count = Math.min(MOST_AT_ONCE, pageOf(Math.max(view.from, view.to - 1)) - first + 1);
    const answer = await ask(first, count);
    if (asked !== question) return;
    if (!answer.ok) return set({ activityFailure: answer.error });
    const { rows, total, matching } = answer.value;
    const pages = new Map<number, readonly ActivityRow[]>();
    for (let page = 0; page < count; page += 1)
      pages.set(first + page, rows.slice(page * ACTIVITY_PAGE, (page + 1) * ACTIVITY_PAGE));
    set(({ activityPages: before, activitySelected: selected, activityTotal }) => {
      const row = selected === null ? undefined : activityRowAt(before, selected);
      // New rows come above; the keyboard stays on its row.
      const moved = selected === null ? null : Math.max(0, selected + total - activityTotal);
      return {
        activityPages: pages,
        activityTotal: total,
        activityMatching: matching,
        activityFailure: null,
        activitySelected: row === undefined ? moved : (rankIn(pages, keyOfActivity(row)) ?? moved),
      };
    });
  }

  async function readOutline(): Promise<void> {
    outlines += 1;
    const asked = outlines;
    const answer = await bridge.activity.outline(get().activityFilter);
    if (asked === outlines && answer.ok) set({ activityOutline: answer.value });
  }

  async function open(): Promise<void> {
    await Promise.all([readAnew(), readOutline()]);
  }

  // The entries name boards and people, so the lock drops them; they are read again after it.
  onLocked(store, () => {
    question += 1;
    outlines += 1;
    underWay.clear();
    set({
      activityPages: null,
      activityTotal: 0,
      activityMatching: 0,
      activitySelected: null,
      activityFailure: null,
      activityOutline: null,
      activityOpen: [],
    });
  });

  bridge.on('activity.changed', () => {
    if (get().screen === 'activity') void open();
  });

  return {
    activityFilter: ALL_ACTIVITY,
    /** Rows by page, newest first; null until the log was read. */
    activityPages: null as Pages | null,
    /** All rows there are, and the entries in them. */
    activityTotal: 0,
    activityMatching: 0,
    /** Jobs whose entries are on show. */
    activityOpen: [] as readonly string[],
    /** What the log can be narrowed to; null until it was read. */
    activityOutline: null as ActivityOutline | null,
    activityFailure: null as Failure | null,
    /** The one that the keyboard is on; null for none. */
    activitySelected: null as number | null,

    /** Reads the log again, as far as it is in view. */
    openActivity: open,

    /** Ranks `from` up to, not including, `to` are in view. */
    seeActivity: async (from: number, to: number) => {
      view = { from, to };
      const first = pageOf(from);
      const last = pageOf(Math.max(from, to - 1));
      const pages = get().activityPages;
      const missing: number[] = [];
      for (let page = first; page <= last; page += 1) {
        if (!pages?.has(page) && !underWay.has(page)) missing.push(page);
      }
      await Promise.all(missing.map((page) => read(page, question)));
    },

    filterActivity: async (change: Partial<ActivityFilter>) => {
      view = { from: 0, to: 1 };
      set(({ activityFilter }) => ({
        activityFilter: { ...activityFilter, ...change },
        activitySelected: null,
      }));
      await open();
    },

    /** Shows or hides the entries of the job at a rank. */
    toggleActivity: async (rank: number) => {
      const row = activityRowAt(get().activityPages, rank);
      if (row?.kind !== 'job') return;
      const others = get().activityOpen.filter((job) => job !== row.job);
      set({
        activitySelected: rank,
        activityOpen: row.open ? others : [...others, row.job].slice(-MOST_OPEN),
      });
      await readAnew();
    },

    selectActivity: (activitySelected: number) => set({ activitySelected }),

    /** Puts what an entry is about on the clipboard. */
    copyTarget: async (target: string) =>
      get().raise(
        await failureOf(bridge.activity.copyTarget({ target }), () =>
          get().announce('Copied the id.', 'copied'),
        ),
      ),

    exportActivity: async (format: 'csv' | 'json') => {
      const written = await bridge.activity.export({ ...get().activityFilter, format });
      if (!written.ok) get().raise(written.error);
      else if (written.value !== null)
        get().announce(
          `Exported ${counted(written.value.items, 'entry', 'entries')} to ${written.value.fileName}.`,
        );
    },
  };
}
