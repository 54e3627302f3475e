/** Where the tiles of a gallery stand, and which are in the document. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  depthAt,
  depthFor,
  rankBeside,
  rowsAround,
  scrollTopAt,
  tilesIn,
} from '../../../../renderer/parts/gallery/tiles.ts';

test('of a million boards only the rows around the view are in the document, at the end too', () => {
  const tiles = tilesIn(1000, 1_000_000);
  expect(tiles.tall).toBeLessThan(33_500_000);
  const end = rowsAround(tiles, depthAt(tiles, tiles.tall - 600, 600), 600);
  expect(end.to).toBe(tiles.rows);
  expect(end.to - end.from).toBeLessThan(12);
});

test('every row can be brought into view, however many there are', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.integer({ min: 260, max: 3000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (total, width, at, to) => {
        const tiles = tilesIn(width, total);
        const view = 500;
        const end = Math.max(0, tiles.rows * tiles.pitch - view);
        const row = Math.floor(to * (tiles.rows - 1));
        const scrollTop = Math.max(0, scrollTopAt(tiles, depthFor(tiles, row, at * end, view), view));
        const depth = depthAt(tiles, scrollTop, view);
        const { inView } = rowsAround(tiles, depth, view);
        expect(inView.from).toBeLessThanOrEqual(row);
        expect(inView.to).toBeGreaterThan(row);
      },
    ),
  );
});

test.each([
  ['ArrowRight', 4, 5],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 4],
  ['ArrowUp', 1, 1],
  ['ArrowUp', 5, 2],
  // The last row is short.
  ['ArrowDown', 5, 6],
  ['ArrowDown', 6, 6],
  ['ArrowDown', null, 0],
])('%s leads from tile %s of seven, three in a row, to %s', (key, at, rank) => {
  const press = { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(rankBeside(press, { at, total: 7, across: 3 })).toBe(rank);
});
