import { expect, test } from 'vitest';
import type { BoardsState } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import type { UnresolvedCreate } from '../../../../preload/contract/service.ts';
import { NEVER } from './boards-store.ts';
import { connectionOf, failed, healthOf, type Script, startedStore } from '../scripted-bridge.ts';

const MINUTE = 60_000;
const failure = (() => {
  const reply = failed('timeout', { message: 'boards.example did not answer.' });
  if (reply.ok) throw new Error('unreachable');
  return reply.error;
})();

/** Boards that were listed at `asOf`. */
function listed(asOf: number, change: Partial<BoardsState> = {}): BoardsState {
  return {
    ...NEVER,
    connectionId: 'a',
    phase: 'done',
    completeness: 'complete',
    rows: 3,
    asOf,
    revision: 1,
    ...change,
  };
}

async function started(script: Script = {}) {
  const begun = await startedStore(
    {
      'boards.state': () => ok(listed(1 * MINUTE)),
      'boards.list': () => ok(listed(1 * MINUTE)),
      'boards.window': () => ok({ from: 0, rows: [], matching: 0, revision: 1 }),
      ...script,
    },
    [connectionOf('a'), connectionOf('b')],
  );
  const down = (since: number) =>
    begun.emit(
      'health.changed',
      healthOf('a', { 'board-api': { state: 'trouble', since, lastFailure: since, failure } }, 'Down.'),
    );
  const up = (at: number) =>
    begun.emit('health.changed', healthOf('a', { 'board-api': { state: 'good', lastSuccess: at } }));
  return { ...begun, down, up };
}

test('a recovery is announced with its duration, and the boards are refreshed once', async () => {
  const { state, down, up, asked } = await started();
  await state().openBoards('a');
  const before = asked('boards.list').length;
  down(2 * MINUTE);
  up(9 * MINUTE);
  await expect.poll(() => state().message.text).toBe('The board API is answering again (down 7 min).');
  expect(asked('boards.list')).toHaveLength(before + 1);
  up(10 * MINUTE);
  expect(asked('boards.list')).toHaveLength(before + 1);
});

test('a sign-in names the proxy that asked, and leaves no password in the store', async () => {
  const { store, state, calls } = await startedStore({ 'network.signIn': () => ok(null) });
  state().askProxySignIn('proxy.example:8080');
  expect(await state().signInToProxy('ada', 'open sesame')).toBeNull();
  expect(calls.at(-1)).toEqual({
    channel: 'network.signIn',
    args: { proxy: 'proxy.example:8080', user: 'ada', password: 'open sesame' },
  });
  expect(state().proxyAsking).toBeNull();
  expect(state().message.text).toContain('until Easel quits');
  expect(JSON.stringify(store.getState())).not.toContain('open sesame');
});

function unknown(id: string, change: Partial<UnresolvedCreate> = {}): UnresolvedCreate {
  return { id, kind: 'board', sentAt: 1, name: '', templateId: null, reason: 'No answer came.', ...change };
}

async function withUnknown(script: Script = {}) {
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

test('dismissing settles it without a board, and sends no create', async () => {
  const { state, calls, ids } = await withUnknown();
  expect(await state().settleUnresolved('one', null)).toBeNull();
  expect(ids()).toEqual(['two']);
  expect(calls).toContainEqual({
    channel: 'unresolved.settle',
    args: { connectionId: 'a', unresolvedId: 'one', boardId: null },
  });
  expect(calls.filter(({ channel }) => channel.endsWith('.create'))).toEqual([]);
});
