/**
 * CSV by RFC 4180, as Easel writes it and as programs like Excel return it.
 *
 * Adds an apostrophe to text that a spreadsheet would read as a formula, number or date, also after the text's own
 * apostrophes. Reading removes one apostrophe from exactly such cells, so texts survive a round trip.
 */
import { ok, type Result } from '../../../preload/contract/failure.ts';
import { foldText } from '../wording/fold.ts';
import { isoOf, quoted } from '../wording/format.ts';
import type { Pieces } from './files.ts';
import { isRewritable, looksRewritten } from './spreadsheet.ts';

/** Signs that start a formula: = + - @, their wide and small East Asian forms, and the minus sign. */
const SIGN = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212]`;
/** Characters that programs strip from a cell, or that are invisible: spaces, controls, format characters, fillers. */
const UNSEEN = String.raw`[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]`;
/** Optional apostrophes, then a formula, or a character that programs interpret at the start of a cell. */
const LIKE_A_FORMULA = new RegExp(String.raw`^'*(?:[\t\r\n]|${UNSEEN}*${SIGN})`, 'u');
const QUOTED = /[",;\t\r\n]/u;

/** Without it spreadsheets do not read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\u{feff}';

/** Strings come from the service or a user and are guarded. Numbers and dates are Easel's own and stay as they are. */
export type Cell = string | number | Date;

/** A time (epoch ms) as a cell; empty for null and for times outside the range of dates. */
export function timeCell(at: number | null): Cell {
  return isoOf(at) === '' ? '' : new Date(at ?? 0);
}

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** Rows to write, in pages, up to a failure. */
export type TablePages = AsyncGenerator<Result<readonly (readonly Cell[])[]>, void, void>;

/** Yields the text of a table, page by page. */
export async function* tableText(heads: readonly string[], pages: TablePages): Pieces {
  yield ok({ text: BYTE_ORDER_MARK + csvRow(heads), items: 0 });
  for await (const page of pages) {
    yield page.ok ? ok({ text: page.value.map(csvRow).join(''), items: page.value.length }) : page;
  }
}

/** Adds an apostrophe if a spreadsheet might read the text as a formula, number or date. */
export function plainText(text: string): string {
  return isGuarded(text) ? `'${text}` : text;
}

/** Cells for pasting into a spreadsheet: tab-separated, each on one line, guarded. */
export function tabbedRow(cells: readonly Cell[]): string {
  return cells
    .map((cell) =>
      typeof cell === 'string' ? plainText(cell.replaceAll(/[\t\r\n]+/gu, ' ')) : ownText(cell),
    )
    .join('\t');
}

function cellOf(cell: Cell): string {
  if (typeof cell !== 'string') return ownText(cell);
  const safe = plainText(cell);
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function ownText(cell: number | Date): string {
  return typeof cell === 'number' ? String(cell) : cell.toISOString();
}

function isGuarded(text: string): boolean {
  return LIKE_A_FORMULA.test(text) || isRewritable(text);
}

/** A row with its line number from 1, or `why` if it cannot be read. */
export type CsvRow =
  | {
      readonly line: number;
      readonly cells: readonly string[];
      /** Indexes of unguarded cells that look rewritten by a spreadsheet. */
      readonly rewritten?: readonly number[];
    }
  | { readonly line: number; readonly why: string };

export function whyRewritten(id: string): string {
  return `${quoted(id)} is probably not the original id: spreadsheets turn some ids into numbers or dates. Export again, and import the id column as text.`;
}

/** Folds the name of a column: ignores case, invisible characters, and which of blank, hyphen and underscore separates words. */
export function foldHeading(name: string): string {
  return foldText(name)
    .replaceAll(IGNORED, '')
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim();
}

const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

/** Excel's own first line, which names the separator. Other programs add separators to it. */
const NAMED_SEPARATOR = /^"?sep=([,;|\t])"?[,;|\t]*(?:\r\n?|\n|$)/iu;

/**
 * Yields rows without blank lines and without a byte order mark. A line `sep=;` or the first row decides the separator:
 * comma, semicolon or tab.
 */
export function* readCsv(marked: string): Generator<CsvRow> {
  const text = marked.startsWith(BYTE_ORDER_MARK) ? marked.slice(1) : marked;
  const named = NAMED_SEPARATOR.exec(text);
  const separator = named?.[1] ?? separatorOf(text);
  const cellEnd = new RegExp(`[${separator}\\r\\n]`, 'gu');
  let line = named === null ? 1 : 2;
  let at = named?.[0].length ?? 0;
  while (at < text.length) {
    const cells: string[] = [];
    const rewritten: number[] = [];
    let lines = 1;
    let isClosed = true;
    for (;;) {
      const isQuoted = text[at] === '"';
      const end = isQuoted ? endOfQuoted(text, at) : endOf(cellEnd, text, at);
      isClosed = end !== -1;
      if (!isClosed) break;
      const cell = text.slice(isQuoted ? at + 1 : at, end);
      if (isQuoted) lines += cell.match(LINE_END)?.length ?? 0;
      const written = isQuoted ? cell.replaceAll('""', '"') : cell;
      const hasGuard = written.startsWith("'") && isGuarded(written);
      if (!hasGuard && looksRewritten(written)) rewritten.push(cells.length);
      cells.push(hasGuard ? written.slice(1) : written);
      at = isQuoted ? end + 1 : end;
      if (text[at] !== separator) break;
      at += 1;
    }
    const end = isClosed ? endOf(ROW_END, text, at) : text.length;
    if (!isClosed) yield { line, why: 'A quotation mark is not closed.' };
    else if (end !== at) yield { line, why: 'There is text after a closing quotation mark.' };
    else if (cells.length > 1 || cells[0] !== '')
      yield { line, cells, ...(rewritten.length > 0 && { rewritten }) };
    line += lines;
    at = behindLineEnd(text, end);
  }
}

const LINE_END = /\r\n?|\n/gu;
const ROW_END = /[\r\n]/gu;

/** The first index from `at` on that a one-character pattern matches, else the end. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
}

function behindLineEnd(text: string, at: number): number {
  return Math.min(text.startsWith('\r\n', at) ? at + 2 : at + 1, text.length);
}

/** Index of the closing quotation mark, or -1. */
function endOfQuoted(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end;
}

/** Longer first lines, in characters, are not column names. */
const LONGEST_HEAD = 10_000;

/** The first separator outside quotation marks. */
function separatorOf(text: string): string {
  const head = /^(?:"[^"]*"|[^",;\t\r\n])*([,;\t])/u.exec(text.slice(0, LONGEST_HEAD));
  return head?.[1] ?? ',';
}
