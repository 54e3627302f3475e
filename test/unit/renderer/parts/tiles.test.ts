/** Where the tiles of a gallery stand, and which are in the document. */
import { expect, test } from 'vitest';
import { depthAt, rankBeside, rowsAround, tilesIn } from '../../../../renderer/parts/gallery/tiles.ts';

test('of a million boards only the rows around the view are in the document, at the end too', () => {
  const tiles = tilesIn(1000, 1_000_000);
  expect(tiles.tall).toBeLessThan(33_500_000);
  const end = rowsAround(tiles, depthAt(tiles, tiles.tall - 600, 600), 600);
  expect(end.to).toBe(tiles.rows);
  expect(end.to - end.from).toBeLessThan(12);
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
