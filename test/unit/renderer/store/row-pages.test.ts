import { expect, test } from 'vitest';
import type { BoardRow, BoardWindow } from '../../../../preload/contract/boards.ts';
import { rowOf } from '../../../../renderer/store/board-selection.ts';
import {
  missingPage,
  NO_PAGES,
  rowAt,
  staled,
  withWindow,
  type RowPages,
} from '../../../../renderer/store/row-pages.ts';

const NONE: ReadonlySet<number> = new Set();

function row(rank: number): BoardRow {
  return rowOf(`b${rank}`, null);
}

function answer(from: number, count: number, total: number): BoardWindow {
  const rows = Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, at) => row(from + at));
  return { from, rows, matching: total, revision: 1 };
}

function holding(pages: readonly number[], total: number, before: RowPages = NO_PAGES): RowPages {
  return pages.reduce((held, page) => withWindow(held, page, answer(page * 100, 100, total)), before);
}

/** Rows 1,080 to 1,119 in view. */
const VIEW = [1080, 1120] as const;

test('the grid fetches the visible rows first, then the next page in the scroll direction', () => {
  expect(missingPage(NO_PAGES, VIEW, NONE)).toBe(10);
  expect(missingPage(NO_PAGES, VIEW, new Set([10]))).toBe(11);
  expect(missingPage(NO_PAGES, VIEW, new Set([10, 11]))).toBeNull();
  const held = holding([10, 11], 5000);
  expect(missingPage(held, VIEW, NONE)).toBe(12);
  expect(missingPage(held, VIEW, new Set([12]))).toBe(9);
  expect(missingPage(held, VIEW, new Set([9, 12]))).toBeNull();
  expect(missingPage(holding([10, 11], 1150), VIEW, new Set([9]))).toBeNull();
});

test('the grid keeps the rows of an outdated page visible while it fetches the page again', () => {
  const held = staled(holding([0, 1, 2], 1000), 2);
  expect(rowAt(held, 5)?.id).toBe('b5');
  expect(held.fresh.has(0)).toBe(false);
  expect(held.revision).toBe(2);
  expect(missingPage(held, [0, 30], NONE)).toBe(0);
});

test('the grid keeps at most 40 pages of rows and drops the most distant ones', () => {
  const held = holding(
    Array.from({ length: 200 }, (_, page) => page),
    1_000_000,
  );
  expect(held.pages.size).toBe(21);
  expect(rowAt(held, 19_999)?.id).toBe('b19999');
  expect(rowAt(held, 0)).toBeUndefined();
});
