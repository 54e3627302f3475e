import { expect, test } from 'vitest';
import {
  ranksInView,
  ranksToRender,
  ROW_HEIGHT,
  scrollTopFor,
} from '../../../../../renderer/parts/data-grid/grid-window.ts';

/** A viewport that shows ten rows below the header. */
const HEIGHT = 28 + 280;
const MILLION = 1_000_000;

test('the grid’s visible rows include partly visible ones, but not those under the header', () => {
  expect(ranksInView(0, HEIGHT, ROW_HEIGHT)).toEqual({ from: 0, to: 11 });
  expect(ranksInView(14, HEIGHT, ROW_HEIGHT)).toEqual({ from: 0, to: 11 });
  expect(ranksInView(280, HEIGHT, ROW_HEIGHT)).toEqual({ from: 10, to: 21 });
});

test('the grid always renders the current row, in list order', () => {
  const view = { from: 100, to: 130 };
  expect(ranksToRender(view, MILLION, 3)[0]).toBe(3);
  expect(ranksToRender(view, MILLION, 999_999).at(-1)).toBe(999_999);
  expect(ranksToRender(view, MILLION, 110)).toHaveLength(54);
});

test('the grid scrolls no further than needed to show a row', () => {
  expect(scrollTopFor(3, 0, HEIGHT, ROW_HEIGHT)).toBe(0);
  expect(scrollTopFor(10, 0, HEIGHT, ROW_HEIGHT)).toBe(ROW_HEIGHT);
  expect(scrollTopFor(2, 280, HEIGHT, ROW_HEIGHT)).toBe(2 * ROW_HEIGHT);
});
