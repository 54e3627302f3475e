/** Constants and functions that main and renderer share. Those that the page's first screen needs are in facts.ts. */
import { ASCII, foldText, formatNumber } from './facts.ts';
import type { JobItemState, JobPause } from './jobs.ts';
import type { KeyInfo, RehearsalCell } from './keys.ts';

export const KEY_RESULTS: Readonly<Record<RehearsalCell['state'], string>> = {
  good: 'passed',
  refused: 'refused',
  failed: 'failed',
  offline: 'not checked (offline)',
  'not-checkable': 'not checked',
  'no-key': 'not checked',
};

/** Labels for the states of a job's item, in display order. For `done`, the page shows a verb such as “Deleted”. */
export const ITEM_WORDS: Readonly<Record<JobItemState, string>> = {
  failed: 'Failed',
  unknown: 'Outcome unknown',
  accepted: 'Accepted, not confirmed',
  skipped: 'Skipped',
  'already-gone': 'Already gone',
  done: 'Done',
  untouched: 'Not done',
  sending: 'Sending',
  waiting: 'Waiting',
};

export const PAUSES: Readonly<Record<JobPause, string>> = {
  person: 'The user paused this job.',
  restart: 'Easel was closed.',
  network: 'This computer was offline.',
  outage: 'The service stopped responding.',
  sleep: 'The computer went to sleep.',
  lock: 'Easel was locked.',
  refused: 'A request in this job was rejected or blocked.',
  storage: 'Easel couldn’t save the job’s progress on this computer.',
  register: 'The team register couldn’t be reached.',
  colleague: 'A colleague asked to pause this job.',
};

/** Returns when an API key must be replaced, in epoch ms. Null for a previous key, which is already replaced. */
export function dueAt({ stage, remindAt }: KeyInfo): number | null {
  return stage === 'previous' ? null : remindAt;
}

/** Returns a function that never runs `work` twice at a time. Calls during a run cause one more run afterwards. */
export function oneAtATime(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isDue = false;
  async function runWhileDue(): Promise<void> {
    try {
      while (isDue) {
        isDue = false;
        await work();
      }
    } finally {
      running = null;
    }
  }
  return () => {
    isDue = true;
    return (running ??= runWhileDue());
  };
}

/** Matches accents, letters that Unicode does not split into a base letter and an accent, and symbols such as emoji. */
const DECORATED = /[\u0300-\u036Fßæœøłđı]|[^\p{L}\p{M}\p{N}\p{ASCII}]/gu;
const BASE_LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

function sortKey(text: string): string {
  const folded = foldText(text);
  const plain = ASCII.test(folded)
    ? folded
    : folded.normalize('NFD').replaceAll(DECORATED, (sign) => BASE_LETTERS[sign] ?? '');
  return `${plain.replaceAll(/\d+/gu, (digits) => digits.padStart(16, '0'))}\0${folded}`;
}

/** Sorts by text, ignoring case; numbers by value. Compares sort keys, because a collator takes five times as long. */
export function sortedNaturally<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  descending: boolean,
): readonly Item[] {
  const direction = descending ? -1 : 1;
  return items
    .map((item) => ({ item, key: sortKey(textOf(item)) }))
    .sort((a, b) => direction * (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ item }) => item);
}

/** Normalises a column name: lower case, no invisible characters, spaces instead of hyphens and underscores. */
export function foldHeading(name: string): string {
  return foldText(name)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\s_\p{Dash}]+/gu, ' ')
    .trim();
}

/** Decodes percent-encoding. Returns null if the encoding is invalid. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

// Placeholders of name patterns: `{n}` counts from 1, `{nn}` adds leading zeros, `{date}` is today (YYYY-MM-DD).
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
    why: `Shorten the name pattern: a name would be longer than ${LONGEST_PAPER_NAME} characters.`,
  };
}
