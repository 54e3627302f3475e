import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BoardRow, BoardsState, BoardView } from '../../../../preload/contract/domain.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { rowAt } from '../../../../renderer/store/row-pages.ts';
import { createAppStore } from '../../../../renderer/store/store.ts';
import { failed, scriptedBridge, type Script } from '../scripted-bridge.ts';

const CONNECTION = 'c1';
const NEVER: BoardsState = {
  connectionId: CONNECTION,
  phase: 'never',
  completeness: 'maybe-incomplete',
  rows: 0,
  loaded: 0,
  pages: 0,
  total: null,
  notUnderstood: 0,
  asOf: null,
  failure: null,
  revision: 0,
};

function view(id: string): BoardView {
  return { id, created: null, otherFields: [], raw: '{}', fetchedAt: 1 };
}

/** A store over a main that holds `ids` and answers at once; `change` replaces the list, as a listing does. */
function setUp(script: Script = {}, ids: readonly string[] = ['a', 'b', 'c', 'd']) {
  let rows = ids;
  let state: BoardsState = { ...NEVER, phase: 'done', rows: ids.length, revision: 1 };
  const scripted = scriptedBridge({
    'boards.state': () => ok(state),
    'boards.list': () => ok(state),
    'boards.window': ({ from, count, find }) => {
      const found = rows.filter((id) => id.includes(find));
      const window = found
        .slice(from, from + count)
        .map((id): BoardRow => ({ rowKey: `key-${id}`, id, created: null }));
      return ok({ from, rows: window, matching: found.length, revision: state.revision });
    },
    'boards.view': ({ boardId }) => ok(view(boardId)),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  const change = (next: readonly string[], changes: Partial<BoardsState> = {}) => {
    rows = next;
    state = { ...state, rows: next.length, revision: state.revision + 1, ...changes };
    scripted.emit('boards.changed', state);
  };
  const asked = (channel: string) => scripted.calls.filter((call) => call.channel === channel);
  const shown = () => {
    const held = store.getState().boardRows;
    return Array.from({ length: held.matching }, (_, rank) => rowAt(held, rank)?.id);
  };
  return { ...scripted, store, change, asked, shown };
}

/** Lets answers arrive; `ms` also lets that much time pass. */
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('opening a connection shows its rows and lists them, once in a run', async () => {
  const { store, asked, shown } = setUp();
  await store.getState().openBoards(CONNECTION);
  await settle();
  expect(shown()).toEqual(['a', 'b', 'c', 'd']);
  expect(asked('boards.list')).toHaveLength(1);

  await store.getState().openBoards(CONNECTION);
  expect(asked('boards.list')).toHaveLength(1);
});

test('a list that main began anew, since the connection was changed, is listed and shown again', async () => {
  const { store, change, asked, shown } = setUp();
  await store.getState().openBoards(CONNECTION);
  change(['a'], { revision: 7 });
  await settle(1000);
  change([], { phase: 'never', revision: 0 });
  await store.getState().openBoards(CONNECTION);
  expect(asked('boards.list')).toHaveLength(2);
  change(['of', 'the', 'new', 'address'], { phase: 'done', revision: 1 });
  await settle(1000);
  expect(shown()).toEqual(['of', 'the', 'new', 'address']);
});

test('a listing that could not even begin says why', async () => {
  const { store } = setUp({ 'boards.list': () => failed('no-key') });
  await store.getState().openBoards(CONNECTION);
  await settle(1000);
  expect(store.getState().boardsNotice).toMatchObject({ kind: 'list-failed', failure: { code: 'no-key' } });
});

test('a listing that failed keeps the rows and says why', async () => {
  const { store, change, shown } = setUp();
  await store.getState().openBoards(CONNECTION);
  await settle();
  const failure = failed('service-problem');
  change(['a', 'b', 'c', 'd'], { phase: 'failed', failure: failure.ok ? null : failure.error });
  await settle(1000);
  expect(shown()).toEqual(['a', 'b', 'c', 'd']);
  expect(store.getState().boards?.failure?.code).toBe('service-problem');
});

test('rows are fetched again when the list has changed, at most four times a second', async () => {
  const { store, change, asked, shown } = setUp();
  await store.getState().openBoards(CONNECTION);
  await settle(1000);
  const before = asked('boards.window').length;
  for (let at = 0; at < 20; at += 1) {
    change(['a', 'b', 'c', 'd', `new-${at}`]);
    await settle(50);
  }
  await settle(1000);
  expect(shown().at(-1)).toBe('new-19');
  expect(asked('boards.window').length - before).toBeLessThanOrEqual(6);
});

test('an event without a change of the rows fetches nothing', async () => {
  const { store, emit, asked } = setUp();
  await store.getState().openBoards(CONNECTION);
  await settle(1000);
  const before = asked('boards.window').length;
  emit('boards.changed', { ...NEVER, phase: 'loading', loaded: 100, revision: 1 });
  await settle(1000);
  expect(store.getState().boards?.loaded).toBe(100);
  expect(asked('boards.window')).toHaveLength(before);
});

test('the list of another connection is not let in', async () => {
  const { store, emit } = setUp();
  await store.getState().openBoards(CONNECTION);
  await settle();
  emit('boards.changed', { ...NEVER, connectionId: 'other', rows: 99, revision: 9 });
  expect(store.getState().boards?.rows).toBe(4);
});

test('the find text is applied once typing pauses, and the rows before stay until then', async () => {
  const { store, asked, shown } = setUp({}, ['apple', 'banana', 'apricot']);
  await store.getState().openBoards(CONNECTION);
  await settle(1000);
  const before = asked('boards.window').length;
  for (const text of ['a', 'ap', 'apr']) store.getState().findBoards(text);
  await settle(50);
  expect(asked('boards.window')).toHaveLength(before);
  expect(shown()).toHaveLength(3);
  await settle(200);
  expect(shown()).toEqual(['apricot']);
  expect(asked('boards.window')).toHaveLength(before + 1);
});

test('rows stay until those of a new question come, and a late answer to an earlier one is not shown', async () => {
  const late = Promise.withResolvers<void>();
  const { store, shown } = setUp({
    'boards.window': async ({ from, find }) => {
      if (find === 'slow') await late.promise;
      const rows = [{ rowKey: 'k', id: `for ${find}`, created: null }];
      return ok({ from, rows, matching: 1, revision: 1 });
    },
  });
  await store.getState().openBoards(CONNECTION);
  store.getState().findBoards('slow');
  await settle(200);
  expect(shown()).toEqual(['for ']);
  store.getState().findBoards('quick');
  await settle(200);
  late.resolve();
  await settle(200);
  expect(shown()).toEqual(['for quick']);
});

test('pressing a heading sorts by it, and again turns the order around', async () => {
  const { store } = setUp();
  await store.getState().openBoards(CONNECTION);
  const order = () => {
    const question = store.getState().boardQuestion;
    return `${question?.sort} ${question?.descending ? 'down' : 'up'}`;
  };
  expect(order()).toBe('created down');
  store.getState().sortBoards('created');
  expect(order()).toBe('created up');
  store.getState().sortBoards('id');
  expect(order()).toBe('id up');
});

test('the selection stays on its board when rows come before it', async () => {
  const { store, change } = setUp();
  await store.getState().openBoards(CONNECTION);
  await settle(1000);
  store.getState().selectBoard(1);
  change(['new', 'a', 'b', 'c', 'd']);
  await settle(1000);
  expect(store.getState().boardSelection).toMatchObject({ rank: 2, row: { id: 'b' } });
});

test('after a delete the next row is selected, and what the service said is kept', async () => {
  const answer = ok({ outcome: 'deleted', status: 200, serviceMessage: 'Bye' } as const);
  const house = setUp({
    'boards.delete': () => {
      house.change(['a', 'c', 'd']);
      return answer;
    },
  });
  await house.store.getState().openBoards(CONNECTION);
  await settle(1000);
  house.store.getState().selectBoard(1);
  await house.store.getState().deleteBoard('b');
  await settle(1000);
  expect(house.store.getState().boardSelection).toMatchObject({ rank: 1, row: { id: 'c' } });
  expect(house.store.getState().boardsNotice).toMatchObject({ kind: 'deleted', boardId: 'b' });
});

test('after the last row is deleted the one before it is selected; after the only one, none', async () => {
  const house = setUp({
    'boards.delete': ({ boardId }) => {
      house.change(boardId === 'd' ? ['a'] : []);
      return ok({ outcome: 'already-gone', status: 404, serviceMessage: '' });
    },
  });
  await house.store.getState().openBoards(CONNECTION);
  await settle(1000);
  house.store.getState().selectBoard(3);
  await house.store.getState().deleteBoard('d');
  await settle(1000);
  expect(house.store.getState().boardSelection).toMatchObject({ rank: 0, row: { id: 'a' } });
  await house.store.getState().deleteBoard('a');
  await settle(1000);
  expect(house.store.getState().boardSelection).toBeNull();
});

test('a delete that failed leaves the selection and gives the failure', async () => {
  const { store } = setUp({ 'boards.delete': () => failed('timeout') });
  await store.getState().openBoards(CONNECTION);
  await settle(1000);
  store.getState().selectBoard(1);
  const result = await store.getState().deleteBoard('b');
  expect(result.ok).toBe(false);
  expect(store.getState().boardSelection?.row?.id).toBe('b');
});

test('a new board is selected at the top and named in a message, whatever was looked for before', async () => {
  const house = setUp({
    'boards.create': () => {
      house.change(['fresh', 'a', 'b', 'c', 'd']);
      return ok(view('fresh'));
    },
  });
  await house.store.getState().openBoards(CONNECTION);
  house.store.getState().findBoards('zzz');
  await settle(1000);
  await house.store.getState().createBoard();
  await settle(1000);
  const state = house.store.getState();
  expect(state.boardFind).toBe('');
  expect(state.boardSelection).toMatchObject({ rank: 0, row: { id: 'fresh' } });
  expect(state.boardDetail?.view?.id).toBe('fresh');
  expect(state.message.text).toContain('fresh');
});

test('a second click while a board is being created creates no second one', async () => {
  const reply = Promise.withResolvers<void>();
  const { store, asked } = setUp({
    'boards.create': async () => {
      await reply.promise;
      return ok(view('fresh'));
    },
  });
  await store.getState().openBoards(CONNECTION);
  const first = store.getState().createBoard();
  await store.getState().createBoard();
  reply.resolve();
  await first;
  expect(asked('boards.create')).toHaveLength(1);
});

test('a create whose end was not seen is told as such and not sent again', async () => {
  const { store, asked } = setUp({ 'boards.create': () => failed('outcome-unknown') });
  await store.getState().openBoards(CONNECTION);
  await store.getState().createBoard();
  await settle(5000);
  expect(store.getState().boardsNotice).toMatchObject({
    kind: 'create-failed',
    failure: { code: 'outcome-unknown' },
  });
  expect(asked('boards.create')).toHaveLength(1);
});

test('running down the list reads only the board where it comes to rest', async () => {
  const { store, asked } = setUp();
  await store.getState().openBoards(CONNECTION);
  for (const id of ['a', 'b', 'c']) {
    store.getState().viewBoard(id);
    await settle(30);
  }
  await settle(1000);
  expect(asked('boards.view').map((call) => call.args)).toEqual([{ connectionId: CONNECTION, boardId: 'c' }]);
  expect(store.getState().boardDetail).toMatchObject({ boardId: 'c', loading: false });
});

test('viewing again keeps what was read when the new try fails', async () => {
  let tries = 0;
  const { store } = setUp({
    'boards.view': ({ boardId }) => {
      tries += 1;
      return tries === 1 ? ok(view(boardId)) : failed('not-found');
    },
  });
  await store.getState().openBoards(CONNECTION);
  store.getState().viewBoard('a');
  await settle(1000);
  store.getState().viewBoardAgain();
  await settle();
  expect(store.getState().boardDetail).toMatchObject({ view: { id: 'a' }, failure: { code: 'not-found' } });
});

test('turning to another connection shows nothing of the one before', async () => {
  const { store, shown } = setUp({
    'boards.state': ({ connectionId }) => ok({ ...NEVER, connectionId }),
    'boards.window': ({ connectionId, from }) =>
      connectionId === CONNECTION
        ? ok({ from, rows: [{ rowKey: 'k', id: 'a', created: null }], matching: 1, revision: 1 })
        : failed('storage'),
  });
  await store.getState().openBoards(CONNECTION);
  await settle(1000);
  store.getState().selectBoard(0);
  await store.getState().openBoards('c2');
  await settle(1000);
  expect(shown()).toEqual([]);
  expect(store.getState().boardSelection).toBeNull();
  expect(store.getState().boardsNotice).toMatchObject({ kind: 'rows-failed', failure: { code: 'storage' } });
});

test('a board that is asked for again before it was read is still read', async () => {
  const { store, asked } = setUp();
  await store.getState().openBoards(CONNECTION);
  store.getState().viewBoard('a');
  await settle(100);
  store.getState().viewBoard('a');
  await settle(200);
  expect(asked('boards.view')).toHaveLength(1);
  expect(store.getState().boardDetail).toMatchObject({ boardId: 'a', loading: false });
});
