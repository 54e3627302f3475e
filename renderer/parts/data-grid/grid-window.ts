/** Which rows of a data grid are in view and in the document: arithmetic, for all rows are of one height. */

/**
 * Of a row, and of the header, until it is known how tall the tokens make them. Chromium caps an element at about 33.5
 * million pixels: a million of these rows stay below it.
 */
export const ROW_HEIGHT = 28;
/** Rows kept in the document above and below those in view, so that a fast scroll meets no blank. */
const OVERSCAN = 12;

/** Ranks in view: `from` up to, not including, `to`. */
export interface Ranks {
  readonly from: number;
  readonly to: number;
}

/**
 * The ranks in view of a scroller: one more than fits, for the first and the last may be cut. How many they are never
 * changes while it is scrolled, and so no row in the document changes its slot.
 *
 * @param scrollTop distance scrolled, in pixels; @param height of the scroller with its sticky header, in pixels;
 * @param row height of a row, and of the header, in pixels
 */
export function ranksInView(scrollTop: number, height: number, row: number): Ranks {
  const from = Math.max(0, Math.floor(scrollTop / row));
  const rows = Math.ceil(height / row) - 1;
  return { from, to: rows > 0 ? from + rows + 1 : from };
}

/** The ranks to render: those around the view, and the current row wherever it is, for `aria-activedescendant`. */
export function ranksToRender(view: Ranks, total: number, active: number | null): readonly number[] {
  const first = Math.max(0, Math.min(view.from - OVERSCAN, total));
  const end = Math.min(total, view.to + OVERSCAN);
  const ranks = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  if (active === null || active >= total) return ranks;
  if (active < first) return [active, ...ranks];
  return active >= end ? [...ranks, active] : ranks;
}

/** How many rows can be in the document around the view at once. */
export function slotsFor(view: Ranks): number {
  return view.to - view.from + 2 * OVERSCAN + 1;
}

/**
 * The slot that shows a rank. A row that comes into view takes over the slot of one that left it, so that a scroll
 * changes rows and makes none; the current row has a slot of its own while it is elsewhere.
 */
export function slotOf(rank: number, view: Ranks, slots: number): number {
  return rank < view.from - OVERSCAN || rank >= view.to + OVERSCAN ? -1 : rank % slots;
}

/** How far to scroll so that a rank is in full view; the distance as it is when it already is. */
export function scrollTopFor(rank: number, scrollTop: number, height: number, row: number): number {
  const top = rank * row;
  const lowest = top + 2 * row - height;
  return Math.max(lowest, Math.min(top, scrollTop));
}
