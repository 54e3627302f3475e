import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  boardsPicked,
  selectedBoardCount,
  selectedBoards,
} from '../../../../renderer/store/board-picks-slice.ts';
import { opened, settle } from './boards-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const FIVE_THOUSAND = Array.from({ length: 5000 }, (_, at) => `id-${at}`);

const onRows = (ids?: readonly string[]) => opened({}, ids);

test('with nothing selected, the current board is the selection', async () => {
  const { state } = await onRows();
  expect(selectedBoards(state())).toBeNull();
  state().selectBoard(2);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['c'] });
  expect(selectedBoardCount(state())).toBe(1);
  expect(boardsPicked(state())).toBe(0);
});

test('a current board outside the list is none, because nobody sees it among the rows', async () => {
  const { state } = await onRows();
  state().selectBoard(2);
  for (const find of ['a', 'nothing']) {
    state().findBoards(find);
    await settle(1000);
    expect(state().boardSelection?.row?.id).toBe('c');
    expect(selectedBoards(state())).toBeNull();
    expect(selectedBoardCount(state())).toBe(0);
  }
  state().findBoards('c');
  await settle(1000);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['c'] });
});

test('selected boards replace it, wherever the keyboard goes', async () => {
  const { state } = await onRows();
  state().pickBoard(0);
  state().pickBoard(3);
  state().selectBoard(2);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['a', 'd'] });
  expect(state().message.text).toBe('2 selected');
  state().clearPicks();
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['c'] });
});

test('a new query clears the selection, but a new order doesn’t', async () => {
  const { state } = await onRows();
  state().pickBoard(1);
  state().sortBoards('id');
  expect(boardsPicked(state())).toBe(1);
  state().setBoardQuery({ find: 'a' });
  expect(boardsPicked(state())).toBe(0);
});

test('a range known by rank alone is cleared when the list changes, and a message says so', async () => {
  const { state, change } = await onRows(FIVE_THOUSAND);
  state().selectBoard(0);
  state().pickBoardsTo(4000);
  expect(boardsPicked(state())).toBe(4001);
  change(['new', ...FIVE_THOUSAND]);
  await settle(1000);
  expect(boardsPicked(state())).toBe(0);
  expect(state().message.text).toBe('The list changed. Nothing is selected.');
});

test('a range starts at the last selected board, wherever it has moved since', async () => {
  const { state, change } = await onRows(['a', 'b', 'c', 'd', 'e', 'f']);
  state().pickBoard(1);
  change(['new', 'newer', 'a', 'b', 'c', 'd', 'e', 'f']);
  await settle(1000);
  state().pickBoardsTo(5);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['b', 'c', 'd'] });
});

test('a range covers the rows on show, even when the list has changed and new rows are on their way', async () => {
  const { state, change } = await onRows(['a', 'b', 'c', 'd', 'e', 'f']);
  state().pickBoard(1);
  change(['c', 'd', 'e', 'f']);
  state().pickBoardsTo(3);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['b', 'c', 'd'] });
});

test('a range whose first board is gone is not guessed; the next one starts at the current board', async () => {
  const { state, change } = await onRows(['a', 'b', 'c', 'd', 'e', 'f']);
  state().pickBoard(0);
  state().selectBoard(2);
  change(['b', 'c', 'd', 'e', 'f']);
  await settle(1000);
  state().pickBoardsTo(3);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['a'] });
  expect(state().message.text).toBe('The list changed. Select the range again.');
  state().pickBoardsTo(3);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['c', 'd', 'e'] });
});
