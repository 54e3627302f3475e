import { expect, test } from 'vitest';
import { keyTarget, listTarget, typedEntry } from '../../../../renderer/parts/list-keys.ts';

test('an arrow key at one end of a menu moves to the other end', () => {
  expect(listTarget('ArrowDown', 3, 4, ['ArrowUp', 'ArrowDown'])).toBe(0);
  expect(listTarget('ArrowUp', 0, 4, ['ArrowUp', 'ArrowDown'])).toBe(3);
  expect(listTarget('ArrowDown', -1, 4, ['ArrowUp', 'ArrowDown'])).toBe(0);
  expect(listTarget('ArrowUp', -1, 4, ['ArrowUp', 'ArrowDown'])).toBe(3);
});

test('typing a letter in a list selects the next name that starts with this letter', () => {
  const names = ['Gamma', 'Copy “good” rows', 'Go to id…', 'Group of ten'];
  expect(typedEntry(names, 'G', 0)).toBe(2);
  expect(typedEntry(names, 'g', 3)).toBe(0);
  expect(typedEntry(names, 'r', 0)).toBe(1);
  expect(typedEntry(names, 'p', 0)).toBeNull();
  expect(['k', 'o'].map((key, at) => keyTarget(key, -1, ['One', 'Kilo', 'Korea'], at))).toEqual([1, 2]);
});
