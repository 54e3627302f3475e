import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import type { UpdateState } from '../../../../preload/contract/updates.ts';
import { createAppStore, failed, scriptedBridge, type Script } from '../scripted-bridge.ts';

const CLOSED: UpdateState = {
  installed: '1.0.0',
  status: 'No update address is set.',
  checks: false,
  installs: false,
  phase: 'rest',
  checkedAt: null,
  offer: null,
  failure: null,
};
const OFFER = { version: '1.1.0', notes: 'Faster.', size: 100, received: 0, ready: false };
const OFFERED: UpdateState = { ...CLOSED, checks: true, offer: OFFER };

function storeOver(script: Script) {
  const scripted = scriptedBridge(script);
  return { ...scripted, state: createAppStore(scripted.bridge).getState };
}

test('where Easel does not look for updates, nothing is asked for', async () => {
  const { state, calls } = storeOver({ 'updates.state': () => ok(CLOSED) });
  await state().checkUpdates();
  expect(state().updates).toEqual(CLOSED);
  expect(calls.map(({ channel }) => channel)).toEqual(['updates.state']);
});

test('a newer release is announced once, and again when its file is here', async () => {
  const { state, emit } = storeOver({});
  emit('updates.changed', OFFERED);
  expect(state().message.text).toContain('Easel 1.1.0 is available');
  const { serial } = state().message;
  emit('updates.changed', { ...OFFERED, phase: 'downloading' });
  expect(state().message.serial).toBe(serial);
  emit('updates.changed', { ...OFFERED, offer: { ...OFFER, ready: true } });
  expect(state().message.text).toContain('was downloaded');
});

test('a refused update is shown where it was asked for, and not beside it', async () => {
  const refused = failed('refused');
  const state = { ...OFFERED, installs: true, failure: refused.ok ? null : refused.error };
  const scripted = storeOver({ 'updates.install': () => ok(state) });
  await scripted.state().installUpdate();
  expect(scripted.calls.map(({ channel }) => channel)).toEqual(['updates.install']);
  expect(scripted.state().updates?.failure?.code).toBe('refused');
  expect(scripted.state().notice).toBeNull();
});

test('diagnostics say where they are, and nothing where nobody chose a place', async () => {
  const names = ['easel-diagnostics', null];
  const { state } = storeOver({
    'diagnostics.save': () => {
      const fileName = names.shift() ?? null;
      return ok(fileName === null ? null : { fileName, items: 3 });
    },
  });
  await state().saveDiagnostics();
  expect(state().message.text).toContain('Saved diagnostics in easel-diagnostics');
  const { serial } = state().message;
  await state().saveDiagnostics();
  expect(state().message.serial).toBe(serial);
});

test('diagnostics that can’t be saved say so', async () => {
  const { state } = storeOver({ 'diagnostics.save': () => failed('storage') });
  await state().saveDiagnostics();
  expect(state().notice?.code).toBe('storage');
});
