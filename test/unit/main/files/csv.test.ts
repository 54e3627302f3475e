import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRow, plainText, readCsv, tabbedRow } from '../../../../main/files/csv.ts';

const cell = fc.string({ unit: fc.constantFrom(...`a ' , ; " = + - @ \t \r \n ＝ é`.split(' '), ' ') });

/** Rows of one blank cell are blank lines, which are no rows. */
const table = fc
  .array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  // The first row decides what parts cells: it is a head of names.
  .map((rows) => [['id', 'label'], ...rows]);

function cellsOf(text: string): readonly (readonly string[])[] {
  return [...readCsv(text)].map((row) => ('cells' in row ? row.cells : [`line ${row.line}: ${row.why}`]));
}

test('what is written is read back unchanged', () => {
  fc.assert(
    fc.property(table, (rows) => {
      expect(cellsOf(rows.map(csvRow).join(''))).toEqual(rows);
    }),
  );
});

test('no cell starts like a formula, whatever its text', () => {
  fc.assert(
    fc.property(cell, (text) => {
      const written = csvRow([text]).replace(/^"/u, '');
      expect(written).not.toMatch(/^[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20]/u);
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

/** A formula behind whatever nobody sees. */
const hidden = fc
  .tuple(
    fc.array(fc.constantFrom("'", ''), { maxLength: 2 }),
    fc.array(fc.constantFrom(...HIDING), { maxLength: 5 }),
    fc.constantFrom(...SIGNS),
    fc.string(),
  )
  .map(([quotes, unseen, sign, rest]) => [...quotes, ...unseen, sign, rest].join(''));

test('a formula gets its apostrophe whatever hides it, in files and on the clipboard, and is read back unchanged', () => {
  fc.assert(
    fc.property(hidden, (text) => {
      const row = csvRow([text, 'x']);
      expect(row).toMatch(/^"?'/u);
      expect(cellsOf(`id,label\r\n${row}`)[1]).toEqual([text, 'x']);
      expect(tabbedRow([text])).toBe(`'${text.replaceAll(/[\t\r\n]+/gu, ' ')}`);
    }),
  );
});

test('no blank or zero-width Unicode character hides a formula', () => {
  const unseen = /[\s\p{Zs}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
  const passed: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!unseen.test(character)) continue;
    for (const sign of SIGNS)
      if (plainText(`${character}${sign}1`)[0] !== "'") passed.push(code.toString(16));
  }
  expect(passed).toEqual([]);
});

test('a number that a spreadsheet would write as another one gets an apostrophe, and is read back unchanged', () => {
  for (const text of ['007', '00', '1e9', '12E45', '1.5e3', "'007"]) {
    expect(csvRow([text])).toBe(`'${text}\r\n`);
    expect(cellsOf(`id,label\r\n${csvRow([text, 'x'])}`)[1]).toEqual([text, 'x']);
  }
  for (const text of ['0', '7', '0.5', '1,5e', 'e9', '1e', '2026-11-24', '123456789012345678']) {
    expect(plainText(text)).toBe(text);
  }
});

test('a text that starts with a letter or a digit is unchanged', () => {
  fc.assert(
    fc.property(fc.constantFrom('a', 'é', '7 ', '漢', 'ا', '(', '#', '%'), fc.string(), (first, rest) => {
      expect(plainText(`${first}${rest}`)).toBe(`${first}${rest}`);
      expect(plainText(`  ${first}${rest}`)).toBe(`  ${first}${rest}`);
    }),
  );
});

test.each([
  ['=1+1', "'=1+1"],
  [' =1+1', "' =1+1"],
  ['\u00A0=1+1', "'\u00A0=1+1"],
  ['\u200B@SUM(1)', "'\u200B@SUM(1)"],
  ['\uFEFF-1', "'\uFEFF-1"],
  ["' =1", "'' =1"],
  [' a=1', ' a=1'],
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

  test('keeps commas in cells when semicolons separate them', () => {
    expect(cellsOf('id;label\na;1,5')).toEqual([
      ['id', 'label'],
      ['a', '1,5'],
    ]);
  });

  test('says which lines can’t be read, counts lines inside cells, and continues', () => {
    const text = 'id,label\na,"one\ntwo\nthree"\nb,"B" and more\nc,C\nd,"never closed\ne,E\n';
    expect([...readCsv(text)]).toEqual([
      { line: 1, cells: ['id', 'label'] },
      { line: 2, cells: ['a', 'one\ntwo\nthree'] },
      { line: 5, why: 'There is text after a closing quotation mark.' },
      { line: 6, cells: ['c', 'C'] },
      { line: 7, why: 'A quotation mark is not closed.' },
    ]);
  });
});

test.each(['é', '\u200B', '😀'])('a cell of megabytes of %s is read to its end', (character) => {
  const long = character.repeat(9_000_000);
  expect(
    cellsOf(`id,label\r\na,${long}\r\nb,"x"${long}`).map((cells) => cells.map(({ length }) => length)),
  ).toEqual([[2, 5], [1, long.length], ['line 3: There is text after a closing quotation mark.'.length]]);
});
