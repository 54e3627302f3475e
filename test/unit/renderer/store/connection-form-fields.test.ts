import { describe, expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { connectionOf, type Script, startedStore } from '../scripted-bridge.ts';

const KEY = 'canary-of-a-key-7d1f';

async function formOf(id: string | null, script: Script = {}) {
  const begun = await startedStore(script, [connectionOf('a'), connectionOf('b')]);
  await begun.state().go({ kind: 'connection-form', id });
  return begun;
}

/** Everything that could be read out of the state. */
const textOf = (state: object): string => JSON.stringify(state);

describe('a second key', () => {
  const twoKeys = connectionOf('a', { boardKey: { kind: 'stored', fingerprint: 'b7c2', addedAt: 2 } });
  const withTwo: Script = {
    'connections.list': () => ok({ connections: [twoKeys], currentId: 'a' }),
    'connections.save': () => ok(twoKeys),
  };
  const sent = (calls: readonly { readonly channel: string; readonly args: unknown }[]) =>
    calls.find(({ channel }) => channel === 'connections.save')?.args;

  test('of a saved connection is kept, like the first', async () => {
    const { state, calls } = await formOf('a', withTwo);
    expect(state().connectionForm).toMatchObject({
      fields: { separateBoardKey: true, boardApiKey: '' },
      storedBoardKey: { fingerprint: 'b7c2' },
    });
    await state().saveConnection();
    expect(sent(calls)).toMatchObject({ apiKey: null, separateBoardKey: true, boardApiKey: null });
  });

  test('goes to main as typed, and is nowhere in the state afterwards', async () => {
    const { state, calls } = await formOf('a', withTwo);
    state().editConnectionForm({ boardApiKey: KEY });
    await state().saveConnection();
    expect(sent(calls)).toMatchObject({ boardApiKey: KEY });
    expect(textOf(state())).not.toContain(KEY);
  });

  test('that was typed but is not wanted is not sent', async () => {
    const { state, calls } = await formOf('a', withTwo);
    state().editConnectionForm({ boardApiKey: KEY });
    state().editConnectionForm({ separateBoardKey: false });
    await state().saveConnection();
    expect(sent(calls)).toMatchObject({ separateBoardKey: false, boardApiKey: null });
  });
});
