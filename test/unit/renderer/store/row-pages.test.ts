import { afterEach, expect, test, vi } from 'vitest';
import type { BoardRow, BoardWindow } from '../../../../preload/contract/boards.ts';
import { rowOf } from '../../../../renderer/store/board-selection.ts';
import type { EaselBridge } from '../../../../preload/contract/contract.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import {
  BoardWindows,
  freshRowAt,
  missingSpan,
  NO_PAGES,
  rowAt,
  staled,
  withWindow,
  type RowPages,
} from '../../../../renderer/store/row-pages.ts';

afterEach(() => vi.useRealTimers());

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

/** Rows 1,000 to 1,039 in view. */
const VIEW = { from: 1000, to: 1040, leaps: false } as const;

test('the rows in view are fetched first, then those that come into view soon', () => {
  expect(missingSpan(NO_PAGES, VIEW, NONE)).toEqual({ from: 1000, count: 100 });
  // Before the first answer it is not known how long the list is.
  expect(missingSpan(NO_PAGES, VIEW, new Set([10]))).toBeNull();
  expect(missingSpan(holding(1000, 100, 5000), VIEW, NONE)).toEqual({ from: 700, count: 700 });
  expect(missingSpan(holding(1000, 100, 5000), { ...VIEW, leaps: true }, NONE)).toBeNull();
});

test('fresh pages and running fetches are not requested again', () => {
  const held = holding(700, 700, 5000);
  expect(missingSpan(held, VIEW, NONE)).toBeNull();
  expect(missingSpan(holding(0, 100, 5000), VIEW, new Set([7, 8, 9, 10, 11, 12, 13]))).toBeNull();
  expect(missingSpan(held, { ...VIEW, from: 1100, to: 1140 }, NONE)).toEqual({ from: 1400, count: 100 });
});

test('a stale page keeps its rows on show and is fetched again', () => {
  const held = staled(holding(0, 300, 1000), 2);
  expect(rowAt(held, 5)?.id).toBe('b5');
  expect(freshRowAt(held, 5)).toBeUndefined();
  expect(held.revision).toBe(2);
  expect(missingSpan(held, { ...VIEW, from: 0, to: 30 }, NONE)).toEqual({ from: 0, count: 100 });
});

test('distant pages are dropped, so that memory stays small for any list', () => {
  let held = NO_PAGES;
  for (let from = 0; from < 20_000; from += 500) held = holding(from, 500, 1_000_000, held);
  expect(held.pages.size).toBe(40);
  expect(rowAt(held, 19_999)?.id).toBe('b19999');
  expect(rowAt(held, 0)).toBeUndefined();
});

test('a late answer about a list that has started anew since is not taken for a newer one', async () => {
  vi.useFakeTimers();
  const waiting: ((result: Result<BoardWindow>) => void)[] = [];
  let asked = 0;
  let current: number | null = null;
  const windowOf = (revision: number): Result<BoardWindow> => ok({ ...answer(0, 100, 1), revision });
  const bridge = {
    boards: {
      window: () => {
        asked += 1;
        if (current !== null) return Promise.resolve(windowOf(current));
        return new Promise((resolve) => waiting.push(resolve));
      },
    },
  } as unknown as EaselBridge;
  let held = NO_PAGES;
  const windows = new BoardWindows(bridge, (result) => {
    if (result.ok) held = result.value;
  });
  const query = { find: '', filters: [], order: { by: 'created', descending: true } } as const;
  windows.ask({ connectionId: 'c1', query, fields: [] });
  waiting.shift()?.(windowOf(7));
  await vi.advanceTimersByTimeAsync(0);
  windows.changed(8);
  // Its connection’s addresses change before what was asked for then is answered.
  windows.changed(1);
  current = 1;
  waiting.shift()?.(windowOf(8));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(3);
  expect(held).toMatchObject({ revision: 1, matching: 1 });
  expect(freshRowAt(held, 0)?.id).toBe('b0');
});
