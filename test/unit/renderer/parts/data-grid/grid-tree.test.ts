import { expect, test } from 'vitest';
import { treeStep } from '../../../../../renderer/parts/data-grid/grid-rows.ts';

const press = (key: string) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
});

test.each([
  ['ArrowRight', 1, 1, 'expands a collapsed row'],
  ['ArrowRight', 2, null, 'does nothing on an expanded row'],
  ['ArrowLeft', 2, 2, 'collapses an expanded row'],
  ['ArrowLeft', 4, 2, 'goes to the parent row'],
  ['ArrowLeft', 1, 0, 'goes from a collapsed row to its heading'],
  ['Enter', 1, 1, 'expands or collapses a row'],
  ['ArrowDown', 1, null, 'does not change the tree'],
])(
  'in a tree grid, the key %s on row %i moves to row %s (null: no effect), because it %s',
  (key, at, step, _what) => {
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
    expect(treeStep({ ...press(key), ctrlKey: true }, at, (rank) => rows[rank], tree)).toBeNull();
  },
);
