import { expect, test } from 'vitest';
import type { ConnectionKeys } from '../../../../preload/contract/keys.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { goToKeys } from '../../../../renderer/commands/frame-commands.ts';
import { meantConnection } from '../../../../renderer/commands/keys-commands.ts';
import { commandById } from '../../../../renderer/commands/registry.ts';
import { disabledReason, runCommand } from '../../../../renderer/commands/run.ts';
import { connectionOf, type Script, keyOf, startedStore } from '../scripted-bridge.ts';

const WITH_NEXT: ConnectionKeys = {
  connectionId: 'b',
  keys: [keyOf('k', { stage: 'next' })],
  rehearsal: null,
};

/** A started store with a, b and c, of which a is in front; what it was asked, and its state. */
function started(script: Script = {}) {
  return startedStore(
    {
      'keys.list': ({ connectionId }) => ok({ connectionId, keys: [], rehearsal: null }),
      ...script,
    },
    ['a', 'b', 'c'].map((id) => connectionOf(id)),
  );
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
