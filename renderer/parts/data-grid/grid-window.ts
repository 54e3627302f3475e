/** Calculates which rows are visible and rendered. All rows have the same height. */

/** Row height in px until it is measured. With it, a million rows fit into Chromium's limit of 33.5 million px. */
export const ROW_HEIGHT = 28;
/** Rows that are rendered above and below the visible ones, so that a fast scroll shows no gaps. */
const OVERSCAN = 12;

export interface Ranks {
  readonly from: number;
  readonly to: number;
}

/**
 * Includes one more row than fits, because the first and the last row may be cut off. All arguments are in px;
 * `height` includes the sticky header.
 */
export function ranksInView(scrollTop: number, height: number, row: number): Ranks {
  const from = Math.max(0, Math.floor(scrollTop / row));
  const rows = Math.ceil(height / row) - 1;
  return { from, to: rows > 0 ? from + rows + 1 : from };
}

export function ranksToRender(view: Ranks, total: number, active: number | null): readonly number[] {
  const first = Math.max(0, Math.min(view.from - OVERSCAN, total));
  const end = Math.min(total, view.to + OVERSCAN);
  const ranks = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  if (active === null || active >= total) return ranks;
  if (active < first) return [active, ...ranks];
  return active >= end ? [...ranks, active] : ranks;
}

export function slotsFor(view: Ranks): number {
  return view.to - view.from + 2 * OVERSCAN + 1;
}

/** Rows that scroll into view reuse the slots of rows that left. A current row out of view has slot -1. */
export function slotOf(rank: number, view: Ranks, slots: number): number {
  return rank < view.from - OVERSCAN || rank >= view.to + OVERSCAN ? -1 : rank % slots;
}

export function scrollTopFor(rank: number, scrollTop: number, height: number, row: number): number {
  const top = rank * row;
  const lowest = top + 2 * row - height;
  return Math.max(lowest, Math.min(top, scrollTop));
}
