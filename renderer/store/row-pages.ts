/**
 * The part of the boards list that is in the page's memory: pages of rows by rank, of a list of any length.
 *
 * Values, never changed in place. A page is `fresh` until the list changes under it; its rows stay on show until the
 * new ones have come, so that a refresh never blinks.
 */
import type { BoardRow, BoardWindow } from '../../preload/contract/domain.ts';

export const PAGE_ROWS = 100;
/** Most pages kept: those farthest from the view go first. */
const MOST_PAGES = 40;
/** Pages fetched beyond the view on each side, so that a fast scroll meets rows and not skeletons. */
const AHEAD = 2;
/** Most rows that one call may ask for, by the contract. */
const MOST_ROWS = 1000;

export interface RowPages {
  readonly pages: ReadonlyMap<number, readonly BoardRow[]>;
  readonly fresh: ReadonlySet<number>;
  /** Length of the whole list under the current question. */
  readonly matching: number;
}

export const NO_PAGES: RowPages = { pages: new Map(), fresh: new Set(), matching: 0 };

/** The row at a rank, or undefined while it is not here. */
export function rowAt(held: RowPages, rank: number): BoardRow | undefined {
  return held.pages.get(Math.floor(rank / PAGE_ROWS))?.[rank % PAGE_ROWS];
}

/** The same, but only when the list has not changed since the row came. */
export function freshRowAt(held: RowPages, rank: number): BoardRow | undefined {
  return held.fresh.has(Math.floor(rank / PAGE_ROWS)) ? rowAt(held, rank) : undefined;
}

/** What tells a row apart from all others: its board's id, or its place in the answer when it has none. */
export function keyOfRow(row: BoardRow): string {
  return row.id ?? row.rowKey;
}

/** The rank of a row by its key, among the fresh pages; null when it is not there. */
export function rankOf(held: RowPages, key: string): number | null {
  for (const page of held.fresh) {
    const at = held.pages.get(page)?.findIndex((row) => keyOfRow(row) === key) ?? -1;
    if (at >= 0) return page * PAGE_ROWS + at;
  }
  return null;
}

/**
 * What to ask for so that ranks `from` up to, not including, `to` and their surroundings are fresh.
 *
 * @param underWay pages that were asked for already
 * @returns one span of whole pages, or null when nothing is missing
 */
export function missingSpan(
  held: RowPages,
  from: number,
  to: number,
  underWay: ReadonlySet<number>,
): { readonly from: number; readonly count: number } | null {
  const first = Math.max(0, Math.floor(from / PAGE_ROWS) - AHEAD);
  const end = Math.floor(Math.max(from, to - 1) / PAGE_ROWS) + AHEAD;
  const isMissing = (page: number) => !held.fresh.has(page) && !underWay.has(page);
  const wanted: number[] = [];
  for (let page = first; page <= end; page += 1) if (isMissing(page)) wanted.push(page);
  const start = wanted[0];
  const last = wanted.at(-1);
  if (start === undefined || last === undefined) return null;
  return { from: start * PAGE_ROWS, count: Math.min(MOST_ROWS, (last - start + 1) * PAGE_ROWS) };
}

/** The pages a span covers. */
export function pagesOf(span: { readonly from: number; readonly count: number }): readonly number[] {
  const first = Math.floor(span.from / PAGE_ROWS);
  return Array.from({ length: Math.ceil(span.count / PAGE_ROWS) }, (_, index) => first + index);
}

/** Takes in an answer to `span`; all its pages become fresh, those past the end of the list being empty. */
export function withWindow(
  held: RowPages,
  span: { readonly from: number; readonly count: number },
  window: BoardWindow,
): RowPages {
  const pages = new Map(held.pages);
  const fresh = new Set(held.fresh);
  for (const page of pagesOf(span)) {
    const start = page * PAGE_ROWS - window.from;
    pages.set(page, window.rows.slice(start, start + PAGE_ROWS));
    fresh.add(page);
  }
  if (pages.size > MOST_PAGES) {
    const here = Math.floor(window.from / PAGE_ROWS);
    const farthestFirst = [...pages.keys()].sort((a, b) => Math.abs(b - here) - Math.abs(a - here));
    for (const page of farthestFirst.slice(0, pages.size - MOST_PAGES)) {
      pages.delete(page);
      fresh.delete(page);
    }
  }
  return { pages, fresh, matching: window.matching };
}

/** The list has changed: the rows stay on show, and every page wants fetching again. */
export function staled(held: RowPages): RowPages {
  return { ...held, fresh: new Set() };
}
