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

/** Returns the index of the next entry that starts with the letter, or that has a word which does. Null if none. */
export function typedEntry(names: readonly string[], letter: string, here: number): number | null {
  const inTurn = names.map((_name, step) => (here + 1 + step) % names.length);
  const wordsOf = (at: number): readonly string[] => foldText(names[at] ?? '').split(/[^\p{L}\p{N}]+/u);
  const wanted = foldText(letter);
  return (
    inTurn.find((at) => wordsOf(at)[0]?.startsWith(wanted)) ??
    inTurn.find((at) => wordsOf(at).some((word) => word.startsWith(wanted))) ??
    null
  );
}

export function keyTarget(key: string, here: number, names: readonly string[]): number | null {
  const typed = key.length === 1 && key !== ' ' ? typedEntry(names, key, here) : null;
  return listTarget(key, here, names.length, ['ArrowUp', 'ArrowDown']) ?? typed;
}
