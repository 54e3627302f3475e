/**
 * Tables as text, after RFC 4180, as Easel writes them and as programs like Excel give them back.
 *
 * Text gets an apostrophe before it if a spreadsheet would take it for a formula, or rewrite it as a number or a date, also
 * behind apostrophes of its own. Reading takes one apostrophe off exactly such cells: what was written comes back as it was,
 * and an apostrophe anywhere else is the person’s own.
 */
import { ok, type Result } from '../../../preload/contract/failure.ts';
import { isoOf, quoted } from '../wording/format.ts';
import type { Pieces } from './files.ts';
import { isRewritable, looksRewritten } from './spreadsheet.ts';

/** Signs that make a formula: = + - @, their wide and small forms of East Asia, and the minus sign. */
const SIGN = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212]`;
/**
 * Characters that programs strip from a cell before they interpret it, or that are invisible: spaces, controls, format
 * characters, fillers.
 */
const UNSEEN = String.raw`[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]`;
/** Apostrophes, then a formula, or a character that begins a cell or a line where a program reads the table its own way. */
const LIKE_A_FORMULA = new RegExp(String.raw`^'*(?:[\t\r\n]|${UNSEEN}*${SIGN})`, 'u');
const QUOTED = /[",;\t\r\n]/u;

/** Starts every CSV: without it spreadsheets don't read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\u{feff}';

/**
 * The content of a cell. A string is text of the service or of a person, and is guarded; numbers and dates are Easel's own,
 * and are written as they are, for spreadsheets to calculate with.
 */
export type Cell = string | number | Date;

/** A moment as a cell; empty for none. `at`: epoch ms. A time beyond what dates can hold is none. */
export function timeCell(at: number | null): Cell {
  return isoOf(at) === '' ? '' : new Date(at ?? 0);
}

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** Rows to write, page by page, up to a failure. */
export type TablePages = AsyncGenerator<Result<readonly (readonly Cell[])[]>, void, void>;

/** The text of a table, to be written page by page. */
export async function* tableText(heads: readonly string[], pages: TablePages): Pieces {
  yield ok({ text: BYTE_ORDER_MARK + csvRow(heads), items: 0 });
  for await (const page of pages) {
    yield page.ok ? ok({ text: page.value.map(csvRow).join(''), items: page.value.length }) : page;
  }
}

/** A text that no spreadsheet takes for a formula, a number or a date: with an apostrophe before it where one might. */
export function plainText(text: string): string {
  return isGuarded(text) ? `'${text}` : text;
}

/** Cells for the clipboard, to be pasted into a spreadsheet: each on one line, and guarded as in a file. */
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

/** A row and the line it begins on, from 1; `why` instead of cells where it can’t be read. */
export type CsvRow =
  | {
      readonly line: number;
      readonly cells: readonly string[];
      /** Places of cells without a guard that look as if a spreadsheet had rewritten them; absent for none. */
      readonly rewritten?: readonly number[];
    }
  | { readonly line: number; readonly why: string };

/** Why an id is refused that a spreadsheet seems to have rewritten. */
export function whyRewritten(id: string): string {
  return `${quoted(id)} is probably not the original id: spreadsheets turn some ids into numbers or dates. Export again, and import the id column as text.`;
}

/** Reads row by row, blank lines left out. Cells are parted as in the first row: by commas, semicolons or tabs. */
export function* readCsv(text: string): Generator<CsvRow> {
  const separator = separatorOf(text);
  const cellEnd = new RegExp(`[${separator}\\r\\n]`, 'gu');
  let line = 1;
  let at = 0;
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

/** The first position from `at` on that matches a pattern of one character; the end of the text if none does. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
}

function behindLineEnd(text: string, at: number): number {
  return Math.min(text.startsWith('\r\n', at) ? at + 2 : at + 1, text.length);
}

/** The place of the closing quotation mark; -1 when it is missing. */
function endOfQuoted(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end;
}

/** In characters: what goes on after so many is no line of names. */
const LONGEST_HEAD = 10_000;

/** The first separator in the first row outside quotation marks. */
function separatorOf(text: string): string {
  const head = /^(?:"[^"]*"|[^",;\t\r\n])*([,;\t])/u.exec(text.slice(0, LONGEST_HEAD));
  return head?.[1] ?? ',';
}
