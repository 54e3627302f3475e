import { expect, test } from 'vitest';
import { HOSTILE_NAMES, WITH_CONTROLS } from '../../../../support/hostile-names.ts';
import {
  linesOf,
  MOST,
  namesIn,
  readCount,
  readNames,
  whyNotNames,
} from '../../../../../renderer/screens/bulk/typed.ts';

test.each([
  ['one name per line', 'Ada\nGrace\r\nAlan', ['Ada', 'Grace', 'Alan']],
  ['blanks and empty lines', '  Ada \n\n\tGrace', ['Ada']],
  ['a table without headings', 'Ada\tada@example.org\nGrace;7b', ['Ada', 'Grace']],
  ['names with a comma', 'Lovelace, Ada\nHopper, Grace', ['Lovelace, Ada', 'Hopper, Grace']],
  ['quoted cells', '"Ada"\n"Grace"', ['Ada', 'Grace']],
  ['a column of names', 'E-mail,Name\na@b.example,"Lovelace, Ada"', ['Lovelace, Ada']],
  ['first and last names', 'Nachname\tVorname\tKlasse\nNoether\tEmmy\t7b', ['Emmy Noether']],
  ['quotation marks in a name', 'Ada "the first"\n"Bo" Peep', ['Ada "the first"', '"Bo" Peep']],
])('names can be pasted as a list with %s', (_what, pasted, names) => {
  expect(readNames(pasted).names).toEqual(names);
});

test('names that occur several times in a pasted list are numbered', () => {
  expect(readNames('Zoë\nZoe\u0308\nAda  L\nAda L\nADA L').names).toEqual([
    'Zoë',
    'Zoe\u0308 (2)',
    'Ada  L',
    'Ada L (2)',
    'ADA L',
  ]);
  expect(readNames('Ada\nAda (2)\nAda').names).toEqual(['Ada', 'Ada (2)', 'Ada (3)']);
});

test('line breaks and tabs in pasted names are replaced by spaces', () => {
  for (const name of HOSTILE_NAMES) {
    const apart = readNames(linesOf([name, 'Last'])).names;
    expect(apart).toEqual([name.trim(), 'Last']);
  }
  const rows = [['id', 'name'], ...HOSTILE_NAMES.map((name, at) => [String(at), name])];
  expect(namesIn(rows)).toEqual(HOSTILE_NAMES.map((name) => name.trim()));
  for (const [pasted, name] of WITH_CONTROLS.slice(0, 4)) expect(readNames(pasted).names).toEqual([name]);
});

test('a list of 1 to 1,000 names can be pasted', () => {
  expect(whyNotNames(readNames(''), 9)).toBe('Enter a name.');
  expect(whyNotNames(readNames('Ada'), 9)).toBeNull();
  expect(whyNotNames(readNames('Ada\nWilhelmina'), 9)).toBe('Name 2 in the list exceeds 9 characters.');
  const many = Array.from({ length: MOST + 1 }, (_, index) => `Name ${index}`).join('\n');
  expect(whyNotNames(readNames(many), 9)).toBe('1,001 names are too many. Enter at most 1,000.');
});

test.each([
  ['10', 10],
  [' 1,000 ', 1000],
  ['100 000', 100_000],
  ['1.5', null],
  ['30,5', null],
  ['1,0000', null],
  ['ten', null],
  ['99999999', null],
])('a number field reads the text %j as %j', (typed, count) => expect(readCount(typed)).toBe(count));
