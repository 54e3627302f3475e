import { expect, test } from 'vitest';
import { actionOf, treeStep } from '../../../../../renderer/parts/data-grid/grid-rows.ts';

type Held = { ctrl?: boolean; meta?: boolean; alt?: boolean; shift?: boolean };

function press(key: string, { ctrl = false, meta = false, alt = false, shift = false }: Held = {}) {
  return { key, code: '', ctrlKey: ctrl, metaKey: meta, altKey: alt, shiftKey: shift };
}

const on = (at: number | null) => ({ at, total: 1000, across: 1, page: 20, several: true });

test.each([
  ['ArrowDown', 5, 6],
  ['PageDown', 5, 25],
  ['Home', 500, 0],
  ['End', 500, 999],
])('in the grid, the key %s moves from row %i to row %i', (key, at, rank) => {
  expect(actionOf(press(key), on(at))).toEqual({ kind: 'go', rank });
  expect(actionOf(press(key, { shift: true }), on(at))).toEqual({ kind: 'extend', rank });
});

test('in the grid, Space selects or deselects the current row, and Escape deselects all rows', () => {
  expect(actionOf(press(' '), on(5))).toEqual({ kind: 'toggle', rank: 5 });
  expect(actionOf(press(' ', { ctrl: true }), on(5))).toEqual({ kind: 'toggle', rank: 5 });
  expect(actionOf(press(' '), on(null))).toBeNull();
  expect(actionOf(press('Escape'), on(5))).toEqual({ kind: 'clear' });
});

test.each([
  ['ArrowRight', 3, 4],
  ['ArrowDown', 1, 5],
  ['ArrowUp', 6, 2],
  ['ArrowDown', 7, 9],
  ['ArrowDown', 8, 8],
])('in a gallery with 4 columns, the key %s moves from tile %i to tile %i', (key, at, rank) => {
  const gallery = { at, total: 10, across: 4, page: 8, several: true };
  expect(actionOf(press(key), gallery)).toEqual({ kind: 'go', rank });
});

test.each([
  ['ArrowRight', 1, 1, 'expands a collapsed row'],
  ['ArrowRight', 2, null, 'does nothing on an expanded row'],
  ['ArrowLeft', 2, 2, 'collapses an expanded row'],
  ['ArrowLeft', 4, 2, 'goes to the parent row'],
  ['ArrowLeft', 1, 0, 'goes from a collapsed row to its heading'],
  ['Enter', 1, 1, 'expands or collapses a row'],
  ['ArrowDown', 1, null, 'does not change the tree'],
])('in a tree grid, %s on row %i moves to row %s (null: no move): the key %s', (key, at, step, _what) => {
  const rows = [
    { level: 1, open: null },
    { level: 2, open: false },
    { level: 2, open: true },
    { level: 3, open: null },
    { level: 3, open: null },
  ];
  const tree = {
    level: (row: (typeof rows)[number]) => row.level,
    isOpen: (row: (typeof rows)[number]) => row.open,
  };
  expect(treeStep(press(key), at, (rank) => rows[rank], tree)).toBe(step);
  expect(treeStep(press(key, { ctrl: true }), at, (rank) => rows[rank], tree)).toBeNull();
});
