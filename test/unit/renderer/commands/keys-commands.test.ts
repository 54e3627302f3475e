import { expect, test } from 'vitest';
import type { ConnectionKeys } from '../../../../preload/contract/keys.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { goToKeys } from '../../../../renderer/commands/frame-commands.ts';
import { meantConnection } from '../../../../renderer/commands/keys-commands.ts';
import { commandById } from '../../../../renderer/commands/registry.ts';
import { disabledReason, runCommand } from '../../../../renderer/commands/run.ts';
import { connectionOf, createAppStore, scriptedBridge, type Script } from '../scripted-bridge.ts';

const WITH_NEXT: ConnectionKeys = {
  connectionId: 'b',
  keys: [
    {
      id: 'k',
      slot: 'main',
      stage: 'next',
      kept: 'keychain',
      fingerprint: 'b7c2',
      addedAt: 1,
      note: '',
      owner: '',
      remindAt: null,
      lastAcceptedAt: null,
      lastRefusedAt: null,
      useWhenGreen: true,
    },
  ],
  rehearsal: null,
};

/** A started store with a, b and c, of which a is in front; what it was asked, and its state. */
async function started(script: Script = {}) {
  const scripted = scriptedBridge({
    'connections.list': () =>
      ok({ connections: ['a', 'b', 'c'].map((id) => connectionOf(id)), currentId: 'a' }),
    'connections.reorder': () => ok(null),
    'keys.list': ({ connectionId }) => ok({ connectionId, keys: [], rehearsal: null }),
    'papers.list': () => ok([]),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().start();
  return { ...scripted, store, state: () => store.getState() };
}

async function onKeysOf(id: string, script: Script = {}) {
  const begun = await started(script);
  await runCommand(goToKeys, begun.store);
  await begun.state().showKeysOf(id);
  return begun;
}

test('a command acts on the connection shown on the keys screen, elsewhere on the current one', async () => {
  const { state } = await onKeysOf('b');
  expect(meantConnection(state())?.id).toBe('b');
  await state().go({ kind: 'screen', screen: 'boards' });
  expect(meantConnection(state())?.id).toBe('a');
});

test('a slot takes only one next key', async () => {
  const { state, emit } = await onKeysOf('b');
  const stage = commandById('keys.stage');
  const reason = () => stage && disabledReason(stage, state());
  expect(reason()).toBeNull();
  emit('keys.changed', WITH_NEXT);
  expect(reason()).toContain('Use or discard the next key');
});

test('staging from anywhere opens the current connection’s keys and asks for the key', async () => {
  const { store, state } = await onKeysOf('b');
  await state().go({ kind: 'screen', screen: 'boards' });
  const stage = commandById('keys.stage');
  if (stage !== undefined) await runCommand(stage, store);
  expect(state().screen).toBe('keys');
  expect(state().keysOf).toBe('a');
  expect(state().dialog).toEqual({ kind: 'stage-key', connectionId: 'a', slot: 'main' });
});
