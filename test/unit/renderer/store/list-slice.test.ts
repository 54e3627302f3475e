import { expect, test } from 'vitest';
import type { RowQuery, SavedView } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { createAppStore, failed, scriptedBridge } from '../scripted-bridge.ts';

const OLD: RowQuery = {
  find: '',
  filters: [{ kind: 'older-than', days: 90 }],
  order: { by: 'id', descending: false },
};
const VIEWS: readonly SavedView[] = [
  { id: 'built-in:old', name: 'Older than 90 days', query: OLD, builtIn: true },
  { id: 'v1', name: 'Mine', query: { ...OLD, find: 'x' }, builtIn: false },
];

test.each([
  ['filters and order', null, { ...OLD, filters: [{ kind: 'tag', tag: 'y' }] }],
  ['a view with its search text', 'v1', { ...OLD, find: 'x' }],
  ['the saved query of a removed view', 'v2', OLD],
] as const)('switching to a connection restores %s', async (_what, viewId, query) => {
  const boards = { viewId, filters: query.filters, order: query.order, boardId: null };
  const { bridge } = scriptedBridge({
    'boards.window': () => failed('internal'),
    'views.list': () => ok(VIEWS),
    'views.layout': () => ok({ columns: [], paperColumns: [], last: { boards } }),
  });
  const store = createAppStore(bridge);
  store.setState({ boardsOf: 'c1' });
  await store.getState().boardList.open();
  const restored = { query, find: query.find, viewId: viewId === 'v1' ? 'v1' : null };
  expect(store.getState().lists.board).toMatchObject(restored);
});

test('the saved views are read again when a colleague changes a view or the user applies a view', async () => {
  let views = VIEWS;
  const { bridge, emit, calls } = scriptedBridge({ 'views.list': () => ok(views) });
  const store = createAppStore(bridge);
  store.setState({ boardsOf: 'c1', papersOf: 'c1' });
  views = [{ id: 'v2', name: 'Theirs', query: OLD, builtIn: false, shared: true }];
  emit('views.changed', { connectionId: 'c2' });
  expect(calls).toEqual([]);
  emit('views.changed', { connectionId: 'c1' });
  await expect.poll(() => store.getState().lists).toMatchObject({ board: { views }, paper: { views } });
  views = VIEWS;
  await store.getState().boardList.applyView('v1');
  expect(store.getState().lists.board).toMatchObject({ viewId: 'v1', query: VIEWS[1]?.query });
});
