/** CSV (RFC 4180). Texts that a spreadsheet would change get an apostrophe, which reading removes again. */
import { isoOf, localDay, quoted } from '../wording/format.ts';
import { isRewritable, looksRewritten } from './spreadsheet.ts';

const SIGN = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212]`;
const UNSEEN = String.raw`[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]`;
const LIKE_A_FORMULA = new RegExp(String.raw`^'*(?:[\t\r\n]|${UNSEEN}*${SIGN})`, 'u');
/** Matches the start of a formula inside a cell. Some spreadsheets also split cells at semicolons or tabs. */
const INNER_FORMULA = String.raw`(?=(?:['"]|(?![\t\r\n])${UNSEEN})*${SIGN})`;
const UNGUARDED = new RegExp(`[;\\t\\r\\n]${INNER_FORMULA}`, 'gu');
const GUARDED = new RegExp(`([;\\t\\r\\n])'${INNER_FORMULA}`, 'gu');
const QUOTED = /[",;\t\r\n]/u;

/** Byte order mark. Spreadsheets read a CSV file as UTF-8 only if the file starts with this mark. */
export const BYTE_ORDER_MARK = '\u{feff}';

/** A cell of an exported table. If a spreadsheet would read a string as a formula, the string gets an apostrophe. */
export type Cell = string | number | Date | LocalDay;

/** A local day, such as "2026-11-21". Needs no apostrophe, because spreadsheets only change its format. */
interface LocalDay {
  readonly day: string;
}

export function timeCell(at: number | null): Cell {
  return isoOf(at) === '' ? '' : new Date(at ?? 0);
}

export function dayCell(at: number | null): Cell {
  return at === null || isoOf(at) === '' ? '' : { day: localDay(at) };
}

export function csvRow(cells: readonly Cell[]): string {
  const safe = cells.map((cell) => cellOf(cell).replaceAll(UNGUARDED, "$&'"));
  return `${safe.join(',')}\r\n`;
}

export function plainText(text: string): string {
  return isGuarded(text) ? `'${text}` : text;
}

/** Returns a table row as tab-separated text. Line breaks in cells become spaces, and formulas get an apostrophe. */
export function tabbedRow(cells: readonly Cell[]): string {
  const spaced = (cell: Cell): Cell =>
    typeof cell === 'string' ? cell.replaceAll(/[\t\r\n]+/gu, ' ') : cell;
  // A spreadsheet reads pasted text as quoted only if it starts with a quotation mark.
  return cells.map((cell) => cellOf(spaced(cell), /^"/u)).join('\t');
}

function cellOf(cell: Cell, quotedIf = QUOTED): string {
  if (typeof cell !== 'string') return cellText(cell);
  const safe = plainText(cell);
  return quotedIf.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a cell's text without an apostrophe. Workbooks need no apostrophes, because they mark cells as text. */
export function cellText(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'object' ? cell.day : String(cell);
}

function isGuarded(text: string): boolean {
  return LIKE_A_FORMULA.test(text) || isRewritable(text);
}

export type CsvRow =
  | {
      readonly line: number;
      readonly cells: readonly string[];
      /** Indexes of cells that a spreadsheet has probably changed, for example ids that became numbers. */
      readonly rewritten?: readonly number[];
    }
  | { readonly line: number; readonly why: string };

export function whyRewritten(id: string): string {
  return `${quoted(id)} is probably not the original id: spreadsheets turn some ids into numbers or dates. Export the list again, and open the id column in the spreadsheet as text.`;
}

/** Matches a line such as `sep=;`, with which Excel declares the separator. Spreadsheets may append separators. */
const NAMED_SEPARATOR = /^"?sep=([,;|\t])"?[,;|\t]*(?:\r\n?|\n|$)/iu;

/** Yields the non-blank rows of a CSV file. Guesses the separator unless the first line declares it. */
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
      const written = (isQuoted ? cell.replaceAll('""', '"') : cell).replaceAll(GUARDED, '$1');
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

const LONGEST_HEAD = 10_000;

function separatorOf(text: string): string {
  const head = /^(?:"[^"]*"|[^",;\t\r\n])*([,;\t])/u.exec(text.slice(0, LONGEST_HEAD));
  return head?.[1] ?? ',';
}
