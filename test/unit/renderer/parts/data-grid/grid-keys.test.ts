import { expect, test } from 'vitest';
import { rankAfter } from '../../../../../renderer/parts/data-grid/grid-keys.ts';

const TOTAL = 1000;
const PAGE = 20;

function press(key: string, held: { ctrl?: boolean; meta?: boolean; alt?: boolean; shift?: boolean } = {}) {
  const { ctrl = false, meta = false, alt = false, shift = false } = held;
  return { key, ctrlKey: ctrl, metaKey: meta, altKey: alt, shiftKey: shift };
}

test.each([
  ['ArrowDown', 5, 6],
  ['ArrowUp', 5, 4],
  ['PageDown', 5, 25],
  ['PageUp', 50, 30],
  ['Home', 500, 0],
  ['End', 500, 999],
])('%s goes from row %i to row %i', (key, at, expected) => {
  expect(rankAfter(press(key), at, TOTAL, PAGE)).toBe(expected);
});

test.each([
  ['ArrowDown', 999, 999],
  ['PageDown', 990, 999],
  ['ArrowUp', 0, 0],
  ['PageUp', 7, 0],
])('%s stays within the list', (key, at, expected) => {
  expect(rankAfter(press(key), at, TOTAL, PAGE)).toBe(expected);
});

test('the first step lands on the first row going down and on the last going up', () => {
  expect(rankAfter(press('ArrowDown'), null, TOTAL, PAGE)).toBe(0);
  expect(rankAfter(press('ArrowUp'), null, TOTAL, PAGE)).toBe(999);
});

test.each([{ ctrl: true }, { meta: true }])('with %o, arrows and Home and End go to the edges', (held) => {
  expect(rankAfter(press('ArrowDown', held), 5, TOTAL, PAGE)).toBe(999);
  expect(rankAfter(press('ArrowUp', held), 5, TOTAL, PAGE)).toBe(0);
  expect(rankAfter(press('Home', held), 5, TOTAL, PAGE)).toBe(0);
  expect(rankAfter(press('End', held), 5, TOTAL, PAGE)).toBe(999);
});

test('keys that do not move are left to the commands', () => {
  for (const key of ['Enter', ' ', 'Delete', 'Escape', 'c', 'Tab', 'F6']) {
    expect(rankAfter(press(key), 5, TOTAL, PAGE)).toBeNull();
  }
  expect(rankAfter(press('ArrowDown', { alt: true }), 5, TOTAL, PAGE)).toBeNull();
  expect(rankAfter(press('ArrowDown', { shift: true }), 5, TOTAL, PAGE)).toBeNull();
});

test('an empty grid has nowhere to go', () => {
  expect(rankAfter(press('ArrowDown'), null, 0, PAGE)).toBeNull();
});
