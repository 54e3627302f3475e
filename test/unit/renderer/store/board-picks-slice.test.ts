import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  boardsPicked,
  selectedBoardCount,
  selectedBoards,
} from '../../../../renderer/store/board-picks-slice.ts';
import { CONNECTION, setUp, settle } from './boards-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const FIVE_THOUSAND = Array.from({ length: 5000 }, (_, at) => `id-${at}`);

async function onRows(ids?: readonly string[]) {
  const services = setUp({}, ids);
  await services.store.getState().openBoards(CONNECTION);
  await settle(1000);
  return { ...services, state: () => services.store.getState() };
}

test('with nothing picked, the current board is the selected one', async () => {
  const { state } = await onRows();
  expect(selectedBoards(state())).toBeNull();
  state().selectBoard(2);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['c'] });
  expect(selectedBoardCount(state())).toBe(1);
  expect(boardsPicked(state())).toBe(0);
});

test('a current board that the list leaves out is none: nobody sees it among the rows', async () => {
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

test('picked boards take its place, wherever the keyboard goes', async () => {
  const { state } = await onRows();
  state().pickBoard(0);
  state().pickBoard(3);
  state().selectBoard(2);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['a', 'd'] });
  expect(state().message.text).toBe('2 selected');
  state().clearPicks();
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['c'] });
});

test('a range begins at the current board, or at the one picked last', async () => {
  const { state } = await onRows();
  state().selectBoard(3);
  state().pickBoardsTo(2);
  state().selectBoard(2);
  state().pickBoardsTo(1);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['b', 'c', 'd'] });
  state().pickBoard(0);
  state().pickBoardsTo(1);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['a', 'b'] });
});

test('all that match are picked without a row being loaded for it', async () => {
  const { state, asked } = await onRows(FIVE_THOUSAND);
  const before = asked('boards.window').length;
  state().pickAllBoards();
  expect(boardsPicked(state())).toBe(5000);
  expect(selectedBoards(state())).toMatchObject({ kind: 'all', except: [] });
  expect(asked('boards.window')).toHaveLength(before);
});

test('what was picked is let go of under another question, but not in another order', async () => {
  const { state } = await onRows();
  state().pickBoard(1);
  state().sortBoards('id');
  expect(boardsPicked(state())).toBe(1);
  state().setBoardQuery({ find: 'a' });
  expect(boardsPicked(state())).toBe(0);
});

test('a range that is known by rank alone is let go of when the list changes, and that is said', async () => {
  const { state, change } = await onRows(FIVE_THOUSAND);
  state().selectBoard(0);
  state().pickBoardsTo(4000);
  expect(boardsPicked(state())).toBe(4001);
  change(['new', ...FIVE_THOUSAND]);
  await settle(1000);
  expect(boardsPicked(state())).toBe(0);
  expect(state().message.text).toContain('no longer selected');
});

test('boards picked by id stay picked when the list changes', async () => {
  const { state, change } = await onRows();
  state().pickBoard(1);
  change(['new', 'a', 'b']);
  await settle(1000);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['b'] });
});

test('a range begins at the board that was picked last, wherever it stands since the list changed', async () => {
  const { state, change } = await onRows(['a', 'b', 'c', 'd', 'e', 'f']);
  state().pickBoard(1);
  change(['new', 'newer', 'a', 'b', 'c', 'd', 'e', 'f']);
  await settle(1000);
  state().pickBoardsTo(5);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['b', 'c', 'd'] });
});

test('the rows on show are those that are meant, though the list has changed and new ones are on their way', async () => {
  const { state, change } = await onRows(['a', 'b', 'c', 'd', 'e', 'f']);
  state().pickBoard(1);
  change(['c', 'd', 'e', 'f']);
  state().pickBoardsTo(3);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['b', 'c', 'd'] });
});

test('a range whose first board has gone is not guessed; the next one begins at the current board', async () => {
  const { state, change } = await onRows(['a', 'b', 'c', 'd', 'e', 'f']);
  state().pickBoard(0);
  state().selectBoard(2);
  change(['b', 'c', 'd', 'e', 'f']);
  await settle(1000);
  state().pickBoardsTo(3);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['a'] });
  expect(state().message.text).toMatch(/^The list changed, so nothing more was selected\./u);
  state().pickBoardsTo(3);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['c', 'd', 'e'] });
});

test('a current board that is left out by a filter begins no range', async () => {
  const { state } = await onRows(['ax', 'bx', 'c', 'dx', 'ex']);
  state().selectBoard(2);
  state().findBoards('x');
  await settle(1000);
  state().pickBoardsTo(3);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['ex'] });
});
