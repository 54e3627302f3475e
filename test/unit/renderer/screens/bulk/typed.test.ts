import { describe, expect, test } from 'vitest';
import { changesSince } from '../../../../../renderer/screens/bulk/plan.tsx';
import {
  MOST,
  namesSentence,
  readCount,
  readNames,
  whyNotCount,
  whyNotNames,
} from '../../../../../renderer/screens/bulk/typed.ts';

describe('a pasted list of names', () => {
  test.each([
    ['a line each', 'Ada\nGrace\r\nAlan', ['Ada', 'Grace', 'Alan']],
    ['with blanks and empty lines', '  Ada \n\n\tGrace', ['Ada']],
    ['the first column of a table', 'Ada\tada@example.org\nGrace;7b', ['Ada', 'Grace']],
    ['names with a comma stay whole', 'Lovelace, Ada\nHopper, Grace', ['Lovelace, Ada', 'Hopper, Grace']],
    ['quotation marks of a spreadsheet go', '"Ada"\n"Grace"', ['Ada', 'Grace']],
    ['nothing', ' \n ', []],
  ])('%s', (_what, pasted, names) => {
    expect(readNames(pasted).names).toEqual(names);
  });

  test('holds each name once, and counts duplicates', () => {
    const list = readNames('Ada\nGrace\nAda\n ada\nAda');
    expect(list).toEqual({ names: ['Ada', 'Grace', 'ada'], repeated: 2 });
    expect(namesSentence(list)).toBe('3 names; 2 duplicates left out.');
    expect(namesSentence(readNames('Ada\nAda'))).toBe('1 name; 1 duplicate left out.');
    expect(namesSentence(readNames('Ada'))).toBe('1 name.');
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
    ['1’000', 1000],
    ['ten', null],
    ['-1', null],
    ['', null],
    ['99999999', null],
  ])('%j is %j', (typed, count) => expect(readCount(typed)).toBe(count));

  test.each([
    [null, 'Enter 1 to 1,000.'],
    [0, 'Enter 1 to 1,000.'],
    [1, null],
    [1000, null],
    [1001, 'Enter 1 to 1,000.'],
  ])('%j gives the error %j', (count, wrong) => expect(whyNotCount(count)).toBe(wrong));
});

describe('an opened plan', () => {
  const none = { vanished: 0, newlyProtected: 0, notListed: 0 };

  test('says that nothing has changed', () => {
    expect(changesSince({ changes: none })).toEqual(['None.']);
  });

  test('describes each kind of change in its own line', () => {
    expect(changesSince({ changes: { vanished: 1, newlyProtected: 2, notListed: 3 } })).toEqual([
      '1 board vanished, left out.',
      '2 boards protected here, left out.',
      '3 boards not in this computer’s list.',
    ]);
  });
});
