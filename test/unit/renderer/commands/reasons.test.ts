import { expect, test } from 'vitest';
import { toChange } from '../../../../renderer/commands/reasons.ts';
import { healthOf, startedStore } from '../scripted-bridge.ts';

test('commands that change the service are disabled while the computer is offline', async () => {
  const { state, emit } = await startedStore();
  emit('health.changed', healthOf('a', { network: { state: 'trouble', since: 1 } }));
  expect(toChange(state())).toBe('This computer is offline');
  emit('health.changed', healthOf('a', { network: { state: 'good' } }));
  expect(toChange(state())).toBe(true);
});
