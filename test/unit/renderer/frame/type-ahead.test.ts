import { expect, test } from 'vitest';
import { typedEntry } from '../../../../renderer/frame/type-ahead.ts';

const NAMES = ['Acme School', 'Brook College', 'acme staging', 'Éloise', 'Zebra'];

test('letters lead to the next name that begins with them, in any case', () => {
  expect(typedEntry(NAMES, 'b', 0)).toBe(1);
  expect(typedEntry(NAMES, 'Z', 0)).toBe(4);
  expect(typedEntry(NAMES, 'é', 0)).toBe(3);
});

test('one letter again and again goes through all names that begin with it, and round', () => {
  expect(typedEntry(NAMES, 'a', 0)).toBe(2);
  expect(typedEntry(NAMES, 'aa', 2)).toBe(0);
});

test('a word that goes on stays where it fits', () => {
  expect(typedEntry(NAMES, 'ac', 0)).toBe(0);
  expect(typedEntry(NAMES, 'acme st', 0)).toBe(2);
});

test('what begins no name leads nowhere', () => {
  expect(typedEntry(NAMES, 'x', 0)).toBe(-1);
  expect(typedEntry([], 'a', -1)).toBe(-1);
});
