import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../../../main/ipc/preferences/preferences.ts';
import type { BoardsState } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { keepFresh } from '../../../../renderer/store/keep-fresh.ts';
import { isTryingHealth } from '../../../../renderer/store/service-slice.ts';
import { connectionOf, healthOf, NEVER, type Script, startedStore } from '../scripted-bridge.ts';

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

test('the message about the end of an outage contains the outage’s duration', async () => {
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

test('a hanging health check of one connection does not prevent the health check of another connection', async () => {
  const { state, asked } = await started({
    'health.tryNow': ({ connectionId }) =>
      connectionId === 'a' ? Promise.withResolvers<never>().promise : ok(healthOf(connectionId)),
  });
  void state().tryHealthNow();
  await state().selectConnection('b');
  expect(isTryingHealth(state())).toBe(false);
  await state().tryHealthNow();
  expect(asked('health.tryNow')).toHaveLength(2);
  expect(state().message.text).toBe('Service checked. No outage found.');
});

afterEach(() => void vi.useRealTimers());

test('the health of the service is checked when Easel’s window gets the focus', async () => {
  vi.useFakeTimers();
  const old: BoardsState = { ...LISTED, asOf: Date.now(), requests: 4 };
  const { bridge, store, state, asked } = await started({
    'boards.state': () => ok(old),
    'boards.list': () => ok(old),
  });
  const document = { hasFocus: () => false };
  const page = Object.assign(new EventTarget(), { document });
  keepFresh(bridge, store, page);
  await state().openBoards('a');
  store.setState({ preferences: { ...DEFAULT_PREFERENCES, refreshMinutes: 5 } });
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  expect(asked('health.look')).toHaveLength(0);
  expect(asked('boards.list')).toHaveLength(1);
  document.hasFocus = () => true;
  page.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(asked('health.look')).toHaveLength(2);
  expect(asked('boards.list')).toHaveLength(2);
});

test('the password of a proxy is not kept in the page’s state', async () => {
  const { store, state, calls } = await startedStore({
    'network.signIn': () => ok({ kept: 'session', why: 'The keychain is locked.' }),
  });
  state().askProxySignIn('proxy.example:8080');
  expect(await state().signInToProxy('ada', 'open sesame')).toBeNull();
  expect(calls.at(-1)).toEqual({
    channel: 'network.signIn',
    args: { proxy: 'proxy.example:8080', user: 'ada', password: 'open sesame' },
  });
  expect(state().proxyAsking).toBeNull();
  expect(state().message.text).toContain('until Easel locks or quits. The keychain is locked.');
  expect(JSON.stringify(store.getState())).not.toContain('open sesame');
});
