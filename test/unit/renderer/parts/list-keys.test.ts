import { expect, test } from 'vitest';
import { typedEntry, withLetter } from '../../../../renderer/parts/list-keys.ts';

test('typing a letter in a list selects the next name that starts with this letter', () => {
  const names = ['Gamma', 'Copy “good” rows', 'Go to id…', 'Group of ten'];
  expect(typedEntry(names, 'G', 0)).toBe(2);
  expect(typedEntry(names, 'g', 3)).toBe(0);
  expect(typedEntry(names, 'r', 0)).toBe(1);
  expect(typedEntry(names, 'p', 0)).toBeNull();
});

test('letters typed quickly are searched as one name, but a repeated letter selects the next match', () => {
  const afterK = withLetter(null, 'k', 900);
  expect(typedEntry(['One', 'Kilo', 'Korea'], withLetter(afterK, 'o', 901).text, 1)).toBe(2);
  expect([withLetter(afterK, 'k', 901).text, withLetter(afterK, 'o', 1400).text]).toEqual(['k', 'o']);
});
