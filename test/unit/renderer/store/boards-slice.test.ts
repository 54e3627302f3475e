import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BoardWindow } from '../../../../preload/contract/boards.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import { creatingSince } from '../../../../renderer/store/board-detail-slice.ts';
import { unlistedRow } from '../../../../preload/contract/facts.ts';
import { labelOf, rowAt } from '../../../../renderer/store/boards-slice.ts';
import { createBoard, deleteBoard, renameBoard } from '../../../../renderer/commands/boards-commands.ts';
import { disabledReason } from '../../../../renderer/commands/run.ts';
import { CONNECTION, opened, setUp, settle, view } from './boards-store.ts';
import { ALL_ROWS } from '../../../../renderer/store/list-slice.ts';
import { ALL_PICKED, NO_PICKS } from '../../../../renderer/store/row-picks.ts';
import type { AppState } from '../../../../renderer/store/store.ts';
import { connectionOf, failed, NEVER, type Script } from '../scripted-bridge.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('opening the boards screen refreshes a list that is older than 5 minutes and needs few requests', async () => {
  const { store, change, asked } = setUp();
  await store.getState().openBoards(CONNECTION);
  for (const [minutes, requests, lists] of [
    [4, 20, 1],
    [6, 21, 1],
    [6, 20, 2],
  ] as const) {
    change(['a'], { asOf: Date.now() - minutes * 60_000, requests });
    await store.getState().openBoards(CONNECTION);
    expect(asked('boards.list')).toHaveLength(lists);
  }
});

test('a board that is still opening when the user switches to another connection is not shown', async () => {
  const late = Promise.withResolvers<void>();
  const { store } = setUp({ 'boards.state': () => late.promise.then(() => ok(NEVER)) });
  store.setState({ connections: [connectionOf(CONNECTION), connectionOf('c2')], currentId: CONNECTION });
  const opening = store.getState().go({ kind: 'board', id: 'b' });
  await settle();
  await store.getState().go({ kind: 'connection', id: 'c2' });
  late.resolve();
  await opening;
  expect(store.getState()).toMatchObject({ boardSelection: null, lists: { board: { query: { find: '' } } } });
});

test('the link to the new boards shows even new boards that were created before the previous refresh', async () => {
  const { state, change } = await opened();
  const listed = (oldest: number | null) => {
    change(['a'], { phase: 'loading' });
    change(['a'], { phase: 'done', news: { added: 1, gone: 0, oldest, since: 90 } });
  };
  listed(40);
  listed(80);
  state().showNews('added');
  expect(state().lists.board.query.filters).toEqual([{ kind: 'created', from: 40, to: null }]);
  listed(null);
  state().showNews('added');
  expect(state().lists.board.query.filters).toEqual([{ kind: 'mark', mark: 'dated', is: false }]);
});

const { name: connection } = connectionOf(CONNECTION);

test.each([
  [
    'the new board and its connection',
    ok(view('new')),
    { connection, look: 'done', text: 'Board new created.' },
  ],
  [
    'a failure and its connection',
    failed('key-refused'),
    { connection, look: 'problem', text: 'New board: It failed.' },
  ],
  ['no failure because of a lock', failed('locked'), { text: '' }],
])('after a switch to another connection, “New board” reports %s', async (_what, result, message) => {
  const late = Promise.withResolvers<void>();
  const { store, state } = await opened({ 'boards.create': () => late.promise.then(() => result) });
  store.setState({ connections: [connectionOf(CONNECTION), connectionOf('c2')] });
  const creating = state().createBoard(CONNECTION);
  await state().openBoards('c2');
  late.resolve();
  await creating;
  expect(state()).toMatchObject({ notice: null, message });
});

test('“New board” sends no request if the user opens another connection before the boards are loaded', async () => {
  const late = Promise.withResolvers<void>();
  const { store, asked } = setUp({
    'boards.state': ({ connectionId }) => late.promise.then(() => ok({ ...NEVER, connectionId })),
    'boards.create': () => ok(view('new')),
  });
  store.setState({ currentId: CONNECTION });
  vi.stubGlobal('document', { activeElement: null });
  const creating = createBoard.run(store.getState(), store);
  await settle();
  const opening = store.getState().openBoards('c2');
  late.resolve();
  await Promise.all([creating, opening]);
  expect(asked('boards.create')).toEqual([]);
});

test('“New board” sends no request while Easel asks whether to discard unsaved changes', async () => {
  const { store, asked } = setUp({ 'boards.create': () => ok(view('new')) });
  const { go, editConnectionForm } = store.getState();
  store.setState({ connections: [connectionOf(CONNECTION)], currentId: CONNECTION });
  await go({ kind: 'connection-form', id: CONNECTION });
  editConnectionForm({ name: 'Acme' });
  await createBoard.run(store.getState(), store);
  expect(store.getState().dialog?.kind).toBe('discard-changes');
  expect(asked('boards.create')).toEqual([]);
});

