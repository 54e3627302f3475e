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

test('an outage of another connection changes nothing here', async () => {
  const { state, emit } = await started();
  await expect.poll(() => state().health).not.toBeNull();
  emit('health.changed', healthOf('b', { app: { state: 'trouble', since: 1 } }, 'Down.'));
  expect(state().health).toMatchObject({ connectionId: 'a', sentence: '' });
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

test('who tries now is told that it answers again, however short the outage was', async () => {
  const { state, down } = await started({
    'health.tryNow': () =>
      ok(healthOf('a', { 'board-api': { state: 'good', lastSuccess: 2 * MINUTE + 10 } })),
  });
  await expect.poll(() => state().health).not.toBeNull();
  down(2 * MINUTE);
  await state().tryHealthNow();
  await expect.poll(() => state().message.text).toBe('The board API is answering again.');
});

test('parts that come back together are told in one sentence', async () => {
  const { state, emit } = await started();
  const down = { state: 'trouble', since: MINUTE } as const;
  const up = { state: 'good', lastSuccess: 2 * MINUTE } as const;
  const { serial } = state().message;
  emit('health.changed', healthOf('a', { 'board-api': down, app: down }, 'Down.'));
  emit('health.changed', healthOf('a', { 'board-api': up, app: down }, 'Down.'));
  emit('health.changed', healthOf('a', { 'board-api': up, app: up }));
  await expect
    .poll(() => state().message)
    .toEqual({
      text: 'The board API and the app host are answering again (down 1 min).',
      look: 'done',
      serial: serial + 1,
    });
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

test('a recovery found by a person’s own refresh refreshes nothing more', async () => {
  const { state, down, up, asked } = await started();
  await state().openBoards('a');
  const before = asked('boards.list').length;
  down(2 * MINUTE);
  const refreshed = state().refreshBoards();
  // That the first page has come is told before main has answered that it lists.
  up(3 * MINUTE);
  await refreshed;
  expect(asked('boards.list')).toHaveLength(before + 1);
  await state().refreshBoards();
  expect(asked('boards.list')).toHaveLength(before + 2);
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

test.each([
  ['were listed since the outage began', listed(5 * MINUTE)],
  ['are being listed', listed(1 * MINUTE, { phase: 'loading' })],
])('boards that %s are not refreshed', async (_case, boards) => {
  const { state, down, up, asked } = await started({ 'boards.list': () => ok(boards) });
  await state().openBoards('a');
  const before = asked('boards.list').length;
  down(2 * MINUTE);
  up(9 * MINUTE);
  expect(asked('boards.list')).toHaveLength(before);
});

test('the recovery of another part refreshes nothing', async () => {
  const { state, emit, asked } = await started();
  await state().openBoards('a');
  const before = asked('boards.list').length;
  emit('health.changed', healthOf('a', { app: { state: 'trouble', since: 0, failure } }, 'Down.'));
  emit('health.changed', healthOf('a', { app: { state: 'good', lastSuccess: 90_000 } }));
  await expect.poll(() => state().message.text).toBe('The app host is answering again (down 2 min).');
  expect(asked('boards.list')).toHaveLength(before);
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

test('a try that could not be made says so', async () => {
  const { state } = await started({ 'health.tryNow': () => failed('too-fast') });
  await state().tryHealthNow();
  expect(state()).toMatchObject({ notice: { code: 'too-fast' }, tryingHealth: false });
});

test('what was tried of a connection that is left meanwhile is not told of the one in front', async () => {
  const tried = Promise.withResolvers<void>();
  const { state } = await started({
    'health.tryNow': async ({ connectionId }) => {
      await tried.promise;
      return ok(healthOf(connectionId, { 'board-api': { state: 'trouble', failure } }, 'It is down.'));
    },
  });
  const trying = state().tryHealthNow();
  await state().go({ kind: 'connection', id: 'b' });
  const before = state().message;
  tried.resolve();
  await trying;
  expect(state().message).toBe(before);
  expect(state().tryingHealth).toBe(false);
});
