import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  boardsPicked,
  pickableBoards,
  selectedBoardCount,
  selectedBoards,
} from '../../../../renderer/store/boards-slice.ts';
import {
  ALL_PICKED,
  asSelection,
  isPicked,
  MOST_NAMED,
  pickedCount,
  rangeOf,
  withToggled,
  type PickableRows,
  type RowPicks,
} from '../../../../renderer/store/row-picks.ts';
import { ALL_ROWS } from '../../../../renderer/store/list-slice.ts';
import { deleteMatching } from '../../../../renderer/commands/boards-commands.ts';
import { exportBoards } from '../../../../renderer/commands/list-commands.ts';
import { disabledReason } from '../../../../renderer/commands/run.ts';
import { connectionOf, NEVER } from '../scripted-bridge.ts';
import { opened, settle } from './boards-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MILLION = 1_000_000;
const idAt = (rank: number): string => `b${rank}`;

function toggling(picks: RowPicks, ...ranks: readonly number[]): RowPicks {
  return ranks.reduce((before, rank) => withToggled(before, idAt(rank), rank) ?? before, picks);
}

const rangesOf = (first: number, last: number) => [[first, last]] as const;
const range = (first: number, last: number) =>
  ({ kind: 'ranges', revision: 7, ranges: rangesOf(first, last) }) as const;

const rows: PickableRows = {
  matching: MILLION,
  counting: false,
  revision: 7,
  isFresh: true,
  at: (rank) => (rank < 1000 ? { id: idAt(rank) } : undefined),
};

test('“Select all” selects every matching board except boards that are deselected afterwards', () => {
  const picks = toggling(ALL_PICKED, 10, 11);
  expect(pickedCount(picks, MILLION)).toBe(999_998);
  expect(isPicked(picks, idAt(10), 10)).toBe(false);
  expect(isPicked(picks, idAt(999_999), 999_999)).toBe(true);
  expect(asSelection(picks, ALL_ROWS)).toEqual({ kind: 'all', query: ALL_ROWS, except: ['b10', 'b11'] });
});

test('boards of an outdated list are selected by id instead of row number', () => {
  const outdated = { ...rows, isFresh: false, revision: 8 };
  expect(rangeOf(7, 4, outdated)).toEqual({ kind: 'ids', ids: new Set(['b4', 'b5', 'b6', 'b7']) });
  expect(rangeOf(7, MOST_NAMED + 7, outdated)).toBeNull();
});

test('boards can’t be selected by row number while a connection’s boards are loaded for the first time', async () => {
  const { store } = await opened();
  const { boards, ...state } = store.getState();
  expect(pickableBoards({ ...state, boards }).isFresh).toBe(true);
  expect(pickableBoards({ ...state, boards: { ...NEVER, phase: 'loading' } }).isFresh).toBe(false);
});

test('a range with more boards than can be selected by id is selected by row number', () => {
  expect(rangeOf(0, MOST_NAMED, rows)).toEqual(range(0, MOST_NAMED));
  const far = rangeOf(990, 500_000, rows) ?? ALL_PICKED;
  expect(pickedCount(far, MILLION)).toBe(499_011);
  expect(asSelection(far, ALL_ROWS)).toEqual({ ...range(990, 500_000), query: ALL_ROWS });
});

test('deselecting a board in the middle of a selected range splits the range in two', () => {
  const toggled = (rank: number) => toggling(range(10, 90), rank);
  expect(toggled(50)).toEqual({ ...range(10, 49), ranges: [...rangesOf(10, 49), ...rangesOf(51, 90)] });
  expect(toggled(10)).toEqual(range(11, 90));
  expect(toggled(200)).toEqual({ ...range(10, 90), ranges: [...rangesOf(10, 90), ...rangesOf(200, 200)] });
});

test('a board that has no id can’t be selected', () => {
  expect(isPicked(ALL_PICKED, null, 3)).toBe(false);
  expect(isPicked(range(0, 9), null, 3)).toBe(false);
});

const FIVE_THOUSAND = Array.from({ length: 5000 }, (_, at) => `id-${at}`);

