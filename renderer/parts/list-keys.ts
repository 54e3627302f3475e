import { foldText } from '../../preload/contract/facts.ts';

/** Returns the index of the entry that a key moves the focus to, or null. `here`: index of the focused entry, or -1. */
export function listTarget(
  key: string,
  here: number,
  count: number,
  [back, on]: readonly [back: string, on: string],
): number | null {
  const last = count - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === back) return here <= 0 ? last : here - 1;
  return key === on ? (here + 1) % count : null;
}

/** Letters that are typed within this time in ms count as the beginning of one name (WAI-ARIA practices, menu). */
const TYPING_MS = 500;
/** Text typed in a menu, and the time of its last letter in ms. */
export interface Typing {
  readonly text: string;
  readonly at: number;
}

/** Adds a letter to the typed text if it was typed soon enough. The same letter again starts a new text. */
export function withLetter(before: Typing | null, letter: string, now: number): Typing {
  const text = before && now - before.at < TYPING_MS ? before.text + letter : letter;
  return { text: text === letter.repeat(text.length) ? letter : text, at: now };
}

/** Returns the index of the next entry that starts with `typed`, or else contains a word with this start, or null. */
export function typedEntry(names: readonly string[], typed: string, here: number): number | null {
  // After a second letter, starts at the focused entry, because the first letter found it.
  const first = typed.length > 1 ? Math.max(here, 0) : here + 1;
  const inTurn = names.map((_name, step) => (first + step) % names.length);
  const wordsOf = (at: number): readonly string[] => foldText(names[at] ?? '').split(/[^\p{L}\p{N}]+/u);
  const wanted = foldText(typed);
  return (
    inTurn.find((at) => wordsOf(at)[0]?.startsWith(wanted)) ??
    inTurn.find((at) => wordsOf(at).some((word) => word.startsWith(wanted))) ??
    null
  );
}
