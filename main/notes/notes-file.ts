/**
 * The files that local notes travel in.
 *
 * JSON: `{"format": "easel-notes", "version": 1, "connection": {name, boardApi}, "notes": [{id, label, note, tags,
 * customer, protected, updatedAt}]}`, one note on each line, moments in ISO 8601. Later versions keep the meaning of
 * `format` and `version`.
 *
 * CSV: the columns below, in any order and under these names; those that are missing leave what they are about as it
 * is, those that Easel does not know are left out. Tags are parted by semicolons, a semicolon or a backslash of a tag
 * has a backslash before it; `protected` is `yes` or `no`. For the apostrophes before formulas see csv.ts.
 */
import { setImmediate } from 'node:timers/promises';
import * as v from 'valibot';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { BYTE_ORDER_MARK, csvRow, readCsv, timeCell, type CsvRow } from '../files/csv.ts';
import type { NoteRecord } from '../store/tables/change-note.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { failure } from '../wording/failure.ts';
import { counted, formatNumber } from '../wording/format.ts';
import { readLine, readNoteText, readTags } from './read-note.ts';

const FORMAT = 'easel-notes';
const VERSION = 1;

const COLUMNS = ['id', 'label', 'note', 'tags', 'customer', 'protected', 'updated_at', 'board_api'] as const;
type Column = (typeof COLUMNS)[number];

interface NotesWriter {
  readonly head: string;
  readonly row: (record: NoteRecord, index: number) => string;
  readonly tail: string;
}

type Source = Pick<ConnectionRecord, 'name' | 'boardApi'>;

export function csvWriter({ boardApi }: Source): NotesWriter {
  const host = hostOf(boardApi);
  return {
    head: BYTE_ORDER_MARK + csvRow(COLUMNS),
    row: (record) =>
      csvRow([
        record.boardId,
        record.label,
        record.note,
        writeTags(record.tags),
        record.customer,
        record.protected ? 'yes' : 'no',
        timeCell(record.updatedAt),
        host,
      ]),
    tail: '',
  };
}

export function jsonWriter({ name, boardApi }: Source): NotesWriter {
  const about = JSON.stringify({ format: FORMAT, version: VERSION, connection: { name, boardApi } });
  return {
    head: `${about.slice(0, -1)},"notes":[`,
    row: ({ boardId, updatedAt, ...said }, index) =>
      `${index === 0 ? '' : ','}\n${JSON.stringify({ id: boardId, ...said, updatedAt: new Date(updatedAt).toISOString() })}`,
    tail: '\n]}\n',
  };
}

/** The host of an address, with its port; the text itself where that is all it is. */
function hostOf(address: string): string {
  const text = address.trim().toLowerCase();
  const host = URL.canParse(text) ? new URL(text).host : '';
  return host === '' ? text : host;
}

export function writeTags(tags: readonly string[]): string {
  return tags.map((tag) => tag.replaceAll(/[;\\]/gu, String.raw`\$&`)).join('; ');
}

export function readTagCell(cell: string): readonly string[] {
  const tags: string[] = [];
  let tag = '';
  let from = 0;
  for (const { 0: mark, 1: escaped = '', index } of cell.matchAll(/\\(.)|;/gsu)) {
    tag += cell.slice(from, index) + escaped;
    from = index + mark.length;
    if (mark !== ';') continue;
    tags.push(tag);
    tag = '';
  }
  tags.push(tag + cell.slice(from));
  return tags.filter((read) => read !== '').map((read) => read.trim());
}

// Reads a file line by line, as untrusted data from another computer.

/** What a file says about one board; fields that it doesn't mention are absent. */
export interface FileNote {
  readonly boardId: string;
  readonly said: Partial<Omit<NoteRecord, 'boardId' | 'updatedAt'>>;
  /** Epoch ms; null where the file does not say. */
  readonly updatedAt: number | null;
}

export type FileLine =
  | {
      readonly line: number;
      readonly note: FileNote;
      /** The id looks as if a spreadsheet had rewritten it. */
      readonly isRewritten?: true;
    }
  | { readonly line: number; readonly why: string };

/** Far more than one console needs, and still read within a second. */
export const MOST_LINES = 200_000;
const LONGEST_ID = 512;
/** A few hundredths of a second. */
const ROWS_AT_A_TIME = 5000;

