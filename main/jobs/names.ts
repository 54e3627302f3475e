import type { ValueOf } from '../../preload/contract/contract.ts';
import { LONGEST_PAPER_NAME, patternName, patternNames } from '../../preload/contract/later-facts.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import { readCsv } from '../lib/files/csv.ts';
import { withoutQueries } from '../lib/pasted.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { unreadFile, wrongFields } from '../lib/wording/failure.ts';
import { formatNumber, localDay, shortened } from '../lib/wording/format.ts';

/** Trims and checks names. Fails with `invalid-input` in the field `names`. */
export function readNames(names: readonly string[]): Result<readonly string[]> {
  const read = names.map(cleanLine);
  const blank = read.indexOf('');
  if (read.length === 0) return fail(wrongFields({ names: 'Enter at least one name.' }));
  return blank < 0 ? ok(read) : fail(wrongFields({ names: `Name ${blank + 1} is empty.` }));
}

/** Expands a name pattern such as "Lesson {n}" to `count` names. `today` is epoch ms. Fails with `invalid-input`. */
export function paperNames(pattern: string, count: number, today: number): Result<readonly string[]> {
  const { names, why } = patternNames(cleanLine(pattern), count, localDay(today));
  return why === null ? ok(names) : fail(wrongFields({ pattern: why }));
}

export function packPaperName(
  { pattern, createdAt }: Pick<JobRecord, 'pattern' | 'createdAt'>,
  { place, name }: { readonly place: number; readonly name: string },
): string {
  return shortened(patternName(pattern, place + 1, localDay(createdAt), name), LONGEST_PAPER_NAME);
}

const MOST_ROWS = 1001;

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
  // Removes the queries of URLs, because the file may be a saved table of join links with access tokens.
  const cleaned = rows.value.map((row) => row.map((cell) => clean(withoutQueries(cell))));
  return ok({ fileName, rows: cleaned, isGuessed });
}

export function readNameRows(text: string): Result<NameTable['rows']> {
  const rows: (readonly string[])[] = [];
  for (const row of readCsv(text)) {
    if ('why' in row) return fail(unreadFile(`Line ${formatNumber(row.line)} can’t be read. ${row.why}`));
    if (rows.length === MOST_ROWS)
      return fail(unreadFile(`This file has more than ${formatNumber(MOST_ROWS - 1)} names.`));
    rows.push(row.cells);
  }
  return ok(rows);
}
