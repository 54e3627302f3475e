/**
 * Reads and writes CSV as defined by RFC 4180. Adds an apostrophe to text that a spreadsheet would read as a formula,
 * number or date. It is added even before other apostrophes, and reading removes one from exactly these cells, so
 * texts survive a round trip.
 */
import { foldText } from '../wording/fold.ts';
import { isoOf, quoted } from '../wording/format.ts';
import { isRewritable, looksRewritten } from './spreadsheet.ts';

/** Characters that start a formula in a spreadsheet: = + - @, their full-width and small forms, and the minus sign. */
const SIGN = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212]`;
/**
 * Characters that are invisible, or that spreadsheets strip from a cell: spaces, controls, format characters,
 * fillers.
 */
const UNSEEN = String.raw`[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]`;
const LIKE_A_FORMULA = new RegExp(String.raw`^'*(?:[\t\r\n]|${UNSEEN}*${SIGN})`, 'u');
const QUOTED = /[",;\t\r\n]/u;

/** The byte order mark. Spreadsheets read a CSV file as UTF-8 only if it starts with this mark. */
export const BYTE_ORDER_MARK = '\u{feff}';

/**
 * A cell of a table. Strings are guarded against formulas. Numbers and dates come from Easel, so they are written
 * unchanged.
 */
export type Cell = string | number | Date;

/** Returns a table cell for a time in epoch ms; an empty text for null and for times that a Date can't represent. */
export function timeCell(at: number | null): Cell {
  return isoOf(at) === '' ? '' : new Date(at ?? 0);
}

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** Adds an apostrophe if a spreadsheet may read the text as a formula, number or date. */
export function plainText(text: string): string {
  return isGuarded(text) ? `'${text}` : text;
}

/** Returns a table row as tab-separated text. Each cell is on one line, and guarded against formulas. */
export function tabbedRow(cells: readonly Cell[]): string {
  return cells
    .map((cell) =>
      typeof cell === 'string' ? plainText(cell.replaceAll(/[\t\r\n]+/gu, ' ')) : cellText(cell),
    )
    .join('\t');
}

function cellOf(cell: Cell): string {
  if (typeof cell !== 'string') return cellText(cell);
  const safe = plainText(cell);
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a cell's text without a guard against formulas, for file formats that mark cells as text. */
export function cellText(cell: Cell): string {
  return cell instanceof Date ? cell.toISOString() : String(cell);
}

function isGuarded(text: string): boolean {
  return LIKE_A_FORMULA.test(text) || isRewritable(text);
}

/** A row of a CSV file with its line number, counted from 1. `why` explains a row that can't be read. */
export type CsvRow =
  | {
      readonly line: number;
      readonly cells: readonly string[];
      /** Indexes of cells that a spreadsheet seems to have changed, such as ids that became numbers. */
      readonly rewritten?: readonly number[];
    }
  | { readonly line: number; readonly why: string };

export function whyRewritten(id: string): string {
  return `${quoted(id)} is probably not the original id: spreadsheets turn some ids into numbers or dates. Export again, and import the id column as text.`;
}

/**
 * Normalises a column name. Ignores case and invisible characters, and treats blanks, hyphens and underscores alike.
 */
export function foldHeading(name: string): string {
  return foldText(name)
    .replaceAll(IGNORED, '')
    .replaceAll(/[\s_\p{Dash}]+/gu, ' ')
    .trim();
}

const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Matches a first line such as `sep=;`, in which Excel names the separator. Other programs may append separators to
 * it.
 */
const NAMED_SEPARATOR = /^"?sep=([,;|\t])"?[,;|\t]*(?:\r\n?|\n|$)/iu;

/**
 * Yields the rows of a CSV file without blank lines. Takes the separator from a line `sep=;`, or guesses it from the
 * first row.
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
    at = Math.min(text.startsWith('\r\n', end) ? end + 2 : end + 1, text.length);
  }
}

const LINE_END = /\r\n?|\n/gu;
const ROW_END = /[\r\n]/gu;

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
}

function endOfQuoted(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end;
}

/** The separator of a CSV file is guessed from at most this number of characters. */
const LONGEST_HEAD = 10_000;

function separatorOf(text: string): string {
  const head = /^(?:"[^"]*"|[^",;\t\r\n])*([,;\t])/u.exec(text.slice(0, LONGEST_HEAD));
  return head?.[1] ?? ',';
}
