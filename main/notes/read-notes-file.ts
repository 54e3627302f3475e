/** Reads a file of local notes line by line, as untrusted data from another computer. */
import { setImmediate } from 'node:timers/promises';
import * as v from 'valibot';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { NoteRecord } from '../store/tables/change-note.ts';
import { readCsv, type CsvRow } from '../files/csv.ts';
import { anotherConnection, notNotes, tooManyLines } from './failures.ts';
import { COLUMNS, FORMAT, hostOf, readTagCell, VERSION, type Column } from './notes-file.ts';
import { readLine, readNoteText, readTags } from './read-note.ts';
import { counted } from '../wording/format.ts';

/** What a file says about one board; fields that it doesn't mention are absent. */
export interface FileNote {
  readonly boardId: string;
  readonly said: Partial<Omit<NoteRecord, 'boardId' | 'updatedAt'>>;
  /** Epoch ms; null where the file does not say. */
  readonly updatedAt: number | null;
}

export type FileLine =
  | { readonly line: number; readonly note: FileNote }
  | { readonly line: number; readonly why: string };

/** Far more than one console needs, and still read within a second. */
export const MOST_LINES = 200_000;
const LONGEST_ID = 512;
/** A few hundredths of a second. */
const ROWS_AT_A_TIME = 5000;

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
  label: v.exactOptional(v.string()),
  note: v.exactOptional(v.string()),
  tags: v.exactOptional(v.pipe(v.array(v.string()), v.readonly())),
  customer: v.exactOptional(v.string()),
  protected: v.exactOptional(v.boolean()),
  updatedAt: v.exactOptional(v.union([v.string(), v.number()])),
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
  if (notes.length > MOST_LINES) return fail(tooManyLines(MOST_LINES));
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

async function readTable(text: string, boardApi: string): Promise<Result<Iterable<FileLine>>> {
  const [first] = readCsv(text);
  const names = first !== undefined && 'cells' in first ? first.cells.map(columnOf) : [];
  if (!names.includes('id')) return fail(notNotes('no-id'));
  const twice = names.find((name, index) => name !== null && names.indexOf(name) !== index);
  if (twice !== undefined) return fail(notNotes('twice'));
  const refused = await whyNotThisTable(text, names, boardApi);
  return refused === null ? ok(tableLines(text, names)) : fail(refused);
}

function columnOf(name: string): Column | null {
  const plain = name.trim().toLowerCase().replaceAll(/[ -]/gu, '_');
  return COLUMNS.find((column) => column === plain) ?? null;
}

/** Nothing is imported before the whole file was checked; other work gets turns in between. */
async function whyNotThisTable(
  text: string,
  names: readonly (Column | null)[],
  boardApi: string,
): Promise<Failure | null> {
  const column = names.indexOf('board_api');
  const host = hostOf(boardApi);
  let rows = 0;
  for (const row of readCsv(text)) {
    rows += 1;
    if (rows % ROWS_AT_A_TIME === 0) await setImmediate();
    if (rows > MOST_LINES + 1) return tooManyLines(MOST_LINES);
    const said = rows > 1 && 'cells' in row ? (row.cells[column] ?? '').trim() : '';
    if (said !== '' && hostOf(said) !== host) return anotherConnection(said);
  }
  return null;
}

function* tableLines(text: string, names: readonly (Column | null)[]): Generator<FileLine> {
  let isHead = true;
  for (const row of readCsv(text)) {
    if (!isHead) yield tableLine(row, names);
    isHead = false;
  }
}

function tableLine(row: CsvRow, names: readonly (Column | null)[]): FileLine {
  if (!('cells' in row)) return row;
  const { line, cells } = row;
  if (cells.length !== names.length) {
    const has = counted(cells.length, 'cell');
    return { line, why: `This line has ${has}, and the first line has ${names.length}.` };
  }
  const said = new Map(names.flatMap((name, index) => (name === null ? [] : [[name, cells[index] ?? '']])));
  const [tags, isProtected] = [said.get('tags'), said.get('protected')];
  const answer = isProtected === undefined ? undefined : ANSWERS.get(isProtected.trim().toLowerCase());
  if (isProtected !== undefined && answer === undefined) {
    return { line, why: 'Protected: write yes or no.' };
  }
  return lineOf(line, {
    id: said.get('id') ?? '',
    label: said.get('label'),
    note: said.get('note'),
    customer: said.get('customer'),
    tags: tags === undefined ? undefined : readTagCell(tags),
    protected: answer,
    updatedAt: said.get('updated_at')?.trim() === '' ? undefined : said.get('updated_at'),
  });
}

/** Spreadsheets write truth in their own way. */
const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['1', true],
  ['no', false],
  ['false', false],
  ['0', false],
  ['', false],
]);

type Part = keyof typeof jsonNote.entries;
/** What a line says, before its limits. */
type Written = { readonly [K in Part]?: v.InferOutput<typeof jsonNote>[K] | undefined } & {
  readonly id: string;
};

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
  const said: Partial<Record<Part, unknown>> =
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