/** Whether a text is meant to be such a file: one of ours, or a table with an id and anything that is noted of boards. */
export function isNotes(text: string): boolean {
  const plain = text.replace(/^\uFEFF/u, '');
  if (/^\s*[[{]/u.test(plain)) return plain.slice(0, 1000).includes(`"${FORMAT}"`);
  const [first] = readCsv(plain.slice(0, 10_000));
  const heads: readonly string[] =
    first === undefined || !('cells' in first) ? [] : first.cells.map((cell) => cell.trim().toLowerCase());
  return (
    heads.includes('id') &&
    heads.some((head) => ['label', 'note', 'tags', 'customer', 'protected'].includes(head))
  );
}

/** Fails with `invalid-input` for a file that holds no notes, `refused` for one of another connection. */
export function readNotesFile(text: string, boardApi: string): Promise<Result<Iterable<FileLine>>> {
  const plain = text.replace(/^\uFEFF/u, '');
  const isJson = /^\s*[[{]/u.test(plain);
  return isJson ? Promise.resolve(readJson(plain, boardApi)) : readTable(plain, boardApi);
}

const head = v.object({
  format: v.literal(FORMAT),
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});
const jsonFile = v.object({
  connection: v.object({ boardApi: v.string() }),
  notes: v.array(v.unknown()),
});
const jsonNote = v.object({
  id: v.string(),
  label: v.optional(v.string()),
  note: v.optional(v.string()),
  tags: v.optional(v.pipe(v.array(v.string()), v.readonly())),
  customer: v.optional(v.string()),
  protected: v.optional(v.boolean()),
  updatedAt: v.optional(v.union([v.string(), v.number()])),
});

function readJson(text: string, boardApi: string): Result<Iterable<FileLine>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return fail(notNotes('damaged'));
  }
  const says = v.safeParse(head, parsed);
  if (!says.success) return fail(notNotes('another'));
  if (says.output.version > VERSION) return fail(notNotes('newer'));
  const file = v.safeParse(jsonFile, parsed);
  if (!file.success) return fail(notNotes('another'));
  const { connection, notes } = file.output;
  if (hostOf(connection.boardApi) !== hostOf(boardApi)) return fail(anotherConnection(connection.boardApi));
  if (notes.length > MOST_LINES) return fail(tooManyLines);
  return ok(jsonLines(notes));
}

/** In Easel's own files the first note is on line 2. */
function* jsonLines(notes: readonly unknown[]): Generator<FileLine> {
  for (const [index, written] of notes.entries()) {
    const line = index + 2;
    const read = v.safeParse(jsonNote, written);
    yield read.success ? lineOf(line, read.output) : { line, why: 'Not a note in Easel’s format.' };
  }
}

/** Nothing is imported before the whole file was checked; other work gets turns in between. */
async function readTable(text: string, boardApi: string): Promise<Result<Iterable<FileLine>>> {
  const [first] = readCsv(text);
  const names = first !== undefined && 'cells' in first ? first.cells.map(columnOf) : [];
  if (!names.includes('id')) return fail(notNotes('no-id'));
  const twice = names.find((name, index) => name !== null && names.indexOf(name) !== index);
  if (twice !== undefined) return fail(notNotes('twice'));
  const column = names.indexOf('board_api');
  const host = hostOf(boardApi);
  let rows = 0;
  for (const row of readCsv(text)) {
    rows += 1;
    if (rows % ROWS_AT_A_TIME === 0) await setImmediate();
    if (rows > MOST_LINES + 1) return fail(tooManyLines);
    const said = rows > 1 && 'cells' in row ? (row.cells[column] ?? '').trim() : '';
    if (said !== '' && hostOf(said) !== host) return fail(anotherConnection(said));
  }
  return ok(tableLines(text, names));
}

function columnOf(name: string): Column | null {
  const plain = name.trim().toLowerCase().replaceAll(/[ -]/gu, '_');
  return COLUMNS.find((column) => column === plain) ?? null;
}

function* tableLines(text: string, names: readonly (Column | null)[]): Generator<FileLine> {
  const rows = readCsv(text);
  // The head.
  rows.next();
  for (const row of rows) yield tableLine(row, names);
}

function tableLine(row: CsvRow, names: readonly (Column | null)[]): FileLine {
  if (!('cells' in row)) return row;
  const { line, cells } = row;
  if (cells.length !== names.length) {
    const has = counted(cells.length, 'cell');
    return { line, why: `This line has ${has}, and the first line has ${names.length}.` };
  }
  const said = new Map(names.flatMap((name, index) => (name === null ? [] : [[name, cells[index] ?? '']])));
  const [tags, updatedAt] = [said.get('tags'), said.get('updated_at')];
  const answer = said.get('protected')?.trim().toLowerCase();
  const isProtected = answer === undefined ? undefined : YES.includes(answer);
  if (isProtected === false && !NO.includes(answer ?? ''))
    return { line, why: 'Protected: write yes or no.' };
  const read = lineOf(line, {
    id: said.get('id') ?? '',
    label: said.get('label'),
    note: said.get('note'),
    customer: said.get('customer'),
    tags: tags === undefined ? undefined : readTagCell(tags),
    protected: isProtected,
    updatedAt: updatedAt?.trim() === '' ? undefined : updatedAt,
  });
  const isRewritten = row.rewritten?.includes(names.indexOf('id')) === true;
  return isRewritten && 'note' in read ? { ...read, isRewritten } : read;
}

/** Spreadsheets write truth in their own way. */
export const [YES, NO] = [
  ['yes', 'true', '1'],
  ['no', 'false', '0', ''],
];

/** What a line says, before its limits. */
type Written = v.InferOutput<typeof jsonNote>;

function lineOf(line: number, written: Written): FileLine {
  const boardId = written.id.trim();
  if (boardId === '') return { line, why: 'The board id is missing.' };
  if (boardId.length > LONGEST_ID) return { line, why: 'The board id is too long.' };
  const updatedAt = written.updatedAt === undefined ? null : momentOf(written.updatedAt);
  if (Number.isNaN(updatedAt)) return { line, why: 'Updated at: not a date and time.' };
  const said = readSaid(written);
  return said.ok ? { line, note: { boardId, said: said.value, updatedAt } } : { line, why: said.error };
}

/** Epoch ms; NaN for anything but ISO 8601, the only format that can't be misread. */
function momentOf(written: string | number): number {
  if (typeof written === 'string' && !/^\d{4}-\d\d-\d\d/u.test(written.trim())) return Number.NaN;
  return new Date(typeof written === 'string' ? written.trim() : written).getTime();
}

function readSaid({ label, note, customer, tags, ...written }: Written): Result<FileNote['said'], string> {
  const said: Partial<Record<keyof Written, unknown>> =
    written.protected === undefined ? {} : { protected: written.protected };
  const parts = [
    ['label', 'Label', label === undefined ? null : readLine('label', label)],
    ['note', 'Note', note === undefined ? null : readNoteText(note)],
    ['customer', 'Customer', customer === undefined ? null : readLine('customer', customer)],
    ['tags', 'Tags', tags === undefined ? null : readTags(tags)],
  ] as const;
  for (const [part, name, read] of parts) {
    if (read?.ok === false) return fail(`${name}: ${read.error}`);
    if (read !== null) said[part] = read.value;
  }
  return ok(said as FileNote['said']);
}

/** Why a file holds no notes that can be read. */
const NOT_NOTES = {
  damaged: {
    message: 'The file is damaged or incomplete.',
    nextStep: 'Copy it again from the computer that exported it.',
  },
  another: {
    message: 'This file does not contain notes exported by Easel.',
    nextStep: 'Choose a file that was made with Export notes.',
  },
  newer: {
    message: 'The file was exported by a newer version of Easel.',
    nextStep: 'Update Easel, then open the file again.',
  },
  'no-id': {
    message: 'The first line of this file has no “id” column.',
    nextStep: 'Name the column of board ids “id”.',
  },
  twice: {
    message: 'The first line of this file names the same column twice.',
    nextStep: 'Remove one of them.',
  },
} as const;

function notNotes(reason: keyof typeof NOT_NOTES): Failure {
  return failure('invalid-input', NOT_NOTES[reason]);
}

/** `host`: as the file says it. */
function anotherConnection(host: string): Failure {
  const shown = host.length > 100 ? `${host.slice(0, 100)}…` : host;
  return failure('refused', {
    message: `These notes belong to another service: ${shown}`,
    nextStep: 'Switch to their connection first.',
  });
}

const tooManyLines = failure('invalid-input', {
  message: `The file has more than ${formatNumber(MOST_LINES)} lines.`,
  nextStep: 'Split it into several files.',
});
