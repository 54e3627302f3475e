/** Keys in lists, menus, tabs and the like: arrows, Home and End move; letters find an entry by its words. */
import { useRef, type KeyboardEvent } from 'react';

/** After this pause in ms, letters begin a new word. */
const WORD_PAUSE = 700;

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

/**
 * The next entry that the typed letters mean, letter case ignored: one whose name begins with them, or else one with a
 * word that does. One letter, typed again and again, goes through all of these.
 *
 * @param here the entry that has the focus; -1 for none
 * @returns its index; null for none
 */
export function typedEntry(names: readonly string[], typed: string, here: number): number | null {
  const letters = typed.toLocaleLowerCase();
  const same = [...letters].every((letter) => letter === letters[0]);
  const wanted = same ? letters.slice(0, 1) : letters;
  // A word that goes on may still mean the entry it is at.
  const from = same ? here + 1 : Math.max(here, 0);
  const inTurn = names.map((_name, step) => (from + step) % names.length);
  const begins = (text: string): boolean => text.toLocaleLowerCase().startsWith(wanted);
  const wordsOf = (name: string): readonly string[] =>
    [...name.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => name.slice(index));
  return (
    inTurn.find((at) => begins(names[at] ?? '')) ??
    inTurn.find((at) => wordsOf(names[at] ?? '').some(begins)) ??
    null
  );
}

/** What of a `KeyboardEvent` tells a typed letter, and when it came. */
export type TypedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>;

/** The letters that were typed shortly after one another. */
export class TypeAhead {
  #typed = '';
  #until = 0;

  /** Where this key leads among `names`, from `here`; null for one that is no letter or begins nothing. */
  target(event: TypedKey, here: number, names: readonly string[]): number | null {
    const { key, timeStamp } = event;
    if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return null;
    const before = timeStamp < this.#until ? this.#typed : '';
    const found = key === ' ' && before === '' ? null : typedEntry(names, before + key, here);
    // Where no name goes on with it, Space presses what has the focus.
    if (found === null && key === ' ') return null;
    this.#typed = before + key;
    this.#until = timeStamp + WORD_PAUSE;
    return found ?? (before === '' ? null : here);
  }
}

/** Where a key leads in a list with these names, by moving and by typing. */
export function useListKeys(
  names: readonly string[],
  moves: ListMoves = {},
): (event: KeyboardEvent, here: number) => number | null {
  const typing = useRef<TypeAhead>(null);
  return (event, here) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    typing.current ??= new TypeAhead();
    return listTarget(event.key, here, names.length, moves) ?? typing.current.target(event, here, names);
  };
}
