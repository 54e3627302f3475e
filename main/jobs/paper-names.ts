/** The names that a pattern gives: `{n}` counts from 1, `{nn}` with leading zeros, `{date}` is today (YYYY-MM-DD). */
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { failure } from '../wording/failure.ts';
import { formatNumber } from '../wording/format.ts';

const PLACEHOLDER = /\{([^{}]*)\}/gu;
/** The service's own limit is not shown; longer names are no names. */
const LONGEST_NAME = 255;

/** `today` is epoch ms. Fails with `invalid-input` (field `pattern`). */
export function paperNames(pattern: string, count: number, today: number): Result<readonly string[]> {
  const plain = pattern.trim();
  const why = whyNotThisPattern(plain, count);
  if (why !== null) return fail(patternWrong(why));
  const date = dayHere(today);
  const names = Array.from({ length: count }, (_, index) => nameOf(plain, index + 1, date));
  if (names.some((name) => name.length > LONGEST_NAME)) {
    return fail(
      patternWrong(`The names would be longer than ${LONGEST_NAME} characters. Shorten the pattern.`),
    );
  }
  return ok(names);
}

/** As a sentence; null for nothing. */
function whyNotThisPattern(pattern: string, count: number): string | null {
  if (pattern === '') return 'Give a name, or a pattern such as “Lesson {n}”.';
  const placeholders = [...pattern.matchAll(PLACEHOLDER)].map(([whole, word = '']) => ({ whole, word }));
  const unknown = placeholders.find(({ word }) => word !== 'date' && !isNumber(word));
  if (unknown !== undefined) {
    return `Easel does not know “${unknown.whole}”. Write {n}, {nn} or {nnn} for a number, and {date} for today.`;
  }
  if (count > 1 && !placeholders.some(({ word }) => isNumber(word))) {
    return `All ${formatNumber(count)} papers would have the same name. Put {n} where the number should go.`;
  }
  return null;
}

function nameOf(pattern: string, number: number, date: string): string {
  return pattern.replaceAll(PLACEHOLDER, (_whole, word: string) =>
    word === 'date' ? date : String(number).padStart(word.length, '0'),
  );
}

/** As many letters as the number shall have digits. */
function isNumber(word: string): boolean {
  return /^n+$/u.test(word);
}

/** The day that it is for the person: not the one of UTC. */
function dayHere(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function patternWrong(sentence: string): ReturnType<typeof failure> {
  return failure('invalid-input', { fields: { pattern: sentence } });
}
