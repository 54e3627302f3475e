import { expect, test } from 'vitest';
import {
  ranksInView,
  ranksToRender,
  ROW_HEIGHT,
  rowsPerPage,
  scrollTopFor,
  slotOf,
  slotsFor,
} from '../../../../../renderer/parts/data-grid/grid-window.ts';

/** Ten rows fit under the header. */
const HEIGHT = 28 + 280;
const MILLION = 1_000_000;

test('the rows in view are those below the header, including partly visible ones', () => {
  expect(ranksInView(0, HEIGHT, ROW_HEIGHT)).toEqual({ from: 0, to: 11 });
  expect(ranksInView(14, HEIGHT, ROW_HEIGHT)).toEqual({ from: 0, to: 11 });
  expect(ranksInView(280, HEIGHT, ROW_HEIGHT)).toEqual({ from: 10, to: 21 });
});

test('lower rows are more of them in view, and further up', () => {
  expect(ranksInView(240, HEIGHT, 24)).toEqual({ from: 10, to: 23 });
  expect(rowsPerPage(HEIGHT, 24)).toBe(10);
  expect(scrollTopFor(20, 0, HEIGHT, 24)).toBe(20 * 24 + 48 - HEIGHT);
});

test('a million rows stay below the maximum height of Chromium', () => {
  expect(MILLION * ROW_HEIGHT).toBeLessThan(33_500_000);
});

test('only the rows around the view are rendered, however long the list', () => {
  const ranks = ranksToRender({ from: 500_000, to: 500_030 }, MILLION, null);
  expect(ranks[0]).toBe(499_988);
  expect(ranks.at(-1)).toBe(500_041);
  expect(ranks).toHaveLength(54);
});

test('the current row is rendered wherever it is, in list order', () => {
  const view = { from: 100, to: 130 };
  expect(ranksToRender(view, MILLION, 3)[0]).toBe(3);
  expect(ranksToRender(view, MILLION, 999_999).at(-1)).toBe(999_999);
  expect(ranksToRender(view, MILLION, 110)).toHaveLength(54);
});

test('scrolling to a row goes no further than needed', () => {
  expect(scrollTopFor(3, 0, HEIGHT, ROW_HEIGHT)).toBe(0);
  expect(scrollTopFor(10, 0, HEIGHT, ROW_HEIGHT)).toBe(ROW_HEIGHT);
  expect(scrollTopFor(2, 280, HEIGHT, ROW_HEIGHT)).toBe(2 * ROW_HEIGHT);
});

test('each row in the document has its own slot, and scrolling moves few of them', () => {
  const slotsAt = (scrollTop: number) => {
    const view = ranksInView(scrollTop, HEIGHT, ROW_HEIGHT);
    return new Map(ranksToRender(view, MILLION, 3).map((rank) => [slotOf(rank, view, slotsFor(view)), rank]));
  };
  const before = slotsAt(500 * ROW_HEIGHT);
  expect(before.size).toBe(36);
  // By five rows and a half: now the view cuts its first row too.
  const after = slotsAt(505.5 * ROW_HEIGHT);
  const kept = [...after].filter(([slot, rank]) => before.get(slot) === rank);
  expect(kept).toHaveLength(31);
});
