/** How keys move through the data grid, as a pure function. What else a key does to a row is a command's business. */

/** The part of a keyboard event that matters here. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * The rank that a key press leads to, in a grid of `total` rows.
 *
 * @param at rank of the current row, or null when no row is current yet: the first step down then lands on row 0
 * @param page rows that PageUp and PageDown jump over
 * @returns null when the key does not move
 */
export function rankAfter(press: KeyPress, at: number | null, total: number, page: number): number | null {
  if (total === 0 || press.altKey || press.shiftKey) return null;
  const last = total - 1;
  const within = (rank: number) => Math.min(last, Math.max(0, rank));
  const edge = press.ctrlKey || press.metaKey;
  switch (press.key) {
    case 'ArrowDown':
      return edge ? last : within((at ?? -1) + 1);
    case 'ArrowUp':
      return edge ? 0 : within((at ?? total) - 1);
    case 'PageDown':
      return edge ? null : within((at ?? 0) + page);
    case 'PageUp':
      return edge ? null : within((at ?? 0) - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
