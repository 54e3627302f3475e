/**
 * Tables as text, after RFC 4180, as Easel writes them and as programs like Excel give them back.
 *
 * A cell that a spreadsheet would take for a formula gets an apostrophe before it, and so does one that begins with
 * apostrophes and then like a formula. Reading takes one apostrophe off exactly such cells: what was written comes
 * back as it was, and an apostrophe anywhere else is the person’s own.
 */

/** Apostrophes, then what makes a formula (also in the wide letters of East Asia), or a character that hides one. */
const LIKE_A_FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;
const QUOTED = /[",;\t\r\n]/u;

/** One row, with its end. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(text: string): string {
  const safe = LIKE_A_FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(cell: string): string {
  return cell.startsWith("'") && LIKE_A_FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** A row and the line it begins on, from 1; `why` instead of cells where it can’t be read. */
export type CsvRow =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly why: string };

/** Reads row by row, blank lines left out. Cells are parted as in the first row: by commas, semicolons or tabs. */
export function* readCsv(text: string): Generator<CsvRow> {
  const separator = separatorOf(text);
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const row = readRow(text, at, separator);
    const isBlank = row.cells.length === 1 && row.cells[0] === '' && row.why === null;
    if (row.why !== null) yield { line, why: row.why };
    else if (!isBlank) yield { line, cells: row.cells.map(textOf) };
    line += linesIn(text, at, row.end);
    at = row.end;
  }
}

interface RawRow {
  readonly cells: readonly string[];
  readonly why: string | null;
  /** Where the next row begins. */
  readonly end: number;
}

function readRow(text: string, from: number, separator: string): RawRow {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, separator);
    if (cell === null) {
      return { cells, why: 'A quotation mark is not closed.', end: text.length };
    }
    cells.push(cell.text);
    at = cell.end;
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    const end = endOfLine(text, at);
    const isEnd = end === at;
    const why = isEnd ? null : 'There is text behind a closing quotation mark.';
    return { cells, why, end: afterLine(text, end) };
  }
}

interface Cell {
  readonly text: string;
  readonly end: number;
}

function readPlain(text: string, from: number, separator: string): Cell {
  let end = from;
  while (end < text.length && text[end] !== separator && !isLineEnd(text, end)) end += 1;
  return { text: text.slice(from, end), end };
}

/** Null when the closing quotation mark is missing. */
function readQuoted(text: string, from: number): Cell | null {
  let end = from + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end === -1) return null;
    if (text[end + 1] !== '"') break;
    end += 2;
  }
  return { text: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
}

const isLineEnd = (text: string, at: number): boolean => text[at] === '\n' || text[at] === '\r';

function endOfLine(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isLineEnd(text, end)) end += 1;
  return end;
}

function afterLine(text: string, end: number): number {
  return text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length);
}

function linesIn(text: string, from: number, end: number): number {
  let lines = 0;
  for (let at = from; at < end; at = afterLine(text, endOfLine(text, at))) lines += 1;
  return lines;
}

/** The first of them that stands in the first row outside quotation marks. */
function separatorOf(text: string): string {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === ',' || letter === ';' || letter === '\t') return letter;
    else if (isLineEnd(text, at)) break;
  }
  return ',';
}
