import { expect, test } from 'vitest';
import type { BoardsState } from '../../../../preload/contract/boards.ts';
import { boardsSummary } from '../../../../renderer/frame/status-bar.tsx';

const DONE: BoardsState = {
  connectionId: 'a',
  phase: 'done',
  completeness: 'complete',
  rows: 3,
  loaded: 3,
  pages: 1,
  total: null,
  notUnderstood: 0,
  strange: [],
  onItsWay: 0,
  differences: [],
  asOf: 1,
  failure: null,
  vanished: 0,
  revision: 1,
};

test('a list is called complete only with proof', () => {
  expect(boardsSummary(DONE)).toBe('3 boards, complete');
  expect(boardsSummary({ ...DONE, completeness: 'maybe-incomplete' })).toBe('3 boards, may be incomplete');
});

test('a failed refresh says that the rows are older', () => {
  expect(boardsSummary({ ...DONE, phase: 'failed', rows: 1 })).toBe('Boards not refreshed, 1 board shown');
});
