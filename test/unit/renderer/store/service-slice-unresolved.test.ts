import { expect, test } from 'vitest';
import type { UnresolvedCreate } from '../../../../preload/contract/service.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { connectionOf, failed, type Script, startedStore } from '../scripted-bridge.ts';

function unknown(id: string, change: Partial<UnresolvedCreate> = {}): UnresolvedCreate {
  return { id, kind: 'board', sentAt: 1, name: '', templateId: null, reason: 'No answer came.', ...change };
}

async function started(script: Script = {}) {
  const begun = await startedStore(
    {
      'unresolved.list': ({ connectionId }) =>
        ok(connectionId === 'a' ? [unknown('one'), unknown('two')] : []),
      'unresolved.settle': () => ok(null),
      'boards.window': () => ok({ from: 0, rows: [], matching: 0, revision: 1 }),
      ...script,
    },
    [connectionOf('a'), connectionOf('b')],
  );
  const ids = () => begun.state().unresolved.map(({ id }) => id);
  await expect.poll(() => begun.calls.some(({ channel }) => channel === 'unresolved.list')).toBe(true);
  await Promise.resolve();
  return { ...begun, ids };
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
