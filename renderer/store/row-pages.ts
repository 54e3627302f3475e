/** Stale rows stay visible until new rows arrive, so that a refresh does not flicker. */
import type { RowQuery, BoardRow, BoardWindow } from '../../preload/contract/boards.ts';
import type { ArgsOf, EaselBridge } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';

export const PAGE_ROWS = 100;
/** Pages at a greater distance from the last page are dropped. */
const FARTHEST = 20;

export interface RowPages {
  /** Query of the rows. It stays the previous query until rows of the current one arrive. */
  readonly query: RowQuery | null;
  readonly pages: ReadonlyMap<number, readonly BoardRow[]>;
  readonly fresh: ReadonlySet<number>;
  readonly matching: number;
  /** True if `matching` is only a lower bound. */
  readonly counting: boolean;
  /** Number of boards that an age filter leaves out because they have no usable time. */
  readonly undated: number;
  /** Revision of the list. A rank only means the same board within one revision. */
  readonly revision: number;
  readonly fields: readonly string[];
}

export const NO_PAGES: RowPages = {
  query: null,
  pages: new Map(),
  fresh: new Set(),
  matching: 0,
  counting: false,
  undated: 0,
  revision: 0,
  fields: [],
};

type RowView = readonly [from: number, to: number];

export const pageOf = (rank: number): number => Math.floor(rank / PAGE_ROWS);

export function rowAt(held: RowPages, rank: number): BoardRow | undefined {
  return held.pages.get(pageOf(rank))?.[rank % PAGE_ROWS];
}

/** Returns a board's id. For a board without an id, returns its place in the list. */
export function keyOfRow(row: BoardRow): string {
  return row.id ?? row.rowKey;
}

/** Returns the rank of a row by its key in the given pages, else null. */
export function rankOf(held: RowPages, key: string, pages: Iterable<number> = held.fresh): number | null {
  for (const page of pages) {
    const at = held.pages.get(page)?.findIndex((row) => keyOfRow(row) === key) ?? -1;
    if (at >= 0) return page * PAGE_ROWS + at;
  }
  return null;
}

/** Returns the next page to fetch: in view, then below and above. Null if none is missing. */
export function missingPage(held: RowPages, view: RowView, pending: ReadonlySet<number>): number | null {
  const { fresh, matching } = held;
  const [from, to] = view;
  const first = pageOf(from);
  const last = pageOf(Math.max(from, to - 1));
  const inView = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  // After a change, the length of the list is unknown until the first response.
  const isKnown = fresh.size > 0;
  const wanted = isKnown ? [...inView, last + 1, first - 1] : inView;
  const end = isKnown ? pageOf(matching - 1) : last;
  return wanted.find((page) => page >= 0 && page <= end && !fresh.has(page) && !pending.has(page)) ?? null;
}

/** Adds a page of fresh rows. */
export function withWindow(held: RowPages, page: number, window: BoardWindow): RowPages {
  const isNear = (other: number): boolean => Math.abs(other - page) <= FARTHEST;
  const near = [...held.pages].filter(([other]) => isNear(other));
  const pages = new Map(near).set(page, window.rows);
  const fresh = new Set([...held.fresh].filter(isNear)).add(page);
  const { matching, counting = false, undated = 0, revision } = window;
  return { ...held, pages, fresh, matching, counting, undated, revision };
}

/** Marks all pages as stale. Their rows stay visible, and all pages are fetched again. */
export function staled(held: RowPages, revision = held.revision): RowPages {
  return { ...held, fresh: new Set(), revision };
}

type BoardQuestion = Pick<ArgsOf<'boards.window'>, 'connectionId' | 'query' | 'fields'>;

/** Maximum number of pending calls. During a fast scroll further pages are skipped. */
const MOST_CALLS = 2;

/** Shortest interval in ms between refetches during a listing. */
const REFETCH_PACE = 250;

/** Ignores late responses. Calls `onWindow` for every change of the rows, and every failed call. */
export function boardWindows(bridge: EaselBridge, onWindow: (result: Result<RowPages>) => void) {
  let question: BoardQuestion | null = null;
  /** Rows of the previous query stay until the first response. */
  let held = NO_PAGES;
  let view: RowView = [0, PAGE_ROWS];
  /** Numbers of pending pages. Each query and refetch replaces the set, so that late responses are recognised. */
  let pending = new Set<number>();
  let pace: ReturnType<typeof setTimeout> | null = null;
  /** True if the rows are outdated and will be fetched after the timer. */
  let waits = false;
  /** True if the first rows are requested before the matches are counted. */
  let hurried = true;

  function hold(next: RowPages): void {
    held = next;
    onWindow({ ok: true, value: held });
  }

  function fetchAnew(): void {
    held = staled(held);
    pending = new Set();
    fetch();
  }

  function fetch(): void {
    const asked = question;
    const underWay = pending;
    if (asked === null) return;
    while (underWay.size < MOST_CALLS) {
      const page = missingPage(held, view, underWay);
      if (page === null) return;
      underWay.add(page);
      const { revision } = held;
      const span = { from: page * PAGE_ROWS, count: PAGE_ROWS, ...(hurried && { hurried: true as const }) };
      void bridge.boards.window({ ...asked, ...span }).then((result) => {
        // A newer query or refetch replaced this call.
        if (underWay !== pending) return;
        underWay.delete(page);
        if (result.ok) take(page, asked, result.value, revision);
        else onWindow(result);
      });
    }
  }

  function take(page: number, { query, fields }: BoardQuestion, window: BoardWindow, revision: number): void {
    const isLast = revision === held.revision;
    if (isLast && window.revision !== revision) held = staled(held, window.revision);
    const isAnswer = held.query === query && held.fields === fields;
    const base = isAnswer ? held : { ...NO_PAGES, query, fields };
    const next = withWindow(base, page, window);
    // Outdated rows are shown until they are fetched again.
    hold(isLast ? next : { ...next, fresh: base.fresh, revision: held.revision });
    if (window.counting === true) {
      hurried = false;
      fetchAnew();
    } else if (!waits) fetch();
  }

  function refetch(revision = held.revision): void {
    hold(staled(held, revision));
    waits = pace !== null;
    if (waits) return;
    fetchAnew();
    pace = setTimeout(() => {
      pace = null;
      if (waits) refetch();
    }, REFETCH_PACE);
  }

  return {
    ask: (next: BoardQuestion | null) => {
      const sameList = next !== null && question?.connectionId === next.connectionId;
      question = next;
      hurried = true;
      if (!sameList) {
        view = [0, PAGE_ROWS];
        hold(NO_PAGES);
      }
      fetchAnew();
    },
    show: (from: number, to: number) => {
      view = [from, to];
      fetch();
    },
    /** A lower revision is a change too, because main restarts the count after a change of addresses. */
    changed: (revision: number) => {
      if (revision !== held.revision) refetch(revision);
    },
    refetch: () => refetch(),
  };
}
