/**
 * The part of the boards list that is in the page's memory: pages of rows by rank, of a list of any length.
 *
 * Values, never changed in place. A page is `fresh` until the list changes under it; its rows stay on show until the
 * new ones have come, so that a refresh never blinks.
 */
import type { BoardRow, BoardWindow } from '../../preload/contract/boards.ts';

export const PAGE_ROWS = 100;
/** Most pages kept; the farthest from the view go first. */
const MOST_PAGES = 40;
/** Pages fetched ahead of the view and behind it, so that scrolling shows no skeletons. */
const AHEAD = 4;
const BEHIND = 1;
/** A step past what is fetched ahead, as when the scroll bar is dragged. */
const LEAP = AHEAD * PAGE_ROWS;
/** Most rows that one call may ask for, by the contract. */
const MOST_ROWS = 1000;

export interface RowPages {
  readonly pages: ReadonlyMap<number, readonly BoardRow[]>;
  readonly fresh: ReadonlySet<number>;
  /** Length of the whole list under the current question. */
  readonly matching: number;
  /** The length isn't known yet: there are at least `matching`. */
  readonly counting: boolean;
  /** How much of the list is sorted for this query, 0 to 1; null unless somebody waits for it. */
  readonly sorting: number | null;
  /** The list's revision when the fresh rows were read; while it lasts, a rank means the same board. */
  readonly revision: number;
  /** The service's fields whose values the rows have, in this order. */
  readonly fields: readonly string[];
}

export const NO_PAGES: RowPages = {
  pages: new Map(),
  fresh: new Set(),
  matching: 0,
  counting: false,
  sorting: null,
  revision: 0,
  fields: [],
};

/** Whole pages, as ranks. */
export interface RowSpan {
  readonly from: number;
  readonly count: number;
}

/** Ranks in view, and how the view moves: `to` is the first one out of view. */
export interface RowView {
  readonly from: number;
  readonly to: number;
  readonly going: 'down' | 'up';
  /** How many ranks the view moved last; 0 once it rests. */
  readonly step: number;
}

/** The row at a rank; undefined while it isn't loaded. */
export function rowAt(held: RowPages, rank: number): BoardRow | undefined {
  return held.pages.get(pageOf(rank))?.[rank % PAGE_ROWS];
}

/** The same, but only if the list hasn't changed since. */
export function freshRowAt(held: RowPages, rank: number): BoardRow | undefined {
  return held.fresh.has(pageOf(rank)) ? rowAt(held, rank) : undefined;
}

/** What identifies a row: its board's id, or its place in the answer when it has none. */
export function keyOfRow(row: BoardRow): string {
  return row.id ?? row.rowKey;
}

/** The rank of a row by its key, among the fresh pages unless others are given; null when it is not there. */
export function rankOf(held: RowPages, key: string, pages: Iterable<number> = held.fresh): number | null {
  for (const page of pages) {
    const at = held.pages.get(page)?.findIndex((row) => keyOfRow(row) === key) ?? -1;
    if (at >= 0) return page * PAGE_ROWS + at;
  }
  return null;
}

/** Whether the view jumps: then the rows around it are passed over and not worth fetching. */
export function isLeaping({ step }: RowView): boolean {
  return Math.abs(step) > LEAP;
}

/**
 * What to ask for next: what is in view first, by itself, for it is waited for; then what comes into view soon. A view
 * that leaps is next where the same leap takes it: a thumb that is dragged goes on at much the same pace, and each pixel
 * that it moves by is as many rows.
 *
 * @param underWay pages that were asked for already
 * @returns one span of whole pages, or null when nothing is missing
 */
export function missingSpan(held: RowPages, view: RowView, underWay: ReadonlySet<number>): RowSpan | null {
  const first = pageOf(view.from);
  const last = pageOf(Math.max(view.from, view.to - 1));
  const inView = missingOf(held, first, last, underWay);
  // The length of a changed list isn't known yet.
  if (inView !== null || held.fresh.size === 0) return inView;
  if (isLeaping(view)) {
    const landing = Math.max(0, view.from + view.step);
    return missingOf(held, pageOf(landing), pageOf(landing + view.to - view.from - 1), underWay);
  }
  const [above, below] = view.going === 'down' ? [BEHIND, AHEAD] : [AHEAD, BEHIND];
  return missingOf(held, first - above, last + below, underWay);
}

function pageOf(rank: number): number {
  return Math.floor(rank / PAGE_ROWS);
}

/** The span that holds every missing page from `first` to `last`. */
function missingOf(
  held: RowPages,
  first: number,
  last: number,
  underWay: ReadonlySet<number>,
): RowSpan | null {
  const end = held.fresh.size === 0 ? last : Math.min(last, pageOf(held.matching - 1));
  const wanted: number[] = [];
  for (let page = Math.max(0, first); page <= end; page += 1) {
    if (!held.fresh.has(page) && !underWay.has(page)) wanted.push(page);
  }
  const start = wanted[0];
  const stop = wanted.at(-1);
  if (start === undefined || stop === undefined) return null;
  return { from: start * PAGE_ROWS, count: Math.min(MOST_ROWS, (stop - start + 1) * PAGE_ROWS) };
}

/** The pages a span covers. */
export function pagesOf(span: RowSpan): readonly number[] {
  const first = pageOf(span.from);
  return Array.from({ length: Math.ceil(span.count / PAGE_ROWS) }, (_, index) => first + index);
}

/** Adds the answer for `span`: its pages become fresh, and those past the end are empty. */
export function withWindow(held: RowPages, span: RowSpan, window: BoardWindow): RowPages {
  const pages = new Map(held.pages);
  const fresh = new Set(held.fresh);
  for (const page of pagesOf(span)) {
    const start = page * PAGE_ROWS - window.from;
    pages.set(page, window.rows.slice(start, start + PAGE_ROWS));
    fresh.add(page);
  }
  if (pages.size > MOST_PAGES) {
    const here = pageOf(window.from);
    const farthestFirst = [...pages.keys()].sort((a, b) => Math.abs(b - here) - Math.abs(a - here));
    for (const page of farthestFirst.slice(0, pages.size - MOST_PAGES)) {
      pages.delete(page);
      fresh.delete(page);
    }
  }
  const { matching, counting = false, revision } = window;
  return { ...held, pages, fresh, matching, counting, sorting: null, revision };
}

/** The list has changed: the rows stay on show, and every page is to be fetched again. */
export function staled(held: RowPages, revision: number): RowPages {
  return { ...held, fresh: new Set(), revision };
}
