import { expect, test } from 'vitest';
import { listTarget, typedEntry } from '../../../../renderer/parts/list-keys.ts';

test('arrows, Home and End stop at the ends of a list', () => {
  expect(listTarget('ArrowDown', 0, 4)).toBe(1);
  expect(listTarget('ArrowDown', 3, 4)).toBe(3);
  expect(listTarget('ArrowUp', 0, 4)).toBe(0);
  expect(listTarget('Home', 2, 4)).toBe(0);
  expect(listTarget('End', 0, 4)).toBe(3);
});

test('arrows wrap around in a menu', () => {
  expect(listTarget('ArrowDown', 3, 4, { wrap: true })).toBe(0);
  expect(listTarget('ArrowUp', 0, 4, { wrap: true })).toBe(3);
  expect(listTarget('ArrowDown', -1, 4, { wrap: true })).toBe(0);
  expect(listTarget('ArrowUp', -1, 4, { wrap: true })).toBe(3);
});

test('a letter finds the next name with it as initial, else the next word', () => {
  const names = ['Gamma', 'Copy “good” rows', 'Go to id…', 'Group of ten'];
  expect(typedEntry(names, 'G', 0)).toBe(2);
  expect(typedEntry(names, 'g', 3)).toBe(0);
  expect(typedEntry(names, 'r', 0)).toBe(1);
  expect(typedEntry(names, 'p', 0)).toBeNull();
});
