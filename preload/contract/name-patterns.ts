import { formatNumber } from './facts.ts';

/** Placeholders of name patterns: `{n}` counts from 1, `{nn}` adds leading zeros, `{date}` is today (YYYY-MM-DD). */
const PLACEHOLDER = /\{([^{}]*)\}/gu;
export const LONGEST_PAPER_NAME = 255;

const isNumber = (word: string): boolean => /^n+$/u.test(word);

/** Returns why a name pattern is invalid, or null. `words`: placeholders allowed besides numbers such as {n}. */
export function whyNotThisPattern(pattern: string, count: number, words = ['date']): string | null {
  if (pattern === '') return 'Enter a name, or a pattern such as “Lesson {n}”.';
  const placeholders = [...pattern.matchAll(PLACEHOLDER)].map(([whole, word = '']) => ({ whole, word }));
  const unknown = placeholders.find(({ word }) => !words.includes(word) && !isNumber(word));
  if (unknown !== undefined) {
    return `Easel doesn’t know “${unknown.whole}”. Use {n}, {nn} or {nnn} for a number, and {date} for today.`;
  }
  if (count > 1 && !placeholders.some(({ word }) => word === 'name' || isNumber(word))) {
    return `All ${formatNumber(count)} would be the same. Add {n} where the number should go.`;
  }
  return null;
}

export function patternName(pattern: string, number: number, date: string, person = ''): string {
  return pattern.replaceAll(PLACEHOLDER, (_whole, word: string) =>
    word === 'date' ? date : word === 'name' ? person : String(number).padStart(word.length, '0'),
  );
}

/** Expands a name pattern such as "Lesson {n}" to `count` names, or returns why the pattern is invalid. */
export function patternNames(pattern: string, count: number, date: string) {
  const why = whyNotThisPattern(pattern, count);
  if (why !== null) return { names: [], why };
  const names = Array.from({ length: count }, (_, index) => patternName(pattern, index + 1, date));
  if (names.every((name) => name.length <= LONGEST_PAPER_NAME)) return { names, why };
  return {
    names: [],
    why: `Shorten the pattern: the result would be longer than ${LONGEST_PAPER_NAME} characters.`,
  };
}
