import { expect, test, vi } from 'vitest';
import type { BoardsState } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import {
  connectionOf,
  createAppStore,
  failed,
  healthOf,
  scriptedBridge,
  type Script,
} from '../scripted-bridge.ts';

const MINUTE = 60_000;
const failure = (() => {
  const reply = failed('timeout', { message: 'boards.example did not answer.' });
  if (reply.ok) throw new Error('unreachable');
  return reply.error;
})();

/** Boards that were listed at `asOf`. */
function listed(asOf: number, change: Partial<BoardsState> = {}): BoardsState {
  return {
    connectionId: 'a',
    phase: 'done',
    completeness: 'complete',
    rows: 3,
    loaded: 3,
    pages: 1,
    total: null,
    notUnderstood: 0,
    strange: [],
    onItsWay: 0,
    differences: [],
    asOf,
    failure: null,
    vanished: 0,
    revision: 1,
    ...change,
  };
}

/** All answers that are there have been taken. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function started(script: Script = {}) {
  const scripted = scriptedBridge({
    'connections.list': () => ok({ connections: [connectionOf('a'), connectionOf('b')], currentId: 'a' }),
    'boards.state': () => ok(listed(1 * MINUTE)),
    'boards.list': () => ok(listed(1 * MINUTE)),
    'boards.window': () => ok({ from: 0, rows: [], matching: 0, revision: 1 }),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().start();
  const down = (since: number) =>
    scripted.emit(
      'health.changed',
      healthOf('a', { 'board-api': { state: 'trouble', since, lastFailure: since, failure } }, 'Down.'),
    );
  const up = (at: number) =>
    scripted.emit('health.changed', healthOf('a', { 'board-api': { state: 'good', lastSuccess: at } }));
  const asked = (channel: string) => scripted.calls.filter((call) => call.channel === channel);
  return { ...scripted, state: () => store.getState(), down, up, asked };
}

test('the health of a connection is read when it is opened', async () => {
  const { state, asked } = await started({
    'health.state': ({ connectionId }) => ok(healthOf(connectionId, { app: { state: 'good' } })),
  });
  await expect.poll(() => state().health?.connectionId).toBe('a');
  await state().selectConnection('b');
  await expect.poll(() => state().health?.connectionId).toBe('b');
  expect(asked('health.state').map(({ args }) => args)).toEqual([
    { connectionId: 'a' },
    { connectionId: 'b' },
  ]);
});

test('one connection’s health is never shown for another', async () => {
  const { state, down } = await started();
  down(2 * MINUTE);
  void state().selectConnection('b');
  expect(state().health).toBeNull();
});

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

test('a part that was down for less than a second is not told of, and the boards are refreshed all the same', async () => {
  const { state, down, up, asked } = await started();
  await state().openBoards('a');
  const before = asked('boards.list').length;
  const { serial } = state().message;
  vi.useFakeTimers();
  down(2 * MINUTE);
  up(2 * MINUTE + 999);
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  expect(state().message.serial).toBe(serial);
  expect(asked('boards.list')).toHaveLength(before + 1);
});

test('who tries now has a list that failed listed again, however often that was done by itself', async () => {
  const { state, down, asked } = await started({
    'boards.list': () => ok(listed(1 * MINUTE, { phase: 'failed', failure })),
    'health.tryNow': () => ok(healthOf('a', { 'board-api': { state: 'good', lastSuccess: 3 * MINUTE } })),
  });
  await state().openBoards('a');
  await state().tryHealthNow();
  await settled();
  const before = asked('boards.list').length;
  down(2 * MINUTE);
  await state().tryHealthNow();
  expect(asked('boards.list')).toHaveLength(before + 1);
});

test('a list that fails as often as its probe succeeds is not refreshed again and again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const { state, down, up, asked } = await started({
    'boards.list': () => ok(listed(1 * MINUTE, { phase: 'failed', failure })),
  });
  await state().openBoards('a');
  const before = asked('boards.list').length;
  for (let round = 2; round < 12; round += 1) {
    down(round * MINUTE);
    up(round * MINUTE + 5000);
  }
  expect(asked('boards.list')).toHaveLength(before + 1);
  await settled();
  vi.setSystemTime(61_000);
  down(20 * MINUTE);
  up(20 * MINUTE + 5000);
  expect(asked('boards.list')).toHaveLength(before + 2);
  vi.useRealTimers();
});

test('trying now shows its result, once for any number of clicks', async () => {
  const { state, down, asked } = await started({
    'health.tryNow': () =>
      ok(healthOf('a', { 'board-api': { state: 'trouble', since: 1, failure } }, 'Still down.')),
  });
  down(1);
  await Promise.all([state().tryHealthNow(), state().tryHealthNow()]);
  expect(asked('health.tryNow')).toHaveLength(1);
  expect(state()).toMatchObject({ health: { sentence: 'Still down.' }, tryingHealth: false });
  expect(state().message.text).toBe('Checked. Still down.');
});
