import { expect, test } from 'vitest';
import type { TeamState } from '../../../../preload/contract/team.ts';
import { connectionOf, startedStore } from '../scripted-bridge.ts';

function teamIn(phase: TeamState['phase'], leftAt: number | null = null): TeamState {
  return {
    register: null,
    phase,
    since: null,
    failure: null,
    warnings: [],
    isListening: true,
    isOwner: false,
    isFixed: false,
    isRequired: false,
    requiresPresence: false,
    waiting: 0,
    accounts: [{ connectionId: 'a', accountId: 'b', accountName: 'Acme', readAt: null, leftAt }],
  };
}

const AWAY = 'The team register is not available. Shared fields are read-only.';
const BACK = 'The team register is back.';

test.each<[TeamState['phase'], TeamState['phase'], string]>([
  ['ready', 'unreachable', AWAY],
  ['ready', 'newer', AWAY],
  ['refused', 'ready', BACK],
  ['ready', 'connecting', ''],
  ['connecting', 'ready', ''],
])('a change of the register from %s to %s announces “%s”', async (before, after, text) => {
  const { emit, state } = await startedStore({}, [connectionOf('a')]);
  emit('team.changed', teamIn(before));
  emit('team.changed', teamIn(after));
  expect(state().message.text).toBe(text);
});

test('a change of the team register is not announced after the last connection has left the register', async () => {
  const { emit, state } = await startedStore({}, [connectionOf('a')]);
  emit('team.changed', teamIn('ready', 1));
  emit('team.changed', teamIn('unreachable', 1));
  expect(state().message.text).toBe('');
});
