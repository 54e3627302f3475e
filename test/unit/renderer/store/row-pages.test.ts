import { afterEach, expect, test, vi } from 'vitest';
import type { BoardRow, BoardWindow } from '../../../../preload/contract/boards.ts';
import { rowOf } from '../../../../renderer/store/board-selection.ts';
import type { EaselBridge } from '../../../../preload/contract/contract.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import {
  BoardWindows,
  freshRowAt,
  missingPage,
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

function holding(pages: readonly number[], total: number, before: RowPages = NO_PAGES): RowPages {
  return pages.reduce((held, page) => withWindow(held, page, answer(page * 100, 100, total)), before);
}

/** Rows 1,080 to 1,119 in view. */
const VIEW = { from: 1080, to: 1120, goes: 'down' } as const;

test('the rows in view are fetched first, then the page that comes into view next', () => {
  expect(missingPage(NO_PAGES, VIEW, NONE)).toBe(10);
  expect(missingPage(NO_PAGES, VIEW, new Set([10]))).toBe(11);
  // Before the first answer it is not known how long the list is.
  expect(missingPage(NO_PAGES, VIEW, new Set([10, 11]))).toBeNull();
  const held = holding([10, 11], 5000);
  expect(missingPage(held, VIEW, NONE)).toBe(12);
  expect(missingPage(held, { ...VIEW, goes: 'up' }, NONE)).toBe(9);
  expect(missingPage(held, VIEW, new Set([12]))).toBeNull();
  expect(missingPage(holding([10, 11], 1150), VIEW, NONE)).toBeNull();
});

test('a stale page keeps its rows on show and is fetched again', () => {
  const held = staled(holding([0, 1, 2], 1000), 2);
  expect(rowAt(held, 5)?.id).toBe('b5');
  expect(freshRowAt(held, 5)).toBeUndefined();
  expect(held.revision).toBe(2);
  expect(missingPage(held, { ...VIEW, from: 0, to: 30 }, NONE)).toBe(0);
});

test('distant pages are dropped, so that memory stays small for any list', () => {
  const held = holding(
    Array.from({ length: 200 }, (_, page) => page),
    1_000_000,
  );
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
