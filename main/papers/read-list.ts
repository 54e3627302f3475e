/** Reads a list of papers from pasted text or a file: one paper per line, or a table with named columns. */
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { foldHeading } from '../../preload/contract/later-facts.ts';
import { readCsv, whyRewritten, type CsvRow } from '../lib/files/csv.ts';
import { readTagCell, YES } from '../notes/notes-file.ts';
import { readLine, readNoteText, readTags } from '../notes/read-note.ts';
import type { NoteRecord } from '../store/tables/change-note.ts';
import { ACCESS_TOKEN, SECRET_INSIDE } from '../lib/log/redact.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { readPastedPaper } from '../lib/pasted.ts';

export interface ListedPaper {
  readonly identifier: string;
  readonly name: string;
  readonly isTemplate: boolean;
  readonly local: Omit<NoteRecord, 'boardId' | 'updatedAt'>;
}

export interface ListLine {
  readonly line: number;
  readonly read: Result<ListedPaper, string>;
}

const COLUMNS = {
  identifier: [
    'identifier',
    'id',
    'paper',
    'paper id',
    'room',
    'room id',
    'room address',
    'address',
    'link',
    'url',
  ],
  name: ['name', 'title', 'label', 'paper name'],
  customer: ['customer'],
  tags: ['tags'],
  note: ['note', 'notes'],
  protected: ['protected'],
  isTemplate: ['is template'],
} as const;
type Column = keyof typeof COLUMNS;

const LONGEST_NAME = 512;

/** Reads one section of a list of papers. `head` is the list's first line. Rejects ids that a spreadsheet changed. */
export function* readList(
  text: string,
  head: string,
  appUrl: string,
  isKnown: (identifier: string) => boolean = () => false,
): Generator<ListLine> {
  const isLaterPiece = head !== '';
  const rows = readCsv(isLaterPiece ? `${head}\n${text}` : text);
  const first = rows.next();
  if (first.done === true) return;
  const columns = columnsOf(first.value);
  const headLines = isLaterPiece ? head.split(/\r\n?|\n/u).length : 0;
  const around = { columns, appUrl, isKnown, headLines };
  if (columns === null && !isLaterPiece) yield lineOf(first.value, around);
  for (const row of rows) yield lineOf(row, around);
}

export function isPaperList(text: string): boolean {
  const start = text.slice(0, 10_000);
  if (/^\uFEFF?\s*[[{]/u.test(start)) return false;
  const [first] = readCsv(start);
  if (first === undefined || !('cells' in first)) return false;
  return columnsOf(first) !== null || first.cells.some((cell) => /^https?:.*\/room\//u.test(cell.trim()));
}

function columnsOf(row: CsvRow): readonly (Column | null)[] | null {
  if (!('cells' in row)) return null;
  const columns = row.cells.map((cell) => {
    const name = foldHeading(cell);
    const found = Object.entries(COLUMNS).find(([, names]) => (names as readonly string[]).includes(name));
    return (found?.[0] ?? null) as Column | null;
  });
  return columns.includes('identifier') ? columns : null;
}

interface Around {
  readonly columns: readonly (Column | null)[] | null;
  readonly appUrl: string;
  readonly isKnown: (identifier: string) => boolean;
  /** Number of lines in `head`, which precedes each later section of the list. Line numbers don't count these lines. */
  readonly headLines: number;
}

function lineOf(row: CsvRow, { columns, appUrl, isKnown, headLines }: Around): ListLine {
  const line = row.line - headLines;
  if (!('cells' in row)) return { line, read: fail(row.why) };
  const cells = row.cells.map((cell) => cell.trim());
  // Without named columns, one cell contains the paper's address or id. The other cells form the paper's name.
  const isPaper = (cell: string, at: number): boolean =>
    columns === null ? IN_A_LINE.test(cell) : columns[at] === 'identifier' && cell !== '';
  const found = cells.findIndex(isPaper);
  const at = columns === null ? Math.max(0, found) : found;
  const identifier = cells[at] ?? '';
  if (row.rewritten?.includes(at) === true && !isKnown(identifier))
    return { line, read: fail(whyRewritten(identifier)) };
  const cellOf: Partial<Record<Column, string>> = {};
  if (columns === null) cellOf.name = cells.filter((cell, index) => index !== at && cell !== '').join(', ');
  for (const [index, column] of (columns ?? []).entries())
    if (column !== null) cellOf[column] = cellOf[column] || (cells[index] ?? '');
  return { line, read: readPaper({ ...cellOf, identifier }, appUrl) };
}

type Said = Readonly<Partial<Record<Column, string>>>;

const IN_A_LINE = /\/room\/|^[\da-f]{8}-[\da-f-]{27}$/iu;

function readPaper(cellOf: Said, appUrl: string): Result<ListedPaper, string> {
  const { name = '', customer = '', note = '', tags = '' } = cellOf;
  const identifier = readPastedPaper(cellOf.identifier ?? '', appUrl);
  if (!identifier.ok) return identifier;
  if (ACCESS_TOKEN.test([name, customer, note, tags].join('\n'))) return fail(SECRET_INSIDE);
  const cleaned = cleanLine(name);
  if (cleaned.length > LONGEST_NAME) return fail(`Name: use at most ${LONGEST_NAME} characters.`);
  const read = {
    customer: readLine('customer', customer),
    note: readNoteText(note),
    tags: readTags(readTagCell(tags)),
  };
  if (!read.customer.ok) return fail(`Customer: ${read.customer.error}`);
  if (!read.note.ok) return fail(`Note: ${read.note.error}`);
  if (!read.tags.ok) return fail(`Tags: ${read.tags.error}`);
  const local = {
    label: '',
    customer: read.customer.value,
    note: read.note.value,
    tags: read.tags.value,
    protected: isYes(cellOf.protected),
  };
  return ok({ identifier: identifier.value, name: cleaned, isTemplate: isYes(cellOf.isTemplate), local });
}

const isYes = (cell = ''): boolean => YES.includes(cell.trim().toLowerCase());
