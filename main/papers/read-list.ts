/** Reads papers as they are pasted or stand in a file: a line each, or a table whose first line names its columns. */
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { readCsv, whyRewritten, type CsvRow } from '../lib/files/csv.ts';
import { readTagCell, YES } from '../notes/notes-file.ts';
import { readLine, readNoteText, readTags } from '../notes/read-note.ts';
import type { NoteRecord } from '../store/tables/change-note.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { readPastedPaper } from '../lib/paste.ts';

/** What a line says of one paper; what it does not speak of is empty. */
export interface ListedPaper {
  readonly identifier: string;
  readonly name: string;
  readonly isTemplate: boolean;
  readonly local: Omit<NoteRecord, 'boardId' | 'updatedAt'>;
}

export interface ListLine {
  readonly line: number;
  /** The paper, or why there is none. */
  readonly read: Result<ListedPaper, string>;
}

/** What columns may be called, as people and other programs do. */
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

/** As long as the page lets a name be. */
const LONGEST_NAME = 512;

/**
 * The lines of a piece of a list.
 *
 * @param head the list's first line where the piece is not its beginning, else empty: it tells how cells are parted
 * @param isKnown whether an identifier is in the register: then it is none that a spreadsheet has rewritten
 */
export function* readList(
  text: string,
  head: string,
  appUrl: string,
  isKnown: (identifier: string) => boolean = () => false,
): Generator<ListLine> {
  const goesOn = head !== '';
  const rows = readCsv((goesOn ? `${head}\n${text}` : text).replace(/^\uFEFF/u, ''));
  const first = rows.next();
  if (first.done === true) return;
  const columns = columnsOf(first.value);
  const around = { columns, appUrl, isKnown, headLines: goesOn ? 1 : 0 };
  if (columns === null && !goesOn) yield lineOf(first.value, around);
  for (const row of rows) yield lineOf(row, around);
}

/** Whether a text is meant to be such a list: its first line names a column of papers, or has the address of a room. */
export function isPaperList(text: string): boolean {
  const plain = text.slice(0, 10_000).replace(/^\uFEFF/u, '');
  if (/^\s*[[{]/u.test(plain)) return false;
  const [first] = readCsv(plain);
  if (first === undefined || !('cells' in first)) return false;
  return columnsOf(first) !== null || first.cells.some((cell) => /^https?:.*\/room\//u.test(cell.trim()));
}

/** Which column stands where, if this row names them; null where it is a paper itself. */
function columnsOf(row: CsvRow): readonly (Column | null)[] | null {
  if (!('cells' in row)) return null;
  const columns = row.cells.map((cell) => {
    const plain = cell.trim().toLowerCase().replaceAll(/[_-]/gu, ' ');
    const found = Object.entries(COLUMNS).find(([, names]) => (names as readonly string[]).includes(plain));
    return (found?.[0] ?? null) as Column | null;
  });
  return columns.includes('identifier') ? columns : null;
}

interface Around {
  readonly columns: readonly (Column | null)[] | null;
  readonly appUrl: string;
  readonly isKnown: (identifier: string) => boolean;
  /** How many header lines were put before this piece of the text: line numbers don’t count them. */
  readonly headLines: number;
}

function lineOf(row: CsvRow, { columns, appUrl, isKnown, headLines }: Around): ListLine {
  const line = row.line - headLines;
  if (!('cells' in row)) return { line, read: fail(row.why) };
  const cells = row.cells.map((cell) => cell.trim());
  // Without named columns one cell is the paper, wherever it stands, and the others are its name.
  const isPaper = (cell: string, at: number): boolean =>
    columns === null ? IN_A_LINE.test(cell) : columns[at] === 'identifier' && cell !== '';
  const found = cells.findIndex(isPaper);
  const at = columns === null ? Math.max(0, found) : found;
  const identifier = cells[at] ?? '';
  if (row.rewritten?.includes(at) === true && !isKnown(identifier))
    return { line, read: fail(whyRewritten(identifier)) };
  const said: Partial<Record<Column, string>> = {};
  if (columns === null) said.name = cells.filter((cell, index) => index !== at && cell !== '').join(', ');
  // The first of two columns for the same thing counts if it says anything.
  for (const [index, column] of (columns ?? []).entries())
    if (column !== null) said[column] = said[column] || (cells[index] ?? '');
  return { line, read: readSaid({ ...said, identifier }, appUrl) };
}

type Said = Readonly<Partial<Record<Column, string>>>;

/** A room address, or a UUID. */
const IN_A_LINE = /\/room\/|^[\da-f]{8}-[\da-f-]{27}$/iu;

function readSaid(said: Said, appUrl: string): Result<ListedPaper, string> {
  const { name = '', customer = '', note = '', tags = '' } = said;
  const identifier = readPastedPaper(said.identifier ?? '', appUrl);
  if (!identifier.ok) return identifier;
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
    protected: isYes(said.protected),
  };
  return ok({ identifier: identifier.value, name: cleaned, isTemplate: isYes(said.isTemplate), local });
}

const isYes = (cell = ''): boolean => YES.includes(cell.trim().toLowerCase());
