import { expect, test } from 'vitest';
import type { BoardRow, BoardWindow } from '../../../../preload/contract/domain.ts';
import { rowOf } from '../../../../renderer/store/board-selection.ts';
import {
  freshRowAt,
  missingSpan,
  NO_PAGES,
  rankOf,
  rowAt,
  staled,
  withWindow,
  type RowPages,
} from '../../../../renderer/store/row-pages.ts';

const NONE: ReadonlySet<number> = new Set();

function row(rank: number): BoardRow {
  return rowOf(`b${rank}`, null);
}

/** The answer to a span of a list of `total` rows. */
function answer(from: number, count: number, total: number): BoardWindow {
  const rows = Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, at) => row(from + at));
  return { from, rows, matching: total, revision: 1 };
}

function holding(from: number, count: number, total: number, before: RowPages = NO_PAGES): RowPages {
  return withWindow(before, { from, count }, answer(from, count, total));
}

test('rows are found by rank once their page is here', () => {
  const held = holding(100, 200, 1000);
  expect(rowAt(held, 137)?.id).toBe('b137');
  expect(rowAt(held, 299)?.id).toBe('b299');
  expect(rowAt(held, 99)).toBeUndefined();
  expect(held.matching).toBe(1000);
});

test('what is in view is asked for with its surroundings, in whole pages', () => {
  expect(missingSpan(NO_PAGES, 1000, 1040, NONE)).toEqual({ from: 800, count: 500 });
});

test('what is here and fresh, or under way, is not asked for again', () => {
  const held = holding(800, 500, 5000);
  expect(missingSpan(held, 1000, 1040, NONE)).toBeNull();
  expect(missingSpan(NO_PAGES, 1000, 1040, new Set([8, 9, 10, 11, 12]))).toBeNull();
  expect(missingSpan(held, 1100, 1140, NONE)).toEqual({ from: 1300, count: 100 });
});

test('pages past the end of the list are known to be empty', () => {
  const held = holding(0, 300, 30);
  expect(missingSpan(held, 0, 30, NONE)).toBeNull();
  expect(rowAt(held, 30)).toBeUndefined();
});

test('a stale page keeps its rows on show and wants fetching again', () => {
  const held = staled(holding(0, 300, 1000));
  expect(rowAt(held, 5)?.id).toBe('b5');
  expect(freshRowAt(held, 5)).toBeUndefined();
  expect(missingSpan(held, 0, 30, NONE)).toEqual({ from: 0, count: 300 });
});

test('no call asks for more than a thousand rows', () => {
  expect(missingSpan(NO_PAGES, 0, 5000, NONE)?.count).toBe(1000);
});

test('far away pages are let go of, so that memory stays small in a list of any length', () => {
  let held = NO_PAGES;
  for (let from = 0; from < 20_000; from += 500) held = holding(from, 500, 1_000_000, held);
  expect(held.pages.size).toBe(40);
  expect(rowAt(held, 19_999)?.id).toBe('b19999');
  expect(rowAt(held, 0)).toBeUndefined();
});

test('a row is found again by its key', () => {
  expect(rankOf(holding(200, 200, 1000), 'b301')).toBe(301);
  expect(rankOf(holding(200, 200, 1000), 'b5')).toBeNull();
});
