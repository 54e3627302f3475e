/** Keys in lists, menus, tabs and the like: arrows, Home and End move; a letter leads to the next entry with a word that begins so. */
import type { KeyboardEvent } from 'react';

const ARROWS = {
  vertical: { ArrowUp: -1, ArrowDown: 1 },
  horizontal: { ArrowLeft: -1, ArrowRight: 1 },
  both: { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, -1 | 1>>>>;

/** How the keys move in a list; unless told otherwise, up and down, and no further than its ends. */
export interface ListMoves {
  readonly arrows?: keyof typeof ARROWS;
  /** Arrows go on at the other end. */
  readonly wrap?: boolean;
}

/**
 * Where a key leads among `count` entries.
 *
 * @param here the entry that has the focus; -1 for none
 * @returns its index; null for a key that doesn't move
 */
export function listTarget(key: string, here: number, count: number, moves: ListMoves = {}): number | null {
  const { arrows = 'vertical', wrap = false } = moves;
  const last = count - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const steps: Readonly<Record<string, number>> = ARROWS[arrows];
  const step = steps[key];
  if (step === undefined) return null;
  if (wrap) return step < 0 && here <= 0 ? last : (here + step) % count;
  return Math.min(Math.max(here + step, 0), last);
}

/** The next entry from `here` on, around the end, whose name begins with a letter, or has a word that does; null for none. */
export function typedEntry(names: readonly string[], letter: string, here: number): number | null {
  const inTurn = names.map((_name, step) => (here + 1 + step) % names.length);
  const wordsOf = (at: number): readonly string[] =>
    (names[at] ?? '').toLocaleLowerCase().split(/[^\p{L}\p{N}]+/u);
  const wanted = letter.toLocaleLowerCase();
  return (
    inTurn.find((at) => wordsOf(at)[0]?.startsWith(wanted)) ??
    inTurn.find((at) => wordsOf(at).some((word) => word.startsWith(wanted))) ??
    null
  );
}

/** Where a key leads in a list with these names, by moving and by typing; null for a key that does neither. */
export function keyTarget(
  event: KeyboardEvent,
  here: number,
  names: readonly string[],
  moves: ListMoves = {},
): number | null {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return null;
  const typed = key.length === 1 && key !== ' ' ? typedEntry(names, key, here) : null;
  return listTarget(key, here, names.length, moves) ?? typed;
}
