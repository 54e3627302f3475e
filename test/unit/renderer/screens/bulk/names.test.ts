import { describe, expect, test } from 'vitest';
import { readCount, whyNotCount } from '../../../../../renderer/screens/bulk/count.ts';
import {
  MOST_NAMES,
  namesSentence,
  readNames,
  whyNotNames,
} from '../../../../../renderer/screens/bulk/names.ts';
import { changesSince } from '../../../../../renderer/screens/bulk/plan-wording.ts';

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

  test('has each name once, and says how many came again', () => {
    const list = readNames('Ada\nGrace\nAda\n ada\nAda');
    expect(list).toEqual({ names: ['Ada', 'Grace', 'ada'], repeated: 2 });
    expect(namesSentence(list)).toBe('3 names; 2 came again and are left out.');
    expect(namesSentence(readNames('Ada\nAda'))).toBe('1 name; 1 came again and is left out.');
    expect(namesSentence(readNames('Ada'))).toBe('1 name.');
  });

  test('must have one name, and not too many', () => {
    expect(whyNotNames(readNames(''), 'person')).toBe('Name at least one person.');
    expect(whyNotNames(readNames('Ada'), 'person')).toBeNull();
    const many = Array.from({ length: MOST_NAMES + 1 }, (_, index) => `Name ${index}`).join('\n');
    expect(whyNotNames(readNames(many), 'person')).toBe('At most 1,000 at once: these are 1,001.');
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
    [null, 'Give a number from 1 to 1,000.'],
    [0, 'Give a number from 1 to 1,000.'],
    [1, null],
    [1000, null],
    [1001, 'At most 1,000 at once.'],
  ])('%j is answered with %j', (count, wrong) => expect(whyNotCount(count)).toBe(wrong));
});

describe('a plan that is opened', () => {
  const none = { vanished: 0, newlyProtected: 0, notListed: 0 };

  test('says that nothing has changed', () => {
    expect(changesSince({ boards: 512, changes: none })).toEqual([
      'Nothing has changed: all 512 boards are as planned.',
    ]);
  });

  test('says each kind of change in a line of its own', () => {
    expect(changesSince({ boards: 512, changes: { vanished: 1, newlyProtected: 2, notListed: 3 } })).toEqual([
      '1 board vanished, and is left out.',
      '2 boards are protected here, and left out.',
      '3 boards are not in the list of this computer.',
    ]);
  });
});
