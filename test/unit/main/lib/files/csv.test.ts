import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRow, plainText, readCsv, tabbedRow } from '../../../../../main/lib/files/csv.ts';

const cell = fc.string({ unit: fc.constantFrom(...`a ' , ; " = + - @ \t \r \n ＝ é`.split(' '), ' ') });

/** Tables with at least two columns. A row with one empty cell would be read as a blank line. */
const table = fc
  .array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  // The first row contains plain names, because the CSV reader detects the separator there.
  .map((rows) => [['id', 'label'], ...rows]);

function cellsOf(text: string): readonly (readonly string[])[] {
  return [...readCsv(text)].map((row) => ('cells' in row ? row.cells : [`line ${row.line}: ${row.why}`]));
}

test('values are the same after they were written to CSV and read again', () => {
  fc.assert(
    fc.property(table, (rows) => {
      expect(cellsOf(rows.map(csvRow).join(''))).toEqual(rows);
    }),
  );
});

const HIDING = Array.from(
  [
    ' \t\r\n\v\f\0\u0085\u00A0\u00AD\u034F\u061C\u115F\u1680\u180E\u2002\u2007\u2028\u2029\u202E\u202F\u205F\u2066\u200B\u200C',
    '\u200D\u200E\u2060\u2063\u2800\u3000\u3164\uFE0F\uFEFF\uFFA0\uFFF9\uE000\u{E0020}\u{E0100}',
  ].join(''),
);
const SIGNS = Array.from('=+-@＝＋－＠﹦﹢﹣﹫−');

/** Spreadsheet formulas behind invisible characters, which a guard against formulas could miss. */
const hidden = fc
  .tuple(
    fc.array(fc.constantFrom("'", ''), { maxLength: 2 }),
    fc.array(fc.constantFrom(...HIDING), { maxLength: 5 }),
    fc.constantFrom(...SIGNS),
    fc.string(),
  )
  .map(([quotes, unseen, sign, rest]) => [...quotes, ...unseen, sign, rest].join(''));

