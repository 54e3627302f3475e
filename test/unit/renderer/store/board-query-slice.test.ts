import { describe, expect, test } from 'vitest';
import type { BoardQuery, SavedView } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { createAppStore, scriptedBridge, type Script } from '../scripted-bridge.ts';
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
});
