import { expect, test } from 'vitest';
import type { BoardsState } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { NEVER } from './boards-store.ts';
import { connectionOf, healthOf, type Script, startedStore } from '../scripted-bridge.ts';

const MINUTE = 60_000;
const LISTED: BoardsState = {
  ...NEVER,
  connectionId: 'a',
  phase: 'done',
  rows: 3,
  asOf: MINUTE,
  revision: 1,
};

async function started(script: Script = {}) {
  const begun = await startedStore(
    {
      'boards.state': () => ok(LISTED),
      'boards.list': () => ok(LISTED),
      'boards.window': () => ok({ from: 0, rows: [], matching: 0, revision: 1 }),
      ...script,
    },
    [connectionOf('a'), connectionOf('b')],
  );
  const down = (since: number) =>
    begun.emit(
      'health.changed',
      healthOf('a', { 'board-api': { state: 'trouble', since, lastFailure: since } }, 'Down.'),
    );
  const up = (at: number) =>
    begun.emit('health.changed', healthOf('a', { 'board-api': { state: 'good', lastSuccess: at } }));
  return { ...begun, down, up };
}

test('the recovery of the service is announced with the outage’s duration, and reloads the boards once', async () => {
  const { state, down, up, asked } = await started();
  await state().openBoards('a');
  const before = asked('boards.list').length;
  down(2 * MINUTE);
  up(9 * MINUTE);
  await expect.poll(() => state().message.text).toBe('The board API is responding again (down 7 min).');
  expect(asked('boards.list')).toHaveLength(before + 1);
  up(10 * MINUTE);
  expect(asked('boards.list')).toHaveLength(before + 1);
});

test('the proxy sign-in is sent to the proxy that asked, and the password is not kept in the page’s state', async () => {
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
