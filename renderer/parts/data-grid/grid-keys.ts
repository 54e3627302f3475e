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
export function actionOf(press: KeyPress, { at, total, page, several }: GridPlace): GridAction | null {
  const { key, shiftKey } = press;
  if (press.altKey || total === 0) return null;
  const mod = press.ctrlKey || press.metaKey;
  if (several && !shiftKey) {
    if (mod && key.toLowerCase() === 'a') return { kind: 'all' };
    if (!mod && key === 'Escape') return { kind: 'clear' };
    if (key === ' ' && at !== null) return { kind: 'toggle', rank: at };
  }
  const last = total - 1;
  const ranks: Readonly<Record<string, number>> = {
    ArrowDown: mod ? last : (at ?? -1) + 1,
    ArrowUp: mod ? 0 : (at ?? total) - 1,
    ...(!mod && { PageDown: (at ?? 0) + page, PageUp: (at ?? 0) - page }),
    Home: 0,
    End: last,
  };
  const rank = ranks[key];
  if (rank === undefined || (shiftKey && !several)) return null;
  return { kind: shiftKey ? 'extend' : 'go', rank: Math.min(last, Math.max(0, rank)) };
}

/** What a key press on a heading does to its column: a step wider (1) or narrower (-1), or a place on or back. */
export function headingAction(
  press: KeyPress,
): { readonly kind: 'resize' | 'move'; readonly by: 1 | -1 } | null {
  const by = press.key === 'ArrowRight' ? 1 : press.key === 'ArrowLeft' ? -1 : null;
  if (by === null || press.ctrlKey || press.metaKey || press.altKey === press.shiftKey) return null;
  return { kind: press.shiftKey ? 'resize' : 'move', by };
}
