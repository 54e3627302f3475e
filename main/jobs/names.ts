/** Names of papers and people: as they are pasted, by a pattern, and from a table in a file. */
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { readCsv } from '../lib/files/csv.ts';
import type { Files } from '../lib/files/files.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { unreadFile, wrongFields } from '../lib/wording/failure.ts';
import { dayOf, formatNumber, shortened } from '../lib/wording/format.ts';

/** Names of papers or people. Fails with `invalid-input` (field `names`). */
export function readNames(names: readonly string[]): Result<readonly string[]> {
  const read = names.map(cleanLine);
  const blank = read.indexOf('');
  if (read.length === 0) return fail(wrongFields({ names: 'Enter at least one name.' }));
  if (read.length > MOST_NAMES)
    return fail(wrongFields({ names: `Enter at most ${formatNumber(MOST_NAMES)} names.` }));
  return blank < 0 ? ok(read) : fail(wrongFields({ names: `Name ${blank + 1} is empty.` }));
}

const MOST_NAMES = 1000;

// Patterns: `{n}` counts from 1, `{nn}` with leading zeros, `{date}` is today (YYYY-MM-DD).

const PLACEHOLDER = /\{([^{}]*)\}/gu;
/** The service's own limit is not shown; longer names are no names. */
const LONGEST_NAME = 255;

/** `today` is epoch ms. Fails with `invalid-input` (field `pattern`). */
export function paperNames(pattern: string, count: number, today: number): Result<readonly string[]> {
  const plain = cleanLine(pattern);
  const why = whyNotThisPattern(plain, count);
  if (why !== null) return fail(wrongFields({ pattern: why }));
  const date = localDay(today);
  const names = Array.from({ length: count }, (_, index) => nameOf(plain, index + 1, date));
  if (names.some((name) => name.length > LONGEST_NAME)) {
    const pattern = `Shorten the pattern: its names are longer than ${LONGEST_NAME} characters.`;
    return fail(wrongFields({ pattern }));
  }
  return ok(names);
}

/** The day that it is for the person: not the one of UTC. */
function localDay(at: number): string {
  return dayOf(at - new Date(at).getTimezoneOffset() * 60_000);
}

/** As a sentence; null for nothing. */
function whyNotThisPattern(pattern: string, count: number, words = ['date']): string | null {
  if (pattern === '') return 'Enter a name, or a pattern such as “Lesson {n}”.';
  const placeholders = [...pattern.matchAll(PLACEHOLDER)].map(([whole, word = '']) => ({ whole, word }));
  const unknown = placeholders.find(({ word }) => !words.includes(word) && !isNumber(word));
  if (unknown !== undefined) {
    return `Easel doesn’t know “${unknown.whole}”. Write {n}, {nn} or {nnn} for a number, and {date} for today.`;
  }
  if (count > 1 && !placeholders.some(({ word }) => word === 'name' || isNumber(word))) {
    return `All ${formatNumber(count)} would have the same name. Add {n} where the number should go.`;
  }
  return null;
}

function nameOf(pattern: string, number: number, date: string, person = ''): string {
  return pattern.replaceAll(PLACEHOLDER, (_whole, word: string) =>
    word === 'date' ? date : word === 'name' ? person : String(number).padStart(word.length, '0'),
  );
}

/** Why papers of a pack can't be called so; null when they can. */
export function whyNotPackPattern(pattern: string, count: number): string | null {
  return whyNotThisPattern(cleanLine(pattern), count, ['date', 'name']);
}

/** How the paper of one person of a pack is called. A name that is too long for that is cut. */
export function packPaperName(
  { pattern, createdAt }: Pick<JobRecord, 'pattern' | 'createdAt'>,
  { place, name }: { readonly place: number; readonly name: string },
): string {
  return shortened(nameOf(pattern, place + 1, localDay(createdAt), name), LONGEST_NAME);
}

/** As many letters as the number shall have digits. */
function isNumber(word: string): boolean {
  return /^n+$/u.test(word);
}

// A table of names in a file of a person's.

/** As many as a class pack may have, and a row of headings; the first columns, as far as a person would look for names. */
const MOST_ROWS = 1001;
const MOST_COLUMNS = 20;

interface NameTable {
  readonly fileName: string;
  readonly rows: readonly (readonly string[])[];
}

/** The rows of the table that the person chooses; null for none. Fails with `invalid-input`. */
export async function readNameTable({ choose }: Pick<Files, 'choose'>): Promise<Result<NameTable | null>> {
  const chosen = await choose('names');
  if (chosen === null) return ok(null);
  if (!chosen.ok) return fail(unreadFile(chosen.error));
  const rows: (readonly string[])[] = [];
  for (const row of readCsv(chosen.value.text)) {
    if ('why' in row) return fail(unreadFile(`Line ${formatNumber(row.line)} can’t be read. ${row.why}`));
    if (rows.length === MOST_ROWS)
      return fail(unreadFile(`This file has more than ${formatNumber(MOST_ROWS - 1)} names.`));
    rows.push(row.cells.slice(0, MOST_COLUMNS));
  }
  return ok({ fileName: chosen.value.name, rows });
}
