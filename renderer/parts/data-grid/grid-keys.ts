/** What keys do in the data grid, as pure functions. What else a key does to a row is a command's business. */
import type { KeyPress } from '../../commands/key-strokes.ts';

export interface GridPlace {
  /** Rank of the current row, or null when no row is current yet: the first step down then lands on row 0. */
  readonly at: number | null;
  readonly total: number;
  /** Rows that PageUp and PageDown jump over. */
  readonly page: number;
  /** Several rows may be picked. */
  readonly several: boolean;
}

export type GridAction =
  | { readonly kind: 'go' | 'extend' | 'toggle'; readonly rank: number }
  | { readonly kind: 'all' | 'clear' };

/** What a key press does; null when it does nothing here. */
export function actionOf(press: KeyPress, place: GridPlace): GridAction | null {
  if (press.altKey || place.total === 0) return null;
  return (place.several ? pickingOf(press, place) : null) ?? movingOf(press, place);
}

function pickingOf(press: KeyPress, { at }: GridPlace): GridAction | null {
  const mod = press.ctrlKey || press.metaKey;
  if (press.shiftKey) return null;
  if (mod) return press.key.toLowerCase() === 'a' ? { kind: 'all' } : null;
  if (press.key === 'Escape') return { kind: 'clear' };
  return press.key === ' ' && at !== null ? { kind: 'toggle', rank: at } : null;
}

function movingOf(press: KeyPress, place: GridPlace): GridAction | null {
  const rank = rankAfter(press, place);
  if (rank === null) return null;
  if (press.shiftKey) return place.several ? { kind: 'extend', rank } : null;
  return { kind: 'go', rank };
}

function rankAfter(press: KeyPress, { at, total, page }: GridPlace): number | null {
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

/** What a key press on a heading does to its column: a step wider (1) or narrower (-1), or a place on or back. */
export function headingAction(
  press: KeyPress,
): { readonly kind: 'resize' | 'move'; readonly by: 1 | -1 } | null {
  const by = press.key === 'ArrowRight' ? 1 : press.key === 'ArrowLeft' ? -1 : null;
  if (by === null || press.ctrlKey || press.metaKey || press.altKey === press.shiftKey) return null;
  return { kind: press.shiftKey ? 'resize' : 'move', by };
}

/** The one character that was typed, or null for a key that types none. */
export function typedText(press: KeyPress): string | null {
  const types = [...press.key].length === 1 && press.key !== ' ';
  return types && !press.ctrlKey && !press.metaKey && !press.altKey ? press.key : null;
}
