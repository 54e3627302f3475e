import { describe, expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { connectionOf, failed, type Script, startedStore } from '../scripted-bridge.ts';

const two = [connectionOf('a'), connectionOf('b')];

function started(script: Script = {}) {
  return startedStore({ 'connections.list': () => ok({ connections: two, currentId: 'b' }), ...script });
}

describe('starting Easel', () => {
  test('opens the first connection if the last used one was removed', async () => {
    const { state } = await started({ 'connections.list': () => ok({ connections: two, currentId: 'x' }) });
    expect(state().currentId).toBe('a');
  });

  test('reports unreadable connections as a failure, not as an empty list', async () => {
    let broken = true;
    const { state } = await started({
      'connections.list': () => (broken ? failed('storage') : ok({ connections: two, currentId: 'a' })),
    });
    expect(state()).toMatchObject({ startPhase: 'failed', startFailure: { code: 'storage' } });
    broken = false;
    await state().start();
    expect(state()).toMatchObject({ startPhase: 'ready', startFailure: null, currentId: 'a' });
  });
});
