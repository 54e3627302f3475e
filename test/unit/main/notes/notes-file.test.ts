import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTES_HEAD, notesRow, readNotes } from '../../../../main/notes/notes-file.ts';
import { SECRET_INSIDE } from '../../../../main/lib/log/redact.ts';
import type { NoteRecord } from '../../../../main/store/tables/change-note.ts';
import { must } from '../../../support/must.ts';
import { noteOf } from './records.ts';

const BOARD_API = 'https://boards.example/api';

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
  updatedAt: fc.constant(0),
});

const written = (records: readonly NoteRecord[]): string =>
  NOTES_HEAD + records.map((one) => notesRow(one, BOARD_API)).join('');
const read = (text: string) => must(readNotes(text, BOARD_API, []));

test('notes are the same after they were exported to a file and read again', () => {
  const records = fc.uniqueArray(record, { maxLength: 5, selector: ({ boardId }) => boardId });
  fc.assert(
    fc.property(records, (all) => {
      expect(read(written(all))).toEqual({
        notes: all.map(({ boardId, updatedAt: _, ...said }) => ({ id: boardId, ...said })),
        problems: [],
      });
    }),
  );
});

test('Easel refuses to import notes that were exported for another host', () => {
  const text = written([noteOf('a')]);
  expect(readNotes(text, 'https://other.example', [])).toMatchObject({
    error: { code: 'refused', message: expect.stringContaining('boards.example') as unknown },
  });
  expect(readNotes(text, 'https://BOARDS.example', []).ok).toBe(true);
});

test('a table of notes can be imported if it has the column “id” and one other column', () => {
  expect(read('ID;Label;Colour\r\na;One;red\r\n')).toEqual({
    notes: [{ id: 'a', label: 'One' }],
    problems: [{ line: 1, why: 'Ignored columns: Colour' }],
  });
});

test('the errors in an imported table of notes are reported with their line numbers', () => {
  const lines = [
    'id,label,protected',
    'a,A',
    `b,${'x'.repeat(201)},`,
    ',C,',
    'd,D,maybe',
    'e,E,TRUE',
    'e,F,',
    '1.58E+18,,',
  ];
  expect(read(lines.join('\n'))).toEqual({
    notes: [{ id: 'e', label: 'E', protected: true }],
    problems: [
      { line: 2, why: 'This line has 2 cells, but the first line has 3.' },
      { line: 3, why: 'Label: Use at most 200 characters.' },
      { line: 4, why: 'Id: The board id is missing.' },
      { line: 5, why: 'Protected: Enter yes or no.' },
      { line: 7, why: 'This board is already in an earlier line.' },
      { line: 8, why: expect.stringContaining('spreadsheets') as unknown },
    ],
  });
});

test('after 100 errors in an imported table of notes, further errors are only counted', () => {
  const { problems } = read(`id,label\n${'a,A,extra\n'.repeat(150)}`);
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toEqual({ line: 102, why: 'From this line on, 50 lines can’t be imported.' });
});

test('an imported line of notes with an API key or access token is reported without the line’s text', () => {
  const text = 'id,note\na,eyJhbGciOiJub25l.eyJz.c\nb,"sk-key-""12345"\nc,C';
  const { notes, problems } = must(readNotes(text, BOARD_API, ['sk-key-"12345']));
  expect(notes).toEqual([{ id: 'c', note: 'C' }]);
  expect(problems).toEqual([2, 3].map((line) => ({ line, why: SECRET_INSIDE })));
});

test.each(['board,label\na,A\n', 'id,lable\na,A\n', 'id,label,Label\na,A,B\n', ''])(
  'Easel rejects a table of notes with the headings %j',
  (text) => {
    expect(readNotes(text, BOARD_API, [])).toMatchObject({
      error: { code: 'invalid-input', message: expect.stringContaining('column id') as unknown },
    });
  },
);
