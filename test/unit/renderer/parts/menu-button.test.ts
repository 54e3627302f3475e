import { expect, test } from 'vitest';
import { menuTarget } from '../../../../renderer/parts/menu-button.tsx';

const LABELS = ['Copy board id', 'Copy row', 'Edit notes…', 'Export boards…'];

test('arrows go around at the ends of a menu, Home and End go to them', () => {
  expect(menuTarget('ArrowDown', LABELS, 3)).toBe(0);
  expect(menuTarget('ArrowDown', LABELS, 0)).toBe(1);
  expect(menuTarget('ArrowUp', LABELS, 0)).toBe(3);
  expect(menuTarget('Home', LABELS, 2)).toBe(0);
  expect(menuTarget('End', LABELS, 0)).toBe(3);
});

test('a letter goes through the entries that begin with it', () => {
  expect(menuTarget('e', LABELS, 0)).toBe(2);
  expect(menuTarget('E', LABELS, 2)).toBe(3);
  expect(menuTarget('e', LABELS, 3)).toBe(2);
});

test('other keys mean nothing to it', () => {
  expect(menuTarget('x', LABELS, 0)).toBeNull();
  expect(menuTarget(' ', LABELS, 0)).toBeNull();
  expect(menuTarget('Enter', LABELS, 0)).toBeNull();
});
