import { foldText } from '../../preload/contract/facts.ts';

/** Returns 0 if the text contains all typed words, 1 if it contains them with typing errors, and null otherwise. */
export function matchOf(candidate: string, text: string): 0 | 1 | null {
  const whole = foldText(candidate);
  const words = whole.split(/[^\p{L}\p{N}]+/u);
  let found: 0 | 1 = 0;
  for (const typed of foldText(text).split(/\s+/u)) {
    if (whole.includes(typed)) continue;
    if (!words.some((word) => isAlmost(word, typed))) return null;
    found = 1;
  }
  return found;
}

/** True if both words begin alike and differ in one letter, or if up to three letters of the typed word are missing. */
function isAlmost(word: string, typed: string): boolean {
  if (typed.length < 3 || word[0] !== typed[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === typed[at]) at += 1;
  if (at === typed.length && word.length - typed.length <= 3) return true;
  let start = 0;
  while (start < typed.length && word[start] === typed[start]) start += 1;
  let end = 0;
  while (end < Math.min(word.length, typed.length) - start && word.at(-1 - end) === typed.at(-1 - end))
    end += 1;
  return typed.length > 3 && Math.max(word.length, typed.length) - start - end <= 1;
}