test('CSV cells that look like formulas are written with an apostrophe', () => {
  fc.assert(
    fc.property(hidden, (text) => {
      const row = csvRow([text, 'x']);
      expect(row).toMatch(/^"?'/u);
      expect(cellsOf(`id,label\r\n${row}`)[1]).toEqual([text, 'x']);
      expect(tabbedRow([text])).toBe(`'${text.replaceAll(/[\t\r\n]+/gu, ' ')}`);
    }),
  );
});

test('a spreadsheet that splits a CSV file at semicolons or tabs finds no formula in the file', () => {
  const startOf = (field: string): string => field.replace(/^["\s]+/u, '').charAt(0);
  fc.assert(
    fc.property(cell, (text) => {
      const fields = csvRow(['x', text]).split(/[;\t\r\n]/u);
      expect(fields.map(startOf).filter((sign) => SIGNS.includes(sign))).toEqual([]);
    }),
  );
});

test('a copied cell that starts with a quotation mark is pasted as one cell', () => {
  const copied = tabbedRow(['"Maths 7b', 'the "blue" one', '"=1+1"']);
  expect(copied).toBe('"""Maths 7b"\tthe "blue" one\t"""=1+1"""');
});

const spaced = (text: string): string => text.replaceAll('_', '\u00a0');
test.each([
  ['a leading zero', '007 00 0123456789'],
  ['many digits', '123456789012 1580000000000000001 90071992547409931234'],
  ['an exponent', '1e9 12E45 1.5e3 1E+10 1.58E+18 1,58E-3 12345678e90123456789012345678901'],
  ['a decimal', '0.5 1.50 1,5 .5 1. 1_234 1’000 1.234.567 1,234,567'],
  ['a price, a fraction or a time', '+123 1% $5 5_€ EUR_5 (123) 1/2 ½ 12:30:15 5_pm 1:30PM 5_p'],
  ['a date', '3-4 3/4 1.2.2024 2024-01-05 2026-11-21T09:41:00.000Z 9月7日'],
  ['an English month', 'SEP7 MAR-1 Sept_7 7_Sep 2SEPT march1 DEC-2024 Sep-07 1-OCT-24'],
  ['a German month', 'DEZ1 März_3 MÄR-3 Mrz._7 04._Okt 1.Mai'],
  ['a month in another language', 'août_3 févr.-07 ENE5 7_de_mayo_de_2024 gen-9 okt-3 mei7'],
  ['a truth value', 'TRUE false True WAHR faux Verdadero'],
  ['other digits, apostrophes in the text, and invisible characters', "٣-٤ ''3-4 S\u200bEP7"],
])('a CSV value that a spreadsheet would change gets an apostrophe: %s', (_what, texts) => {
  for (const text of texts.split(' ').map(spaced)) {
    expect(plainText(text)).toBe(`'${text}`);
    expect(cellsOf(`id,label\r\n${csvRow([text, 'x'])}`)[1]).toEqual([text, 'x']);
  }
});

test('a CSV value that no spreadsheet would change gets no apostrophe', () => {
  const ids = ['12345678', 'brd_7F3K', '550e8400-e29b-41d4-a716-446655440000', '01ARZ3NDEKTSV4RRFFQ69G5FAV'];
  for (const text of [...ids, '0', '1,5e', 'Workshop 2024', 'Mary-3', 'true story']) {
    expect(plainText(text)).toBe(text);
  }
});

test('the CSV reader reports values that a spreadsheet seems to have changed', () => {
  const of = (...cells: readonly string[]): readonly number[] => {
    const [, row] = readCsv(`id,a,b\n${cells.join(',')}\n`);
    return (row !== undefined && 'cells' in row && row.rewritten) || [];
  };
  expect(of('1.58E+18', "'1.58E+18", 'x')).toEqual([0]);
  expect(of('b-1', '"1,58E+18"', '3-Apr')).toEqual([1, 2]);
  expect(of('2026-11-21', '04. Mrz', 'TRUE')).toEqual([0, 1, 2]);
  expect(of('#NAME?', '########', '#DIV/0!')).toEqual([0, 1, 2]);
  expect(of('1580000000000000000', '1234567890123450', '12345678901234567000')).toEqual([0, 1, 2]);
  // These ids must not be reported as rewritten, because no spreadsheet turns an id into such a text.
  expect(of('1580000000000000001', '007', '12')).toEqual([]);
  expect(of('#1', '#tag', '550e8400-e29b-41d4-a716-446655440000')).toEqual([]);
});

test.each([
  ['tabs', 'id\tlabel\na\tA\nb\tB\n'],
  ['a separator line', 'sep=;\r\nid;label\r\na;A\r\nb;B\r\n'],
  ['a separator line in quotation marks', '\uFEFF"sep=\t"\t\rid\tlabel\ra\tA\rb\tB'],
  ['a separator line in capitals', 'SEP=|\nid|label\na|A\nb|B'],
  ['blank lines', 'id,label\n\na,A\n\r\nb,B\n\n'],
  ['everything quoted', '"id","label"\n"a","A"\n"b","B"\n'],
])('the CSV reader accepts a file with %s', (_, text) => {
  expect(cellsOf(text)).toEqual([
    ['id', 'label'],
    ['a', 'A'],
    ['b', 'B'],
  ]);
});

test('the CSV reader reports lines with wrong quotation marks and reads all other lines', () => {
  const text = 'id,label\na,"one\ntwo\nthree"\nb,"B" and more\nc,C\nd,"never closed\ne,E\n';
  expect([...readCsv(text)]).toEqual([
    { line: 1, cells: ['id', 'label'] },
    { line: 2, cells: ['a', 'one\ntwo\nthree'] },
    { line: 5, why: 'There is text after a closing quotation mark.' },
    { line: 6, cells: ['c', 'C'] },
    { line: 7, why: 'A quotation mark is not closed.' },
  ]);
});