test('only one create request runs per connection, even if the user switches connections meanwhile', async () => {
  const late = Promise.withResolvers<void>();
  const answers = { 'boards.create': () => late.promise.then(() => ok(view('new'))) };
  const { store, state, asked } = await opened({ ...answers, 'unresolved.cancelCreate': () => ok(null) });
  const creating = state().createBoard(CONNECTION);
  await state().openBoards('c2');
  expect(creatingSince(state())).toBeNull();
  await state().openBoards(CONNECTION);
  expect(creatingSince(state())).not.toBeNull();
  await state().createBoard(CONNECTION);
  store.setState({ currentId: CONNECTION });
  await state().giveUpBoard();
  late.resolve();
  await creating;
  const [sent, ...others] = asked('boards.create');
  expect(others).toEqual([]);
  expect(asked('unresolved.cancelCreate')).toMatchObject([{ args: sent?.args }]);
});

test('the boards grid keeps showing its rows until the rows of a new search arrive', async () => {
  const late = Promise.withResolvers<void>();
  const { store, shown } = setUp({
    'boards.window': async ({ from, query: { find } }) => {
      if (find === 'slow') await late.promise;
      const rows = [unlistedRow(`for ${find}`)];
      return ok({ from, rows, matching: 1, revision: 1 });
    },
  });
  await store.getState().openBoards(CONNECTION);
  store.getState().boardList.find('slow');
  await settle(200);
  expect(shown()).toEqual(['for ']);
  store.getState().boardList.find('quick');
  await settle(200);
  late.resolve();
  await settle(200);
  expect(shown()).toEqual(['for quick']);
});

test('the boards grid shows new rows even if the list changes during every request for rows', async () => {
  let reads = 0;
  const { change, shown } = await opened({
    'boards.window': async ({ from }) => {
      const read = ++reads;
      await new Promise((resolve) => void setTimeout(resolve, 300));
      return ok({ from, rows: [unlistedRow(`read ${read}`)], matching: 1, revision: read });
    },
  });
  const seen = new Set<unknown>();
  for (let step = 0; step < 8; step += 1) {
    change(['a']);
    await settle(200);
    seen.add(shown()[0]);
  }
  expect(seen.size).toBeGreaterThan(3);
  const before = reads;
  await settle(2000);
  expect(reads - before).toBe(1);
});

test('the boards of a selected range stay selected after a search', async () => {
  const ids = Array.from({ length: 700 }, (_, at) => `b-${at}`);
  const { store } = await opened({}, ids);
  const { boardPicking, boardList } = store.getState();
  boardPicking.toggle(0);
  boardPicking.extend(499);
  expect(store.getState().lists.board.picks).toMatchObject({ kind: 'ranges', ranges: [[0, 499]] });
  await settle(200);
  boardList.find('b-6');
  await settle(1000);
  expect(store.getState().lists.board.picks).toEqual({ kind: 'ids', ids: new Set(ids.slice(0, 500)) });
});

test('the page knows the label of a selected board even after the page has unloaded the board’s row', async () => {
  const ids = Array.from({ length: 900 }, (_, at) => `b-${at}`);
  const local = { label: 'Lesson', note: '', tags: [], customer: '', protected: true };
  const { store } = await opened({
    'boards.window': ({ from, count }) => {
      const rows = ids.slice(from, from + count).map((id) => ({ ...unlistedRow(id), local }));
      return ok({ from, rows, matching: ids.length, revision: 1 });
    },
  });
  store.setState({ connections: [connectionOf(CONNECTION)], currentId: CONNECTION });
  store.getState().boardPicking.toggle(0);
  store.getState().showBoards(600, 640);
  await settle(1000);
  store.getState().selectBoard(600);
  expect(rowAt(store.getState().boardRows, 0)).toBeUndefined();
  expect(labelOf(store.getState(), 'b-0')).toBe('Lesson');
  expect(disabledReason(deleteBoard, store.getState())).toBe('This board is protected');
});

test('the inspector shows the new label of a board even if the page has unloaded the board’s row', async () => {
  const ids = Array.from({ length: 900 }, (_, at) => `b-${at}`);
  let [label, revision] = ['Old', 1];
  const local = () => ({ label, note: '', tags: [], customer: '', protected: false });
  const rowOf = (id: string) => ({ ...unlistedRow(id), local: local() });
  const script: Script = {
    'boards.window': ({ from, count }) =>
      ok({ from, rows: ids.slice(from, from + count).map(rowOf), matching: ids.length, revision }),
  };
  const { state, change } = await opened(script, ids);
  state().selectBoard(0);
  state().showBoards(600, 640);
  await settle(1000);
  [label, revision] = ['New', 2];
  change(ids);
  await settle(1000);
  expect(rowAt(state().boardRows, 0)).toBeUndefined();
  expect(state().boardSelection).toMatchObject({ rank: 0, row: { id: 'b-0', local: { label: 'New' } } });
});

