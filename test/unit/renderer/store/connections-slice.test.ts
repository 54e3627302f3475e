import { describe, expect, test } from 'vitest';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import { connectionOf, failed, type Script, startedStore } from '../scripted-bridge.ts';

const two = [connectionOf('a'), connectionOf('b')];

function started(script: Script = {}) {
  return startedStore({ 'connections.list': () => ok({ connections: two, currentId: 'b' }), ...script });
}

describe('start', () => {
  test('without connections shows Welcome', async () => {
    const { state } = await started({ 'connections.list': () => ok({ connections: [], currentId: null }) });
    expect(state()).toMatchObject({ screen: 'welcome', currentId: null, startPhase: 'ready' });
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

  test('doesn’t ask the keychain, and shows only what was known of it', async () => {
    const { state, calls } = await started();
    expect(state()).toMatchObject({ startPhase: 'ready', keychain: { state: 'not-asked' } });
    expect(calls.map(({ channel }) => channel)).not.toContain('keychain.status');
  });
});

describe('switching', () => {
  test('to an unknown connection changes nothing', async () => {
    const { state, calls } = await started();
    await state().selectConnection('nobody');
    expect(state().currentId).toBe('b');
    expect(calls.filter(({ channel }) => channel === 'connections.select')).toEqual([]);
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
});

describe('the order', () => {
  const three = [...two, connectionOf('c')];
  const list: Script = { 'connections.list': () => ok({ connections: three, currentId: 'a' }) };

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
});

describe('practice', () => {
  const practice = connectionOf('p', { environment: 'practice' });

  test('is started once, however often it is requested', async () => {
    const { state, calls } = await started({ 'connections.practise': () => ok(practice) });
    await Promise.all([state().practise(), state().practise()]);
    expect(calls.filter(({ channel }) => channel === 'connections.practise')).toHaveLength(1);
  });
});
