import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRow, readCsv } from '../../../../main/notes/csv.ts';

const cell = fc.string({ unit: fc.constantFrom(...`a ' , ; " = + - @ \t \r \n ＝ é`.split(' '), ' ') });

/** Rows of one blank cell are blank lines, which are no rows. */
const table = fc
  .array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  // The first row decides what parts cells: it is a head of names.
  .map((rows) => [['id', 'label'], ...rows]);

function cellsOf(text: string): readonly (readonly string[])[] {
  return [...readCsv(text)].map((row) => ('cells' in row ? row.cells : [`line ${row.line}: ${row.why}`]));
}

test('whatever is written comes back as it was', () => {
  fc.assert(
    fc.property(table, (rows) => {
      expect(cellsOf(rows.map(csvRow).join(''))).toEqual(rows);
    }),
  );
});

test('no cell begins like a formula, however a person has begun it', () => {
  fc.assert(
    fc.property(cell, (text) => {
      const written = csvRow([text]).replace(/^"/u, '');
      expect(written).not.toMatch(/^[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20]/u);
    }),
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ["'=1+1", "''=1+1"],
  ["'quoted'", "'quoted'"],
  ["o'clock", "o'clock"],
  ['-', "'-"],
  ['＝SUM(A1)', "'＝SUM(A1)"],
])('%s is written as %s, and read back', (text, written) => {
  expect(csvRow([text, 'x'])).toBe(`${written},x\r\n`);
  expect(cellsOf(`${written},x\r\n`)).toEqual([[text, 'x']]);
});

describe('a file from another program', () => {
  test.each([
    ['commas', 'id,label\na,A\nb,B'],
    ['semicolons', 'id;label\r\na;A\r\nb;B\r\n'],
    ['tabs', 'id\tlabel\na\tA\nb\tB\n'],
    ['carriage returns alone', 'id,label\ra,A\rb,B\r'],
    ['blank lines', 'id,label\n\na,A\n\r\nb,B\n\n'],
    ['everything quoted', '"id","label"\n"a","A"\n"b","B"\n'],
  ])('with %s is read', (_, text) => {
    expect(cellsOf(text)).toEqual([
      ['id', 'label'],
      ['a', 'A'],
      ['b', 'B'],
    ]);
  });

  test('keeps commas in cells where semicolons part them', () => {
    expect(cellsOf('id;label\na;1,5')).toEqual([
      ['id', 'label'],
      ['a', '1,5'],
    ]);
  });

  test('says which lines can’t be read, counts lines inside of cells, and goes on', () => {
    const text = 'id,label\na,"one\ntwo\nthree"\nb,"B" and more\nc,C\nd,"never closed\ne,E\n';
    expect([...readCsv(text)]).toEqual([
      { line: 1, cells: ['id', 'label'] },
      { line: 2, cells: ['a', 'one\ntwo\nthree'] },
      { line: 5, why: 'There is text behind a closing quotation mark.' },
      { line: 6, cells: ['c', 'C'] },
      { line: 7, why: 'A quotation mark is not closed.' },
    ]);
  });
});