test('the text field of “Change label” starts with the label that the list shows', async () => {
  let label = '';
  const local = () => ({ label, note: '', tags: [], customer: '', protected: false });
  const { store, state, change } = await opened({
    'boards.window': ({ from }) =>
      ok({ from, rows: [{ ...unlistedRow('a'), local: local() }], matching: 1, revision: 1 }),
  });
  state().selectBoard(0);
  label = 'Chess club';
  change(['a']);
  await settle(1000);
  void renameBoard.run(state(), store);
  expect(state().renaming).toMatchObject({ id: 'a', text: 'Chess club', seen: 'Chess club' });
});

test('“Try again” reloads the rows even if the board list has not changed', async () => {
  let isBroken = true;
  const { state, shown } = await opened({
    'boards.window': ({ from }) =>
      isBroken ? failed('storage') : ok({ from, rows: [unlistedRow('a')], matching: 1, revision: 1 }),
  });
  expect(state().boardsNotice?.kind).toBe('rows-failed');
  isBroken = false;
  await state().refreshBoards();
  await settle(1000);
  expect(state().boardsNotice).toBeNull();
  expect(shown()).toEqual(['a']);
});

const ROW_B = { id: 'b', text: 'Art', seen: '', until: Infinity };

test.each<[string, (state: AppState) => void]>([
  ['searched', ({ boardList }) => boardList.find('c')],
  ['selected boards', ({ boardPicking }) => boardPicking.toggle(2)],
  ['gone to another row', ({ selectBoard }) => selectBoard(1)],
  ['begun to rename a board', ({ rename }) => rename(ROW_B)],
  ['begun to type a note', () => undefined],
])('“New board” does not change the list if the user has %s meanwhile', async (what, act) => {
  const late = Promise.withResolvers<void>();
  const { state } = await opened({ 'boards.create': () => late.promise.then(() => ok(view('new'))) });
  const creating = state().createBoard(CONNECTION, () => what.endsWith('note'));
  act(state());
  const { lists, boardSelection, renaming } = state();
  late.resolve();
  await creating;
  expect(state()).toMatchObject({ lists, boardSelection, renaming });
  expect(state().message.text).toBe('Board new created.');
});

test.each([
  ['New board', { find: '' }],
  ['opening a board', { find: 'b' }],
])('a saved view is no longer selected after “%s”', async (what, query) => {
  const saved = { id: 'v1', name: 'Mine', query: { ...ALL_ROWS, find: 'x' }, builtIn: false };
  const { state, store } = await opened({
    'views.list': () => ok([saved]),
    'boards.create': () => ok(view('new')),
  });
  store.setState({ connections: [connectionOf(CONNECTION)], currentId: CONNECTION });
  await state().boardList.applyView('v1');
  await (what === 'New board' ? state().createBoard(CONNECTION) : state().go({ kind: 'board', id: 'b' }));
  expect(state().lists.board).toMatchObject({ viewId: null, query });
});

test('“Select all” works only after the boards that match the search are counted', async () => {
  const counted = Promise.withResolvers<Result<BoardWindow>>();
  const { store } = setUp({
    'boards.window': ({ from, hurried }) =>
      hurried === true
        ? ok({ from, rows: [unlistedRow('a')], matching: 1, counting: true, revision: 1 })
        : counted.promise,
  });
  await store.getState().openBoards(CONNECTION);
  await settle(100);
  expect(store.getState().boardRows).toMatchObject({ counting: true });
  expect(rowAt(store.getState().boardRows, 0)?.id).toBe('a');
  store.getState().boardPicking.all();
  expect(store.getState().lists.board.picks).toEqual(NO_PICKS);
  counted.resolve(ok({ from: 0, rows: [unlistedRow('a')], matching: 700, revision: 1 }));
  await settle(100);
  expect(store.getState().boardRows).toMatchObject({ counting: false, matching: 700 });
  store.getState().boardPicking.all();
  expect(store.getState().lists.board.picks).toEqual(ALL_PICKED);
});

test('switching to another connection removes the rows of the previous connection from the page', async () => {
  const { store, shown } = await opened({
    'boards.state': ({ connectionId }) => ok({ ...NEVER, connectionId }),
    'boards.window': ({ connectionId, from }) =>
      connectionId === CONNECTION
        ? ok({ from, rows: [unlistedRow('a')], matching: 1, revision: 1 })
        : failed('storage'),
  });
  store.getState().selectBoard(0);
  await store.getState().openBoards('c2');
  await settle(1000);
  expect(shown()).toEqual([]);
  expect(store.getState().boardSelection).toBeNull();
  expect(store.getState().boardsNotice).toMatchObject({ kind: 'rows-failed', failure: { code: 'storage' } });
});
