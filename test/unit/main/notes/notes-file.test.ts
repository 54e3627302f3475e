import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  csvWriter,
  jsonWriter,
  readNotesFile,
  readTagCell,
  writeTags,
  type FileLine,
} from '../../../../main/notes/notes-file.ts';
import type { NoteRecord } from '../../../../main/store/tables/change-note.ts';
import { noteOf } from './records.ts';

const BOARD_API = 'https://boards.example/api';
const AT = Date.UTC(2026, 10, 21, 9, 41);
const SOURCE = { name: 'Acme', boardApi: BOARD_API };

const line = fc
  .string({ unit: fc.constantFrom(...`a b ' , ; " \\ = + - @ é`.split(' ')), maxLength: 12 })
  .map((text) => text.trim());
const tag = line.filter((text) => text !== '');
const record: fc.Arbitrary<NoteRecord> = fc.record({
  boardId: tag,
  label: line,
  note: fc.string({ unit: fc.constantFrom(...`a = , ; " \n \t`.split(' ')) }).map((text) => text.trim()),
  tags: fc.uniqueArray(tag, { maxLength: 4, selector: (text) => text.toLowerCase() }),
  customer: line,
  protected: fc.boolean(),
  updatedAt: fc.constant(AT),
});

function written(format: 'csv' | 'json', records: readonly NoteRecord[]): string {
  const { head, row, tail } = (format === 'csv' ? csvWriter : jsonWriter)(SOURCE);
  return head + records.map(row).join('') + tail;
}

async function linesOf(text: string): Promise<readonly FileLine[]> {
  const read = await readNotesFile(text, BOARD_API);
  if (!read.ok) throw new Error(read.error.message);
  return [...read.value];
}

describe.each(['csv', 'json'] as const)('as %s', (format) => {
  test('notes are read back unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 5 }), async (records) => {
        const read = await linesOf(written(format, records));
        expect(read.map((found) => ('note' in found ? found.note : found.why))).toEqual(
          records.map(({ boardId, updatedAt, ...said }) => ({ boardId, updatedAt, said })),
        );
      }),
    );
  });

  test('a file of another service is refused, which it names; the same one may have another path', async () => {
    const text = written(format, [noteOf('a')]);
    expect(await readNotesFile(text, 'https://other.example')).toMatchObject({
      error: { code: 'refused', message: expect.stringContaining('boards.example') as unknown },
    });
    expect((await readNotesFile(text, 'https://BOARDS.example')).ok).toBe(true);
  });
});

test('tags are separated by semicolons, and may hold semicolons and backslashes', async () => {
  expect(writeTags(['a', 'b;c', 'd\\'])).toBe(String.raw`a; b\;c; d\\`);
  expect(readTagCell(String.raw`a; b\;c; d\\`)).toEqual(['a', 'b;c', 'd\\']);
  expect(readTagCell('a;b; ;c\\')).toEqual(['a', 'b', '', 'c\\']);
  expect(readTagCell(';;a;')).toEqual(['a']);
});

describe('a hand-made table', () => {
  test('needs only ids and one other column; missing columns change nothing', async () => {
    expect(await linesOf('ID;Label;Colour\r\na;One;red\r\n')).toEqual([
      { line: 2, note: { boardId: 'a', said: { label: 'One' }, updatedAt: null } },
    ]);
  });

  test('gets its errors line by line', async () => {
    const text = [
      'id,label,updated_at',
      'a,A',
      `b,${'x'.repeat(201)},`,
      ',C,',
      'd,D,21.11.2026',
      'e,E,2026-11-21T09:41:00Z',
      'f',
    ].join('\n');
    expect(await linesOf(text)).toEqual([
      { line: 2, why: 'This line has 2 cells, and the first line has 3.' },
      { line: 3, why: 'Label: Use at most 200 characters.' },
      { line: 4, why: 'The board id is missing.' },
      { line: 5, why: 'Updated at: not a date and time.' },
      { line: 6, note: { boardId: 'e', said: { label: 'E' }, updatedAt: AT } },
      { line: 7, why: 'This line has 1 cell, and the first line has 3.' },
    ]);
  });

  test('is refused without ids, or with a duplicate column', async () => {
    expect(await readNotesFile('board,label\na,A\n', BOARD_API)).toMatchObject({
      ok: false,
      error: { code: 'invalid-input', message: expect.stringContaining('“id” column') as unknown },
    });
    expect((await readNotesFile('id,label,Label\na,A,B\n', BOARD_API)).ok).toBe(false);
    expect((await readNotesFile('', BOARD_API)).ok).toBe(false);
  });
});

describe('JSON not written by Easel', () => {
  const about = { format: 'easel-notes', version: 1, connection: { name: 'Acme', boardApi: BOARD_API } };

  test.each([
    ['is cut off', '{"format":"easel-notes"', 'The file is damaged'],
    ['is something else', '[{"id":"a"}]', 'does not contain notes'],
    ['is of a newer Easel', JSON.stringify({ ...about, version: 2, notes: {} }), 'a newer version'],
    ['has no notes', JSON.stringify(about), 'does not contain notes'],
  ])('is refused when it %s', async (_, text, words) => {
    expect(await readNotesFile(text, BOARD_API)).toMatchObject({
      error: { code: 'invalid-input', message: expect.stringContaining(words) as unknown },
    });
  });

  test('loses only the invalid notes', async () => {
    const notes = [7, { id: 'a', label: 1 }, { id: 'b', tags: ['x', 'X'] }];
    expect(await linesOf(JSON.stringify({ ...about, notes }))).toEqual([
      { line: 2, why: 'Not a note in Easel’s format.' },
      { line: 3, why: 'Not a note in Easel’s format.' },
      { line: 4, note: { boardId: 'b', said: { tags: ['x'] }, updatedAt: null } },
    ]);
  });
});
