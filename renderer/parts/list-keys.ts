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
let typing = { text: '', at: Number.NEGATIVE_INFINITY };

/** Returns the index of the next entry that starts with `typed`, or that has a word which does. Null if none. */
export function typedEntry(names: readonly string[], typed: string, here: number): number | null {
  // A second letter may leave the focus at the entry that the first letter found.
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

/** Returns the index of the entry that a key moves the focus to, or null. Letters form a name. `now`: time in ms. */
export function keyTarget(key: string, here: number, names: readonly string[], now: number): number | null {
  if (key.length !== 1 || key === ' ') return listTarget(key, here, names.length, ['ArrowUp', 'ArrowDown']);
  const text = now - typing.at < TYPING_MS ? typing.text + key : key;
  // The same letter again moves to the next entry with this letter.
  typing = { text: text === key.repeat(text.length) ? key : text, at: now };
  return typedEntry(names, typing.text, here);
}
