import { expect, test } from 'vitest';
import type { ConnectionKeys } from '../../../../preload/contract/keys.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { goToKeys } from '../../../../renderer/commands/frame-commands.ts';
import {
  duplicateConnection,
  meantConnection,
  moveDown,
  moveUp,
} from '../../../../renderer/commands/keys-commands.ts';
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

test('a connection moves by one place, and not beyond the ends', async () => {
  const { store, state, calls } = await onKeysOf('b');
  await runCommand(moveUp, store);
  expect(calls.at(-1)).toEqual({
    channel: 'connections.reorder',
    args: { connectionIds: ['b', 'a', 'c'] },
  });
  expect(state().message.text).toBe('Connection b moved to position 1 of 3.');
  expect(disabledReason(moveUp, state())).toBe('Already first');
  await runCommand(moveDown, store);
  await runCommand(moveDown, store);
  expect(state().connections.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  expect(disabledReason(moveDown, state())).toBe('Already last');
});

test('a copy is shown at once on the keys screen', async () => {
  const { store, state } = await onKeysOf('b', { 'connections.duplicate': () => ok(connectionOf('d')) });
  await runCommand(duplicateConnection, store);
  expect(meantConnection(state())?.id).toBe('d');
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
