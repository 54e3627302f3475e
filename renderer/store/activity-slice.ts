/** The part of the activity log in view; main keeps and checks the log. */
import { counted } from '../parts/format.ts';
import type { ActivityCheck, ActivityEntry, ActivityFilter } from '../../preload/contract/activity.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { onLocked } from './lock-slice.ts';
import type { SliceContext } from './store.ts';

export const ACTIVITY_PAGE = 100;
/** The most pages kept; the farthest from the view is dropped first. */
const MOST_PAGES = 20;

const EVERYTHING: ActivityFilter = { connectionId: null, action: null, find: '' };

/** The entry at a rank, newest first; undefined while it is not here. */
export function entryAt(
  pages: ReadonlyMap<number, readonly ActivityEntry[]> | null,
  rank: number,
): ActivityEntry | undefined {
  return pages?.get(Math.floor(rank / ACTIVITY_PAGE))?.[rank % ACTIVITY_PAGE];
}

export function createActivitySlice({ bridge, set, get, store }: SliceContext) {
  /** Counts queries: an answer to an older one is ignored. */
  let question = 0;
  const underWay = new Set<number>();

  async function read(page: number, asked: number): Promise<void> {
    underWay.add(page);
    const from = page * ACTIVITY_PAGE;
    const answer = await bridge.activity.page({ ...get().activityFilter, from, count: ACTIVITY_PAGE });
    if (asked !== question) return;
    underWay.delete(page);
    if (!answer.ok) return set({ activityFailure: answer.error });
    const { entries, matching } = answer.value;
    set(({ activityPages }) => {
      const pages = new Map(activityPages).set(page, entries);
      const farthest = [...pages.keys()].sort((a, b) => Math.abs(b - page) - Math.abs(a - page));
      for (const far of farthest.slice(0, Math.max(0, pages.size - MOST_PAGES))) pages.delete(far);
      return { activityPages: pages, activityMatching: matching, activityFailure: null };
    });
  }

  async function readAnew(): Promise<void> {
    question += 1;
    underWay.clear();
    const asked = question;
    const { activityPages: before, activityMatching: lines, activitySelected: selected } = get();
    await read(0, asked);
    if (asked !== question || before === null) return;
    set((now) => ({
      // Older pages have moved: they are read again when viewed.
      activityPages: new Map([[0, now.activityPages?.get(0) ?? []]]),
      // New lines come above; the keyboard stays on its line.
      ...(selected !== null &&
        now.activitySelected === selected && {
          activitySelected: Math.max(0, selected + now.activityMatching - lines),
        }),
    }));
  }

  // The entries name boards and people, so the lock drops them; they are read again after it.
  onLocked(store, () => {
    question += 1;
    underWay.clear();
    set({ activityPages: null, activityMatching: 0, activitySelected: null, activityFailure: null });
  });

  bridge.on('activity.changed', () => {
    if (get().screen === 'activity') void readAnew();
  });

  return {
    activityFilter: EVERYTHING,
    /** Entries by page, newest first; null until the log was read. */
    activityPages: null as ReadonlyMap<number, readonly ActivityEntry[]> | null,
    activityMatching: 0,
    activityFailure: null as Failure | null,
    /** The one that the keyboard is on; null for none. */
    activitySelected: null as number | null,
    /** How the last check ended; `running` while it goes on. */
    activityCheck: null as ActivityCheck | 'running' | null,

    /** Reads the log again, from the newest entry on. */
    openActivity: readAnew,

    /** Ranks `from` up to, not including, `to` are in view. */
    seeActivity: async (from: number, to: number) => {
      const first = Math.floor(from / ACTIVITY_PAGE);
      const last = Math.floor(Math.max(from, to - 1) / ACTIVITY_PAGE);
      const pages = get().activityPages;
      const missing: number[] = [];
      for (let page = first; page <= last; page += 1) {
        if (!pages?.has(page) && !underWay.has(page)) missing.push(page);
      }
      await Promise.all(missing.map((page) => read(page, question)));
    },

    filterActivity: async (change: Partial<ActivityFilter>) => {
      set(({ activityFilter }) => ({
        activityFilter: { ...activityFilter, ...change },
        activitySelected: null,
      }));
      await readAnew();
    },

    selectActivity: (activitySelected: number) => set({ activitySelected }),

    checkActivity: async () => {
      set({ activityCheck: 'running' });
      const checked = await bridge.activity.check({});
      set({ activityCheck: checked.ok ? checked.value : null });
      if (checked.ok) get().announce(checked.value.summary);
      else get().raise(checked.error);
    },

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
