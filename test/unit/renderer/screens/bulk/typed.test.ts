import { describe, expect, test } from 'vitest';
import { HOSTILE_NAMES, WITH_CONTROLS } from '../../../../support/hostile-names.ts';
import {
  linesOf,
  longNamesSentence,
  MOST,
  namesIn,
  readCount,
  readNames,
  whyNotNames,
} from '../../../../../renderer/screens/bulk/typed.ts';

describe('a pasted list of names', () => {
  test.each([
    ['a line each', 'Ada\nGrace\r\nAlan', ['Ada', 'Grace', 'Alan']],
    ['with blanks and empty lines', '  Ada \n\n\tGrace', ['Ada']],
    ['the first column of a table', 'Ada\tada@example.org\nGrace;7b', ['Ada', 'Grace']],
    ['names with a comma stay whole', 'Lovelace, Ada\nHopper, Grace', ['Lovelace, Ada', 'Hopper, Grace']],
    ['quotation marks of a spreadsheet go', '"Ada"\n"Grace"', ['Ada', 'Grace']],
  ])('%s', (_what, pasted, names) => {
    expect(readNames(pasted).names).toEqual(names);
  });

  test('takes two spellings of the same letters for one name, and other letters for other people', () => {
    expect(readNames('Zoë\nZoe\u0308\nAda  L\nAda L\nADA L').names).toEqual(['Zoë', 'Ada  L', 'ADA L']);
  });

  test.each([
    ['a column of names', 'E-mail,Name\na@b.example,"Lovelace, Ada"', ['Lovelace, Ada']],
    ['first and last names', 'Nachname\tVorname\tKlasse\nNoether\tEmmy\t7b', ['Emmy Noether']],
    ['no heading', 'Ada;7b\nGrace;7c', ['Ada', 'Grace']],
    [
      'quotation marks that are a part of a name',
      'Ada "the first"\n"Bo" Peep',
      ['Ada "the first"', '"Bo" Peep'],
    ],
  ])('is understood with %s', (_what, pasted, names) => {
    expect(readNames(pasted).names).toEqual(names);
  });

  test('loses no hostile name, on a line of its own or from a column', () => {
    for (const name of HOSTILE_NAMES) {
      const apart = readNames(linesOf([name, 'Last'])).names;
      expect(apart).toEqual([name.trim(), 'Last']);
    }
    const rows = [['id', 'name'], ...HOSTILE_NAMES.map((name, at) => [String(at), name])];
    expect(namesIn(rows)).toEqual(HOSTILE_NAMES.map((name) => name.trim()));
    for (const [pasted, name] of WITH_CONTROLS.slice(0, 4)) expect(readNames(pasted).names).toEqual([name]);
    expect(longNamesSentence(readNames(linesOf(HOSTILE_NAMES)))).toMatch(/^\d names are longer than 80/u);
  });

  test('must have one name, and not too many', () => {
    expect(whyNotNames(readNames(''))).toBe('Enter a name.');
    expect(whyNotNames(readNames('Ada'))).toBeNull();
    const many = Array.from({ length: MOST + 1 }, (_, index) => `Name ${index}`).join('\n');
    expect(whyNotNames(readNames(many))).toBe('1,001 names: at most 1,000.');
  });
});

describe('a typed number', () => {
  test.each([
    ['10', 10],
    [' 1,000 ', 1000],
    ['ten', null],
    ['99999999', null],
  ])('%j is %j', (typed, count) => expect(readCount(typed)).toBe(count));
});
