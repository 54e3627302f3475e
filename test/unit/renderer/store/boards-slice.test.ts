import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { rowOf } from '../../../../renderer/store/board-selection.ts';
import { NEVER, CONNECTION, setUp, settle } from './boards-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('opening a connection shows its rows and lists them once per run', async () => {
  const { store, asked, shown } = setUp();
  await store.getState().openBoards(CONNECTION);
  await settle();
  expect(shown()).toEqual(['a', 'b', 'c', 'd']);
  expect(asked('boards.list')).toHaveLength(1);

  await store.getState().openBoards(CONNECTION);
  expect(asked('boards.list')).toHaveLength(1);
});

test('a list that main started anew after the connection changed is listed and shown again', async () => {
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

test('the list of another connection is ignored', async () => {
  const { store, emit } = setUp();
  await store.getState().openBoards(CONNECTION);
  await settle();
  emit('boards.changed', { ...NEVER, connectionId: 'other', rows: 99, revision: 9 });
  expect(store.getState().boards?.rows).toBe(4);
});

test('the search is applied once typing pauses, and the previous rows stay until then', async () => {
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

test('rows stay until those of a new query arrive, and a late response to an earlier one is ignored', async () => {
  const late = Promise.withResolvers<void>();
  const { store, shown } = setUp({
    'boards.window': async ({ from, query: { find } }) => {
      if (find === 'slow') await late.promise;
      const rows = [rowOf(`for ${find}`, null)];
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

test('the selection stays on its board when rows are added above it', async () => {
  const { store, change } = setUp();
  await store.getState().openBoards(CONNECTION);
  await settle(1000);
  store.getState().selectBoard(1);
  change(['new', 'a', 'b', 'c', 'd']);
  await settle(1000);
  expect(store.getState().boardSelection).toMatchObject({ rank: 2, row: { id: 'b' } });
});

test('a current board that moved far away is found by its rank, and its new place is announced', async () => {
  const far = Array.from({ length: 5000 }, (_, at) => `new-${at}`);
  const { store, change, asked } = setUp();
  await store.getState().openBoards(CONNECTION);
  await settle(1000);
  store.getState().selectBoard(1);
  change(['a', 'b', 'c', 'd'], { phase: 'loading' });
  await settle(1000);
  change(['a', ...far, 'b'], { phase: 'done' });
  await settle(2000);
  expect(store.getState().boardSelection).toMatchObject({ rank: 5001, row: { id: 'b' } });
  expect(asked('boards.rank')).toHaveLength(1);
  expect(store.getState().message.text).toBe('The list changed. You are on row 5,002 of 5,002.');
});
