import { describe, expect, test } from 'vitest';
import type { BoardQuery, SavedView } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { createAppStore, failed, scriptedBridge, type Script } from '../scripted-bridge.ts';
import { NEVER } from './boards-store.ts';
import { ALL_ROWS } from '../../../../renderer/store/list-query.ts';

const OLD: BoardQuery = {
  find: '',
  filters: [{ kind: 'older-than', days: 90 }],
  order: { by: 'id', descending: false },
};
const VIEWS: readonly SavedView[] = [
  { id: 'built-in:old', name: 'Older than 90 days', query: OLD, builtIn: true },
  { id: 'v1', name: 'Mine', query: { ...OLD, find: 'x' }, builtIn: false },
];

async function opened(script: Script = {}) {
  const scripted = scriptedBridge({
    'views.list': () => ok(VIEWS),
    'views.layout': () => ok({ columns: [{ id: 'label', width: 120 }], paperColumns: [], last: {} }),
    'boards.fields': () => ok([{ name: 'owner', boards: 3 }]),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().openBoardQuery('c1');
  return { ...scripted, store, state: () => store.getState() };
}

describe('switching to a connection', () => {
  test('loads its views, columns and fields, and lists every board', async () => {
    const { state } = await opened();
    expect(state().boardViews).toEqual(VIEWS);
    expect(state().boardColumns).toEqual([{ id: 'label', width: 120 }]);
    expect(state().boardFields).toEqual([{ name: 'owner', boards: 3 }]);
    expect(state().boardQuery).toEqual(ALL_ROWS);
  });

  test.each([
    ['filters and order', null, { ...OLD, filters: [{ kind: 'tag', tag: 'y' }] }],
    ['a view, with the text that was saved in it', 'v1', { ...OLD, find: 'x' }],
    ['what was asked, where the view is gone', 'v2', OLD],
  ] as const)('brings back %s', async (_what, viewId, query) => {
    const boards = { viewId, filters: query.filters, order: query.order, boardId: null };
    const { state } = await opened({
      'views.layout': () => ok({ columns: [], paperColumns: [], last: { boards } }),
    });
    expect(state().boardQuery).toEqual(query);
    expect(state().boardFind).toBe(query.find);
    expect(state().boardViewId).toBe(viewId === 'v1' ? 'v1' : null);
  });

  test('leaves what was asked before the last state was known', async () => {
    const boards = { viewId: null, filters: OLD.filters, order: OLD.order, boardId: null };
    const { store, state } = await opened({
      'views.layout': () => ok({ columns: [], paperColumns: [], last: { boards } }),
    });
    const opening = store.getState().openBoardQuery('c2');
    state().findBoards('typed');
    await opening;
    expect(state().boardQuery).toEqual({ ...ALL_ROWS, find: 'typed' });
  });

  test('keeps nothing of the previous one, even when that one responds late', async () => {
    let answer: (views: ReturnType<typeof ok<readonly SavedView[]>>) => void = () => undefined;
    const late = new Promise<ReturnType<typeof ok<readonly SavedView[]>>>((resolve) => {
      answer = resolve;
    });
    const { store, state } = await opened({
      'views.list': ({ connectionId }) => (connectionId === 'slow' ? late : ok([])),
    });
    state().findBoards('x');
    const slow = store.getState().openBoardQuery('slow');
    await store.getState().openBoardQuery('c2');
    answer(ok(VIEWS));
    await slow;
    expect(state().boardViews).toEqual([]);
    expect(state().boardFind).toBe('');
  });

  test('says so when its views can’t be read', async () => {
    const { state } = await opened({ 'views.list': () => failed('internal') });
    expect(state().notice?.code).toBe('internal');
    expect(state().boardColumns).toHaveLength(1);
  });

  test('reloads its fields when a listing has ended', async () => {
    const { emit, calls } = await opened();
    const read = () => calls.filter(({ channel }) => channel === 'boards.fields').length;
    emit('boards.changed', { ...NEVER, connectionId: 'c1', phase: 'loading' });
    expect(read()).toBe(1);
    emit('boards.changed', { ...NEVER, connectionId: 'c1', phase: 'done' });
    emit('boards.changed', { ...NEVER, connectionId: 'c1', phase: 'done', revision: 2 });
    expect(read()).toBe(2);
  });
});

describe('the query', () => {
  test('follows the typed text without surrounding spaces', async () => {
    const { state } = await opened();
    state().findBoards(' ab ');
    expect(state().boardFind).toBe(' ab ');
    expect(state().boardQuery.find).toBe('ab');
    const asked = state().boardQuery;
    state().findBoards(' ab');
    expect(state().boardQuery).toBe(asked);
  });

  test('adds filters, changes one in place, and removes one', async () => {
    const { state } = await opened();
    state().boardList.putFilter({ kind: 'tag', tag: 'a' }, null);
    state().boardList.putFilter({ kind: 'tag', tag: 'b' }, null);
    state().boardList.putFilter({ kind: 'tag', tag: 'c' }, 0);
    expect(state().boardQuery.filters).toEqual([
      { kind: 'tag', tag: 'c' },
      { kind: 'tag', tag: 'b' },
    ]);
    state().boardList.removeFilter(0);
    expect(state().boardQuery.filters).toEqual([{ kind: 'tag', tag: 'b' }]);
  });

  test('clears text and filters, and keeps its order', async () => {
    const { state } = await opened();
    state().boardList.applyView('v1');
    state().boardList.clear();
    expect(state().boardQuery).toEqual({ find: '', filters: [], order: OLD.order });
    expect(state().boardFind).toBe('');
    expect(state().boardViewId).toBeNull();
  });
});

describe('a view', () => {
  test('runs its own query, and shows its text in the field', async () => {
    const { state } = await opened();
    state().boardList.applyView('v1');
    expect(state().boardQuery).toEqual({ ...OLD, find: 'x' });
    expect(state().boardFind).toBe('x');
    state().boardList.showAll();
    expect(state().boardQuery).toEqual(ALL_ROWS);
    expect(state().boardViewId).toBeNull();
  });

  test('that is newly saved becomes the current one', async () => {
    const { state, calls } = await opened({
      'views.save': ({ name, query }) => ok([...VIEWS, { id: 'v2', name, query, builtIn: false }]),
    });
    state().boardList.putFilter({ kind: 'tag', tag: 'a' }, null);
    expect(await state().boardList.saveView('New', null)).toBeNull();
    expect(state().boardViewId).toBe('v2');
    expect(calls.at(-1)?.args).toEqual({
      connectionId: 'c1',
      id: null,
      name: 'New',
      query: state().boardQuery,
    });
  });

  test('that is renamed keeps its query, whatever is searched now', async () => {
    const { state, calls } = await opened({ 'views.save': () => ok(VIEWS) });
    state().findBoards('other');
    await state().boardList.renameView('v1', 'Ours');
    expect(calls.at(-1)?.args).toEqual({
      connectionId: 'c1',
      id: 'v1',
      name: 'Ours',
      query: { ...OLD, find: 'x' },
    });
  });

  test('that is removed is no longer current, but its query stays', async () => {
    const { state } = await opened({ 'views.remove': () => ok(VIEWS.slice(0, 1)) });
    state().boardList.applyView('v1');
    expect(await state().boardList.removeView('v1')).toBeNull();
    expect(state().boardViewId).toBeNull();
    expect(state().boardQuery.find).toBe('x');
  });

  test('that could not be saved gives the failure and changes nothing', async () => {
    const { state } = await opened({ 'views.save': () => failed('invalid-input') });
    expect((await state().boardList.saveView('Mine', null))?.code).toBe('invalid-input');
    expect(state().boardViews).toEqual(VIEWS);
  });
});

test('columns change at once, and a failure to save them is reported', async () => {
  const { state } = await opened({ 'views.setColumns': () => failed('internal') });
  const kept = state().boardList.setColumns([{ id: 'created', width: null }]);
  expect(state().boardColumns).toEqual([{ id: 'created', width: null }]);
  await kept;
  expect(state().notice?.code).toBe('internal');
});
