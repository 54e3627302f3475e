import type { ValueOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import { readCsv } from '../lib/files/csv.ts';
import { withoutQueries } from '../lib/pasted.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { unreadFile, wrongFields } from '../lib/wording/failure.ts';
import { dayOf, formatNumber, shortened } from '../lib/wording/format.ts';

/** Trims and checks up to 1,000 names. Fails with `invalid-input` in the field `names`. */
export function readNames(names: readonly string[]): Result<readonly string[]> {
  const read = names.map(cleanLine);
  const blank = read.indexOf('');
  if (read.length === 0) return fail(wrongFields({ names: 'Enter at least one name.' }));
  if (read.length > MOST_NAMES)
    return fail(wrongFields({ names: `Enter at most ${formatNumber(MOST_NAMES)} names.` }));
  return blank < 0 ? ok(read) : fail(wrongFields({ names: `Name ${blank + 1} is empty.` }));
}

const MOST_NAMES = 1000;

// Placeholders of name patterns: `{n}` counts from 1, `{nn}` adds leading zeros, `{date}` is today (YYYY-MM-DD).
const PLACEHOLDER = /\{([^{}]*)\}/gu;
const LONGEST_NAME = 255;

/** Expands a name pattern such as "Lesson {n}" to `count` names. `today` is epoch ms. Fails with `invalid-input`. */
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

function localDay(at: number): string {
  return dayOf(at - new Date(at).getTimezoneOffset() * 60_000);
}

/** Returns why a name pattern is invalid, or null. `words`: placeholders allowed besides numbers such as {n}. */
export function whyNotThisPattern(pattern: string, count: number, words = ['date']): string | null {
  if (pattern === '') return 'Enter a name, or a pattern such as “Lesson {n}”.';
  const placeholders = [...pattern.matchAll(PLACEHOLDER)].map(([whole, word = '']) => ({ whole, word }));
  const unknown = placeholders.find(({ word }) => !words.includes(word) && !isNumber(word));
  if (unknown !== undefined) {
    return `Easel doesn’t know “${unknown.whole}”. Use {n}, {nn} or {nnn} for a number, and {date} for today.`;
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

export function packPaperName(
  { pattern, createdAt }: Pick<JobRecord, 'pattern' | 'createdAt'>,
  { place, name }: { readonly place: number; readonly name: string },
): string {
  return shortened(nameOf(pattern, place + 1, localDay(createdAt), name), LONGEST_NAME);
}

function isNumber(word: string): boolean {
  return /^n+$/u.test(word);
}

const MOST_ROWS = 1001;
const MOST_COLUMNS = 20;

type NameTable = NonNullable<ValueOf<'jobs.readNames'>>;

export async function chooseNameTable(
  { files, clean }: Pick<Core, 'files' | 'clean'>,
  readRows: (text: string) => Promise<ReturnType<typeof readNameRows>>,
): Promise<Result<NameTable | null>> {
  const chosen = await files.choose('names');
  if (chosen === null) return ok(null);
  if (!chosen.ok) return fail(unreadFile(chosen.error));
  const { name: fileName, text, isGuessed = false } = chosen.value;
  const rows = await readRows(text);
  if (!rows.ok) return rows;
  // A saved table of join links is also a list of names, and its links contain access tokens.
  const cleaned = rows.value.map((row) => row.map((cell) => clean(withoutQueries(cell))));
  return ok({ fileName, rows: cleaned, isGuessed });
}

export function readNameRows(text: string): Result<NameTable['rows']> {
  const rows: (readonly string[])[] = [];
  for (const row of readCsv(text)) {
    if ('why' in row) return fail(unreadFile(`Line ${formatNumber(row.line)} can’t be read. ${row.why}`));
    if (rows.length === MOST_ROWS)
      return fail(unreadFile(`This file has more than ${formatNumber(MOST_ROWS - 1)} names.`));
    rows.push(row.cells.slice(0, MOST_COLUMNS));
  }
  return ok(rows);
}
