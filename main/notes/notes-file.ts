/** Reads and writes tables of notes, with columns in any order. Fields without a column stay unchanged. */
import * as v from 'valibot';
import { fail, ok, type Failure } from '../../preload/contract/failure.ts';
import { BYTE_ORDER_MARK, csvRow, readCsv, whyRewritten, type CsvRow } from '../lib/files/csv.ts';
import { ACCESS_TOKEN, Secrets, SECRET_INSIDE } from '../lib/log/redact.ts';
import { foldId } from '../lib/pasted.ts';
import { foldHeading } from '../../preload/contract/later-facts.ts';
import type { NoteRecord } from '../store/tables/change-note.ts';
import { failure } from '../lib/wording/failure.ts';
import { capital, counted, formatNumber, shortened } from '../lib/wording/format.ts';
import { fileNote, type FileNote } from './read-note.ts';

const COLUMNS = ['id', 'label', 'note', 'tags', 'customer', 'protected', 'board_api'] as const;
type Column = (typeof COLUMNS)[number];

export const NOTES_HEAD = BYTE_ORDER_MARK + csvRow(COLUMNS);

export function notesRow(record: NoteRecord, boardApi: string): string {
  const { boardId, label, note, tags, customer } = record;
  const isProtected = record.protected ? 'yes' : 'no';
  return csvRow([boardId, label, note, writeTags(tags), customer, isProtected, hostOf(boardApi)]);
}

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

export interface Problem {
  readonly line: number;
  readonly why: string;
}

const MOST_PROBLEMS = 100;
export const MOST_NOTES = 200_000;

/** True if the text is a table with the column `id` and at least one column of notes. */
export function isNotes(text: string): boolean {
  const [first] = readCsv(text.slice(0, 10_000));
  const names = first === undefined ? [] : columnsOf(first);
  return names.includes('id') && names.some((name) => name !== null && name !== 'id' && name !== 'board_api');
}

/** Reads a table of notes, except lines with access tokens or `secrets`. Fails for a table of another service. */
export function readNotes(text: string, boardApi: string, secrets: readonly string[]) {
  const knownSecrets = new Secrets(secrets);
  const rows = readCsv(text);
  const first = rows.next();
  const names = first.done === true ? [] : columnsOf(first.value);
  const known = names.filter((name) => name !== null);
  const isNoted = known.some((name) => name !== 'id' && name !== 'board_api');
  if (!known.includes('id') || !isNoted || new Set(known).size < known.length) return fail(wrongColumns);
  const notes = new Map<string, FileNote>();
  const problems: Problem[] = [];
  if (known.length < names.length && first.done !== true && 'cells' in first.value) {
    const unused = first.value.cells.filter((cell, index) => names[index] === null && cell.trim() !== '');
    const why = `Ignored columns: ${shortened(unused.join(', '), 200)}`;
    if (unused.length > 0) problems.push({ line: first.value.line, why });
  }
  let count = 0;
  for (const row of rows) {
    count += 1;
    if (count > MOST_NOTES) return fail(tooManyLines);
    const read = readRow(row, names, knownSecrets);
    if (!read.ok) {
      problems.push({ line: row.line, why: read.error });
      continue;
    }
    const { note, host } = read.value;
    if (host !== '' && hostOf(host) !== hostOf(boardApi)) return fail(anotherService(host));
    const id = foldId(note.id);
    if (notes.has(id)) problems.push({ line: row.line, why: 'This board is already in an earlier line.' });
    else notes.set(id, note);
  }
  const others = problems.splice(MOST_PROBLEMS);
  if (others[0] !== undefined) {
    const why = `From this line on, ${counted(others.length, 'line')} can’t be imported.`;
    problems.push({ line: others[0].line, why });
  }
  return ok({ notes: [...notes.values()], problems });
}

function columnsOf(row: CsvRow): readonly (Column | null)[] {
  if (!('cells' in row)) return [];
  const names = row.cells.map(foldHeading);
  return names.map((name) => COLUMNS.find((column) => foldHeading(column) === name) ?? null);
}

function readRow(row: CsvRow, names: readonly (Column | null)[], secrets: Secrets) {
  if (!('cells' in row)) return fail(row.why);
  const { cells, rewritten = [] } = row;
  if (cells.length !== names.length) {
    return fail(`This line has ${counted(cells.length, 'cell')}, but the first line has ${names.length}.`);
  }
  if (cells.some((cell) => ACCESS_TOKEN.test(cell) || secrets.isIn(cell))) return fail(SECRET_INSIDE);
  const values: Partial<Record<Column, string>> = Object.fromEntries(
    names.flatMap((name, index) => (name === null ? [] : [[name, cells[index] ?? '']])),
  );
  const { board_api: host = '', tags, protected: answer, ...texts } = values;
  if (rewritten.includes(names.indexOf('id'))) return fail(whyRewritten(values.id ?? ''));
  const yesNo = answer?.trim().toLowerCase();
  if (yesNo !== undefined && ![...YES, ...NO].includes(yesNo)) return fail('Protected: Enter yes or no.');
  const read = v.safeParse(fileNote, {
    ...texts,
    ...(tags !== undefined && { tags: readTagCell(tags) }),
    ...(yesNo !== undefined && { protected: YES.includes(yesNo) }),
  });
  return read.success ? ok({ note: read.output, host: host.trim() }) : fail(whyWrong(read.issues[0]));
}

function whyWrong({ path, message }: v.BaseIssue<unknown>): string {
  return `${capital(String(path?.[0]?.key))}: ${message}`;
}

export const [YES, NO] = [
  ['yes', 'true', '1'],
  ['no', 'false', '0', ''],
];

const wrongColumns = failure('invalid-input', {
  message:
    'The first line must name the column id and at least one of label, note, tags, customer and protected. Each column can appear only once.',
  nextStep: 'Choose a file exported by Easel, or correct the first line.',
});
const tooManyLines = failure('invalid-input', {
  message: `The file has more than ${formatNumber(MOST_NOTES)} lines.`,
  nextStep: 'Split the table into several files.',
});

function anotherService(host: string): Failure {
  return failure('refused', {
    message: `These notes belong to another service: ${shortened(host, 100)}`,
    nextStep: 'Switch to a connection to that service first.',
  });
}
