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
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { NoteRecord } from '../store/tables/change-note.ts';
import { csvRow, BYTE_ORDER_MARK } from '../files/csv.ts';

export const FORMAT = 'easel-notes';
export const VERSION = 1;

export const COLUMNS = [
  'id',
  'label',
  'note',
  'tags',
  'customer',
  'protected',
  'updated_at',
  'board_api',
] as const;
export type Column = (typeof COLUMNS)[number];

export interface NotesWriter {
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
        new Date(record.updatedAt).toISOString(),
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
export function hostOf(address: string): string {
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
