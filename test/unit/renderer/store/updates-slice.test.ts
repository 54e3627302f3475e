import { expect, test } from 'vitest';
import type { UpdateState } from '../../../../preload/contract/updates.ts';
import { createAppStore, scriptedBridge } from '../scripted-bridge.ts';

const AVAILABLE: UpdateState = {
  status: 'Easel 1.1.0 is available.',
  checks: true,
  phase: 'idle',
  checkedAt: 1,
  available: '1.1.0',
  installs: true,
  downloaded: false,
  failure: null,
};

test('announces a newer version once, and again when it was downloaded', () => {
  const { bridge, emit } = scriptedBridge({});
  const { getState } = createAppStore(bridge);
  emit('updates.changed', AVAILABLE);
  expect(getState().message.text).toContain('Easel 1.1.0 is available');
  const { serial } = getState().message;
  emit('updates.changed', { ...AVAILABLE, phase: 'downloading' });
  expect(getState().message.serial).toBe(serial);
  emit('updates.changed', { ...AVAILABLE, downloaded: true });
  expect(getState().message.text).toContain('was downloaded');
});

test('diagnostics say where they are, and nothing where nobody chose a place', async () => {
  const names = ['easel-diagnostics', null];
  const scripted = scriptedBridge({
    'diagnostics.save': () => {
      const fileName = names.shift() ?? null;
      return ok(fileName === null ? null : { fileName });
    },
  });
  const { getState } = createAppStore(scripted.bridge);
  await getState().saveDiagnostics();
  expect(getState().message.text).toContain('Saved diagnostics in easel-diagnostics');
  const { serial } = getState().message;
  await getState().saveDiagnostics();
  expect(getState().message.serial).toBe(serial);
});