const onRows = (ids?: readonly string[]) => opened({}, ids);

test('a command does not apply to the current board while a search hides this board', async () => {
  const { state } = await onRows();
  state().selectBoard(2);
  for (const find of ['a', 'nothing']) {
    state().boardList.find(find);
    await settle(1000);
    expect(state().boardSelection?.row?.id).toBe('c');
    expect(selectedBoards(state())).toBeNull();
    expect(selectedBoardCount(state())).toBe(0);
  }
  state().boardList.find('c');
  await settle(1000);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['c'] });
});

test('a command applies to the selected boards rather than to the current board', async () => {
  const { state, store } = await onRows();
  state().boardPicking.toggle(0);
  await exportBoards.run(state(), store);
  expect(state().dialog).toMatchObject({ selection: { ids: ['a'] }, selected: 1 });
  state().boardPicking.toggle(3);
  state().selectBoard(2);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['a', 'd'] });
  expect(state().message.text).toBe('2 selected');
  state().boardPicking.clear();
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['c'] });
});

test('boards that the user has selected one by one stay selected after a search', async () => {
  const { state } = await onRows();
  state().boardPicking.toggle(1);
  state().boardList.sort('id');
  expect(boardsPicked(state())).toBe(1);
  state().boardList.find('a');
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['b'] });
  state().boardList.setQuery({ find: 'c' });
  expect(boardsPicked(state())).toBe(0);
  await settle(1000);
  state().boardPicking.all();
  state().boardList.find('a');
  expect(boardsPicked(state())).toBe(0);
});

test('a range selection does not start at the last selected board if this board was deleted', async () => {
  const { state } = await onRows();
  state().selectBoard(2);
  state().boardPicking.toggle(1);
  state().boardGone('b');
  expect(boardsPicked(state())).toBe(0);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['c'] });
  state().boardPicking.extend(3);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['c', 'd'] });
});

test('“Delete all matching” is available again after the user has deselected the only selected board', async () => {
  const { state, store } = await onRows();
  store.setState({ connections: [connectionOf('c1')], currentId: 'c1' });
  state().boardList.putFilter({ kind: 'id-prefix', prefix: '' }, null);
  await settle(1000);
  for (const reason of ['Filter the boards first', null]) {
    state().boardPicking.toggle(1);
    expect(disabledReason(deleteMatching, state())).toBe(reason);
  }
});

test('a range selected by row number is deselected if the list changes', async () => {
  const { state, change } = await onRows(FIVE_THOUSAND);
  state().selectBoard(0);
  state().boardPicking.extend(4000);
  expect(boardsPicked(state())).toBe(4001);
  change(['new', ...FIVE_THOUSAND]);
  await settle(1000);
  expect(boardsPicked(state())).toBe(0);
  expect(state().message.text).toBe('The list changed, so the selection was cleared.');
});

test('long ranges and all boards can’t be selected until the rows of a new search arrive', async () => {
  const { state } = await onRows(FIVE_THOUSAND);
  state().selectBoard(0);
  state().boardList.find('99');
  state().boardPicking.extend(state().boardRows.matching - 1);
  expect(state().message.text).toBe('The list changed. Select the range again.');
  state().boardPicking.all();
  expect(boardsPicked(state())).toBe(0);
  await settle(1000);
  state().boardPicking.all();
  expect(boardsPicked(state())).toBe(FIVE_THOUSAND.filter((id) => id.includes('99')).length);
});

test('after a changed list was loaded, a range selection starts at the current board', async () => {
  const { state, change } = await onRows(['a', 'b', 'c', 'd', 'e', 'f']);
  state().selectBoard(2);
  state().boardPicking.toggle(0);
  state().boardPicking.extend(1);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['a', 'b'] });
  change(['new', 'a', 'b', 'c', 'd', 'e', 'f']);
  // The page has not reloaded its rows yet, so it shows the rows from before the change.
  state().boardPicking.extend(3);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['a', 'b', 'c', 'd'] });
  await settle(1000);
  state().boardPicking.extend(5);
  expect(selectedBoards(state())).toEqual({ kind: 'ids', ids: ['c', 'd', 'e'] });
});
