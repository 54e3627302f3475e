import { expect, test } from 'vitest';
import type { UnresolvedCreate } from '../../../../preload/contract/service.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { connectionOf, createAppStore, failed, scriptedBridge, type Script } from '../scripted-bridge.ts';

function unknown(id: string, change: Partial<UnresolvedCreate> = {}): UnresolvedCreate {
  return { id, kind: 'board', sentAt: 1, name: '', templateId: null, reason: 'No answer came.', ...change };
}

async function started(script: Script = {}) {
  const scripted = scriptedBridge({
    'connections.list': () => ok({ connections: [connectionOf('a'), connectionOf('b')], currentId: 'a' }),
    'unresolved.list': ({ connectionId }) => ok(connectionId === 'a' ? [unknown('one'), unknown('two')] : []),
    'unresolved.settle': () => ok(null),
    'boards.window': () => ok({ from: 0, rows: [], matching: 0, revision: 1 }),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().start();
  const ids = () => store.getState().unresolved.map(({ id }) => id);
  await expect.poll(() => scripted.calls.some(({ channel }) => channel === 'unresolved.list')).toBe(true);
  await Promise.resolve();
  return { ...scripted, state: () => store.getState(), ids };
}

test('unknown outcomes of earlier runs are there at the start, for this connection only', async () => {
  const { state, ids } = await started();
  expect(ids()).toEqual(['one', 'two']);
  void state().selectConnection('b');
  expect(ids()).toEqual([]);
});

test('dismissing settles it without a board, and sends no create', async () => {
  const { state, calls, ids } = await started();
  expect(await state().settleUnresolved('one', null)).toBeNull();
  expect(ids()).toEqual(['two']);
  expect(calls).toContainEqual({
    channel: 'unresolved.settle',
    args: { connectionId: 'a', unresolvedId: 'one', boardId: null },
  });
  expect(calls.filter(({ channel }) => channel.endsWith('.create'))).toEqual([]);
});

test('settling it as a board shows that board', async () => {
  const { state } = await started({
    'boards.state': () => failed('internal'),
    'boards.list': () => failed('internal'),
  });
  await state().settleUnresolved('one', 'board-7');
  expect(state()).toMatchObject({ screen: 'boards', boardSelection: { row: { id: 'board-7' } } });
});

test('the message from when it was sent disappears once it is settled', async () => {
  const { state } = await started({
    'boards.state': () => failed('internal'),
    'boards.list': () => failed('internal'),
    'boards.create': () => failed('outcome-unknown'),
  });
  await state().openBoards('a');
  await state().createBoard();
  expect(state().boardsNotice).toMatchObject({ failure: { code: 'outcome-unknown' } });
  await state().settleUnresolved('one', null);
  expect(state().boardsNotice).toBeNull();
});

test('one that could not be settled stays, and gives the failure', async () => {
  const { state, ids } = await started({ 'unresolved.settle': () => failed('storage') });
  expect(await state().settleUnresolved('one', null)).toMatchObject({ code: 'storage' });
  expect(ids()).toEqual(['one', 'two']);
});
