/**
 * Pages of rows by rank, cached from a list of any length. Immutable values. Stale rows stay visible until new ones
 * arrive, so that a refresh does not flicker.
 */
import type { RowQuery, BoardRow, BoardWindow } from '../../preload/contract/boards.ts';
import type { ArgsOf, EaselBridge } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';

export const PAGE_ROWS = 100;
/** Pages farther from the last one are dropped. */
const FARTHEST = 20;

export interface RowPages {
  /** The query of the rows: the previous one until rows of the current one arrive. */
  readonly query: RowQuery | null;
  readonly pages: ReadonlyMap<number, readonly BoardRow[]>;
  readonly fresh: ReadonlySet<number>;
  /** Length of the list for the current query. */
  readonly matching: number;
  /** `matching` is a lower bound. */
  readonly counting: boolean;
  /** Boards that a filter by age leaves out because they have no usable time. */
  readonly undated: number;
  /** A rank means the same board under one revision. */
  readonly revision: number;
  /** Names of the service's fields in the rows. */
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

/** Ranks in view: the first one, and the one after the last. */
type RowView = readonly [from: number, to: number];

export const pageOf = (rank: number): number => Math.floor(rank / PAGE_ROWS);

export function rowAt(held: RowPages, rank: number): BoardRow | undefined {
  return held.pages.get(pageOf(rank))?.[rank % PAGE_ROWS];
}

/** A board's id, or the place of a board without one. */
export function keyOfRow(row: BoardRow): string {
  return row.id ?? row.rowKey;
}

/** Rank of a row by key in the given pages, else null. */
export function rankOf(held: RowPages, key: string, pages: Iterable<number> = held.fresh): number | null {
  for (const page of pages) {
    const at = held.pages.get(page)?.findIndex((row) => keyOfRow(row) === key) ?? -1;
    if (at >= 0) return page * PAGE_ROWS + at;
  }
  return null;
}

/** The next page to fetch: in view first, then the ones below and above. */
export function missingPage(held: RowPages, view: RowView, pending: ReadonlySet<number>): number | null {
  const { fresh, matching } = held;
  const [from, to] = view;
  const first = pageOf(from);
  const last = pageOf(Math.max(from, to - 1));
  const inView = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  // The length of a changed list is unknown until its first response.
  const isKnown = fresh.size > 0;
  const wanted = isKnown ? [...inView, last + 1, first - 1] : inView;
  const end = isKnown ? pageOf(matching - 1) : last;
  return wanted.find((page) => page >= 0 && page <= end && !fresh.has(page) && !pending.has(page)) ?? null;
}

/** Adds a page as fresh. */
export function withWindow(held: RowPages, page: number, window: BoardWindow): RowPages {
  const isNear = (other: number): boolean => Math.abs(other - page) <= FARTHEST;
  const near = [...held.pages].filter(([other]) => isNear(other));
  const pages = new Map(near).set(page, window.rows);
  const fresh = new Set([...held.fresh].filter(isNear)).add(page);
  const { matching, counting = false, undated = 0, revision } = window;
  return { ...held, pages, fresh, matching, counting, undated, revision };
}

/** Keeps the rows visible but refetches all pages. */
export function staled(held: RowPages, revision = held.revision): RowPages {
  return { ...held, fresh: new Set(), revision };
}

type BoardQuestion = Pick<ArgsOf<'boards.window'>, 'connectionId' | 'query' | 'fields'>;

/** A fast scroll skips pages while this many calls are pending. */
const MOST_CALLS = 2;

/** Minimum time between refetches during a listing, in ms. */
const REFETCH_PACE = 250;

/**
 * Keeps the rows in view fetched, and ignores late responses.
 *
 * @param onWindow called for every change of the rows, and every failed call
 */
export function boardWindows(bridge: EaselBridge, onWindow: (result: Result<RowPages>) => void) {
  let question: BoardQuestion | null = null;
  /** Rows of the previous query stay until the first response. */
  let held = NO_PAGES;
  let view: RowView = [0, PAGE_ROWS];
  /** Pending pages. Replaced with each query and refetch, so that late responses are ignored. */
  let pending = new Set<number>();
  /** Runs for the pace after a refetch. */
  let pace: ReturnType<typeof setTimeout> | null = null;
  /** Rows are outdated, and refetched after the pace. */
  let waits = false;
  /** Requests the first rows before the count. */
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
        // A query or refetch replaced this call.
        if (underWay !== pending) return;
        underWay.delete(page);
        if (result.ok) take(page, asked, result.value, revision);
        else onWindow(result);
      });
    }
  }

  /** `revision`: of the rows when they were requested. */
  function take(page: number, { query, fields }: BoardQuestion, window: BoardWindow, revision: number): void {
    const isLast = revision === held.revision;
    if (isLast && window.revision !== revision) held = staled(held, window.revision);
    const isAnswer = held.query === query && held.fields === fields;
    const base = isAnswer ? held : { ...NO_PAGES, query, fields };
    const next = withWindow(base, page, window);
    // Outdated rows are shown until a refetch.
    hold(isLast ? next : { ...next, fresh: base.fresh, revision: held.revision });
    if (window.counting === true) {
      hurried = false;
      fetchAnew();
    } else if (!waits) fetch();
  }

  /** Refetches the view, at most once per pace. */
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
    /** Changes the query. Clears the rows if the connection changes; null clears all. */
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
    /** A lower revision counts too: main restarts a list after an address change. */
    changed: (revision: number) => {
      if (revision !== held.revision) refetch(revision);
    },
    refetch: () => refetch(),
  };
}
