import { describe, expect, test } from 'vitest';
import type { ConnectionsState } from '../../../../preload/contract/connections.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import { currentConnection } from '../../../../renderer/store/connections-slice.ts';
import {
  AVAILABLE,
  LOCKED,
  connectionOf,
  createAppStore,
  failed,
  scriptedBridge,
  type Script,
} from '../scripted-bridge.ts';

const two = [connectionOf('a'), connectionOf('b')];

const NO_BOARDS: Script = {
  'boards.state': () => failed('storage'),
  'boards.list': () => failed('storage'),
  'boards.window': () => failed('storage'),
};

async function started(script: Script = {}) {
  const scripted = scriptedBridge({
    'connections.list': () => ok({ connections: two, currentId: 'b' }),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().start();
  return { ...scripted, store, state: () => store.getState() };
}

describe('start', () => {
  test('without connections shows Welcome', async () => {
    const { state } = await started({ 'connections.list': () => ok({ connections: [], currentId: null }) });
    expect(state()).toMatchObject({ screen: 'welcome', currentId: null, startPhase: 'ready' });
  });

  test('opens the last used connection with its boards', async () => {
    const { state } = await started();
    expect(state()).toMatchObject({ screen: 'boards', currentId: 'b', startPhase: 'ready' });
    expect(currentConnection(state())?.name).toBe('Connection b');
  });

  test('opens it as it was left, and its boards too', async () => {
    const last = { screen: 'papers', inspector: false } as const;
    const { state, calls } = await started({
      'views.layout': () => ok({ columns: [], paperColumns: [], last }),
      ...NO_BOARDS,
    });
    expect(state()).toMatchObject({ screen: 'papers', inspectorOpen: false, boardsOf: 'b' });
    expect(calls.filter(({ channel }) => channel === 'views.layout')).toHaveLength(1);
  });

  test('opens its boards where nothing can be said of how it was left', async () => {
    const { state } = await started({ 'views.layout': () => failed('storage') });
    expect(state()).toMatchObject({ screen: 'boards', inspectorOpen: true });
  });

  test('keeps what main has told of connections meanwhile', async () => {
    const scripted = scriptedBridge({
      'connections.list': () => ok({ connections: two, currentId: 'b' }),
      'views.layout': () => {
        scripted.emit('connections.changed', {
          connections: [connectionOf('b', { name: 'Renamed' })],
          currentId: 'b',
        });
        return ok({ columns: [], paperColumns: [], last: {} });
      },
    });
    const store = createAppStore(scripted.bridge);
    await store.getState().start();
    expect(store.getState().connections.map(({ name }) => name)).toEqual(['Renamed']);
  });

  test('leaves a screen in front that somebody went to meanwhile', async () => {
    const list = Promise.withResolvers<Result<ConnectionsState>>();
    const { bridge } = scriptedBridge({
      'connections.list': () => list.promise,
      ...NO_BOARDS,
    });
    const store = createAppStore(bridge);
    const starting = store.getState().start();
    await store.getState().go({ kind: 'screen', screen: 'activity' });
    list.resolve(ok({ connections: two, currentId: 'b' }));
    await starting;
    expect(store.getState()).toMatchObject({ screen: 'activity', startPhase: 'ready' });
  });

  test('opens the first connection when the remembered one is gone', async () => {
    const { state } = await started({ 'connections.list': () => ok({ connections: two, currentId: 'x' }) });
    expect(state().currentId).toBe('a');
  });

  test('reports connections that could not be read, never an empty list', async () => {
    let broken = true;
    const { state } = await started({
      'connections.list': () => (broken ? failed('storage') : ok({ connections: two, currentId: 'a' })),
    });
    expect(state()).toMatchObject({ startPhase: 'failed', startFailure: { code: 'storage' } });
    broken = false;
    await state().start();
    expect(state()).toMatchObject({ startPhase: 'ready', startFailure: null, currentId: 'a' });
  });

  test('shows a notice from main in the status bar', async () => {
    const notice = 'A damaged database was kept aside.';
    const { state } = await started({ 'app.info': () => ok({ version: '1', platform: 'linux', notice }) });
    expect(state().message.text).toBe(notice);
  });

  test('doesn’t ask the keychain, and shows only what was known of it', async () => {
    const { state, calls } = await started();
    expect(state()).toMatchObject({ startPhase: 'ready', keychain: { state: 'not-asked' } });
    expect(calls.map(({ channel }) => channel)).not.toContain('keychain.status');
  });
});

describe('the keychain', () => {
  test('is asked on demand', async () => {
    let status = LOCKED;
    const { state } = await started({ 'keychain.status': () => ok(status) });
    await state().refreshKeychain();
    expect(state().keychain?.state).toBe('locked');
    status = AVAILABLE;
    await state().refreshKeychain();
    expect(state().keychain?.state).toBe('available');
  });

  test('is asked once at a time, however often the button is pressed', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof ok<typeof AVAILABLE>>>();
    const { state, calls } = await started({ 'keychain.status': () => answer.promise });
    const asked = [state().refreshKeychain(), state().refreshKeychain()];
    expect(state().askingKeychain).toBe(true);
    answer.resolve(ok(AVAILABLE));
    await Promise.all(asked);
    expect(calls.filter(({ channel }) => channel === 'keychain.status')).toHaveLength(1);
    expect(state().askingKeychain).toBe(false);
  });

  test('that main found locked at first use is shown as locked, at once', async () => {
    const { state, emit } = await started();
    emit('keychain.changed', LOCKED);
    expect(state().keychain).toEqual(LOCKED);
  });
});

describe('switching', () => {
  test('is remembered by main', async () => {
    const { state, calls } = await started();
    await state().go({ kind: 'connection', id: 'a' });
    expect(state()).toMatchObject({ currentId: 'a', screen: 'boards' });
    expect(calls).toContainEqual({ channel: 'connections.select', args: { connectionId: 'a' } });
  });

  test('to an unknown connection changes nothing', async () => {
    const { state, calls } = await started();
    await state().selectConnection('nobody');
    expect(state().currentId).toBe('b');
    expect(calls.filter(({ channel }) => channel === 'connections.select')).toEqual([]);
  });

  test('that main could not remember still happens, and says so', async () => {
    const { state } = await started({ 'connections.select': () => failed('storage') });
    await state().go({ kind: 'connection', id: 'a' });
    expect(state()).toMatchObject({ currentId: 'a', notice: { code: 'storage' } });
  });
});

describe('news of connections from main', () => {
  test('replaces the list and keeps the current connection', async () => {
    const { state, emit } = await started();
    emit('connections.changed', { connections: [...two, connectionOf('c')], currentId: 'c' });
    expect(state().connections).toHaveLength(3);
    expect(state().currentId).toBe('b');
  });

  test('shows Welcome when the last one is gone', async () => {
    const { state, emit } = await started();
    emit('connections.changed', { connections: [], currentId: null });
    expect(state()).toMatchObject({ currentId: null, screen: 'welcome' });
  });
});

describe('removing', () => {
  test('the current connection opens the next one', async () => {
    const { state, calls } = await started({ 'connections.remove': () => ok({ keysGone: true }) });
    expect(await state().removeConnection('b', false)).toBeNull();
    expect(state()).toMatchObject({ currentId: 'a', screen: 'boards' });
    expect(state().message.text).toContain('Connection b');
    expect(calls.at(-1)).toEqual({ channel: 'connections.select', args: { connectionId: 'a' } });
  });

  test('the last one shows Welcome', async () => {
    const { state } = await started({
      'connections.list': () => ok({ connections: [connectionOf('a')], currentId: 'a' }),
      'connections.remove': () => ok({ keysGone: true }),
    });
    await state().removeConnection('a', false);
    expect(state()).toMatchObject({ currentId: null, screen: 'welcome', connections: [] });
  });

  test('that fails removes nothing and gives the failure', async () => {
    const { state } = await started({ 'connections.remove': () => failed('keychain-locked') });
    expect(await state().removeConnection('b', false)).toMatchObject({ code: 'keychain-locked' });
    expect(state().connections).toEqual(two);
  });

  test('asks main to prove the keys gone, unless the person chooses to leave them', async () => {
    const { state, calls } = await started({
      'connections.remove': ({ keysMayStay }) =>
        keysMayStay ? ok({ keysGone: false }) : failed('keychain-locked'),
    });
    await state().removeConnection('b', false);
    await state().removeConnection('b', true);
    expect(calls.filter(({ channel }) => channel === 'connections.remove').map(({ args }) => args)).toEqual([
      { connectionId: 'b', keysMayStay: false },
      { connectionId: 'b', keysMayStay: true },
    ]);
    expect(state().message.text).toContain('may still be in the keychain');
  });

  test('says that no key is left only when main has proven it', async () => {
    const { state } = await started({ 'connections.remove': () => ok({ keysGone: true }) });
    await state().removeConnection('b', false);
    expect(state().message.text).toContain('and its keys.');
  });
});

describe('the order', () => {
  const three = [...two, connectionOf('c')];
  const list: Script = { 'connections.list': () => ok({ connections: three, currentId: 'a' }) };

  test('changes at once, and unnamed connections stay behind', async () => {
    const { state, calls } = await started({ ...list, 'connections.reorder': () => ok(null) });
    await state().reorderConnections(['c', 'a']);
    expect(state().connections.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(calls.at(-1)).toEqual({ channel: 'connections.reorder', args: { connectionIds: ['c', 'a'] } });
  });

  test('is not undone by an older event while a newer change is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<Result<null>>();
    const { state, emit } = await started({ ...list, 'connections.reorder': () => promise });
    const moving = state().reorderConnections(['c', 'a', 'b']);
    emit('connections.changed', { connections: three, currentId: 'a' });
    expect(state().connections.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    resolve(ok(null));
    await moving;
    emit('connections.changed', { connections: three, currentId: 'a' });
    expect(state().connections.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  test('that could not be saved takes no other back, whichever answer comes first', async () => {
    const orders = [
      ['b', 'a', 'c'],
      ['c', 'b', 'a'],
    ];
    for (const [saved, inTime] of [
      [0, true],
      [0, false],
      [1, true],
      [1, false],
    ] as const) {
      const answers = [Promise.withResolvers<Result<null>>(), Promise.withResolvers<Result<null>>()];
      const waiting = [...answers];
      const reorder = () => waiting.shift()?.promise ?? ok(null);
      const { state } = await started({ ...list, 'connections.reorder': reorder });
      const moving = orders.map((ids) => state().reorderConnections(ids));
      for (const at of inTime ? [0, 1] : [1, 0]) {
        answers[at]?.resolve(at === saved ? ok(null) : failed('storage'));
        await moving[at];
      }
      expect(state().connections.map(({ id }) => id)).toEqual(orders[saved]);
      expect(state().notice?.code).toBe('storage');
    }
  });

  test('that could not be saved is restored, and says why', async () => {
    const { state } = await started({ ...list, 'connections.reorder': () => failed('storage') });
    await state().reorderConnections(['c', 'b', 'a']);
    expect(state().connections.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(state().notice?.code).toBe('storage');
  });
});

describe('a copy', () => {
  test('joins the list, and the current connection stays', async () => {
    const copy = connectionOf('c', { name: 'Copy of b', key: { kind: 'none' } });
    const { state } = await started({ 'connections.duplicate': () => ok(copy) });
    expect(await state().duplicateConnection('b')).toEqual(copy);
    expect(state()).toMatchObject({ currentId: 'b', connections: [...two, copy] });
    expect(state().message.text).toContain('Copy of b');
  });

  test('that could not be made says why', async () => {
    const { state } = await started({ 'connections.duplicate': () => failed('storage') });
    expect(await state().duplicateConnection('b')).toBeNull();
    expect(state()).toMatchObject({ connections: two, notice: { code: 'storage' } });
  });
});

describe('practice', () => {
  const practice = connectionOf('p', { environment: 'practice' });

  test('opens its connection', async () => {
    const { state } = await started({ 'connections.practise': () => ok(practice) });
    await state().practise();
    expect(state()).toMatchObject({ currentId: 'p', screen: 'boards', practising: false });
  });

  test('is started once, however often it is requested', async () => {
    const { state, calls } = await started({ 'connections.practise': () => ok(practice) });
    await Promise.all([state().practise(), state().practise()]);
    expect(calls.filter(({ channel }) => channel === 'connections.practise')).toHaveLength(1);
  });

  test('that can’t start shows why, and can be retried', async () => {
    const { state } = await started({ 'connections.practise': () => failed('internal') });
    await state().practise();
    expect(state()).toMatchObject({ notice: { code: 'internal' }, practising: false, currentId: 'b' });
  });
});
