import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { ALL_PICKED, NO_PICKS } from '../../../../renderer/store/board-picks-slice.ts';
import { rowOf } from '../../../../renderer/store/board-selection.ts';
import { rowAt } from '../../../../renderer/store/row-pages.ts';
import { failed } from '../scripted-bridge.ts';
import { NEVER, CONNECTION, setUp, settle, view } from './boards-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first rows are shown while the others are counted, and can’t all be selected until then', async () => {
  const { store } = setUp({
    'boards.window': ({ from, hurried }) =>
      hurried === true
        ? ok({ from, rows: [rowOf('a', null)], matching: 1, counting: true, revision: 1 })
        : ok({ from, rows: [rowOf('a', null)], matching: 700, revision: 1 }),
  });
  await store.getState().openBoards(CONNECTION);
  await settle(100);
  expect(store.getState().boardRows).toMatchObject({ counting: true });
  expect(rowAt(store.getState().boardRows, 0)?.id).toBe('a');
  store.getState().pickAllBoards();
  expect(store.getState().boardPicks).toEqual(NO_PICKS);
  await settle(1000);
  expect(store.getState().boardRows).toMatchObject({ counting: false, matching: 700 });
  store.getState().pickAllBoards();
  expect(store.getState().boardPicks).toEqual(ALL_PICKED);
});

test('after the last row is deleted the previous one is selected; after the only one, none', async () => {
  const services = setUp();
  await services.store.getState().openBoards(CONNECTION);
  await settle(1000);
  services.store.getState().selectBoard(3);
  services.change(['a']);
  services.store.getState().boardGone('d');
  await settle(1000);
  expect(services.store.getState().boardSelection).toMatchObject({ rank: 0, row: { id: 'a' } });
  services.change([]);
  services.store.getState().boardGone('a');
  await settle(1000);
  expect(services.store.getState().boardSelection).toBeNull();
});

test('after a bulk delete a current board that is gone is replaced, and one that stays isn’t', async () => {
  const services = setUp();
  await services.store.getState().openBoards(CONNECTION);
  await settle(1000);
  services.store.getState().selectBoard(1);
  services.change(['b', 'd']);
  await services.store.getState().boardsDeleted();
  await settle(1000);
  expect(services.store.getState().boardSelection?.row?.id).toBe('b');
  services.change(['d']);
  await services.store.getState().boardsDeleted();
  await settle(1000);
  expect(services.store.getState().boardSelection).toMatchObject({ rank: 0, row: { id: 'd' } });
});

test('a new board is selected at the top and named in a message, whatever the search was', async () => {
  const services = setUp({
    'boards.create': () => {
      services.change(['fresh', 'a', 'b', 'c', 'd']);
      return ok(view('fresh'));
    },
  });
  await services.store.getState().openBoards(CONNECTION);
  services.store.getState().findBoards('zzz');
  await settle(1000);
  await services.store.getState().createBoard();
  await settle(1000);
  const state = services.store.getState();
  expect(state.boardFind).toBe('');
  expect(state.boardSelection).toMatchObject({ rank: 0, row: { id: 'fresh' } });
  expect(state.boardDetail?.view?.id).toBe('fresh');
  expect(state.message.text).toContain('fresh');
  expect(state.renaming).toMatchObject({ id: 'fresh', text: '' });
});

test('a second click while a board is being created doesn’t create another', async () => {
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

test('a create with an unknown outcome says so and is not sent again', async () => {
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

test('switching to another connection shows nothing of the previous one', async () => {
  const { store, shown } = setUp({
    'boards.state': ({ connectionId }) => ok({ ...NEVER, connectionId }),
    'boards.window': ({ connectionId, from }) =>
      connectionId === CONNECTION
        ? ok({ from, rows: [rowOf('a', null)], matching: 1, revision: 1 })
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
