import { expect, test } from 'vitest';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import type { Preferences } from '../../../../preload/contract/app.ts';
import { createAppStore } from '../../../../renderer/store/store.ts';
import { failed, scriptedBridge, type Script } from '../scripted-bridge.ts';

const DEFAULTS: Preferences = { singleKeys: true, holdSeconds: { single: 10, bulk: 300 } };

function storeOver(script: Script) {
  const scripted = scriptedBridge(script);
  const { getState } = createAppStore(scripted.bridge);
  return { ...scripted, state: getState };
}

test('settings and policy are there again at the next start', async () => {
  const { state } = storeOver({ 'app.preferences': () => ok({ ...DEFAULTS, singleKeys: false }) });
  expect(state()).toMatchObject({ preferences: { singleKeys: true }, policy: null });
  await state().readSettings();
  expect(state().preferences).toEqual({ ...DEFAULTS, singleKeys: false });
  expect(state().policy?.kind).toBe('none');
});

test('a setting applies at once, and is saved by main', async () => {
  const { state, calls } = storeOver({ 'app.prefer': (preferences) => ok(preferences) });
  const kept = state().prefer({ singleKeys: false });
  expect(state().preferences.singleKeys).toBe(false);
  await kept;
  expect(state().preferences.singleKeys).toBe(false);
  expect(calls).toEqual([{ channel: 'app.prefer', args: { ...DEFAULTS, singleKeys: false } }]);
});

test('a setting that can’t be saved is reverted, and says so', async () => {
  const { state } = storeOver({ 'app.prefer': () => failed('storage') });
  await state().prefer({ singleKeys: false });
  expect(state().preferences.singleKeys).toBe(true);
  expect(state().notice?.code).toBe('storage');
});

test('of two changes in a row the second one wins, however the first one ends', async () => {
  const first = Promise.withResolvers<Result<Preferences>>();
  const answers = [() => first.promise, () => ok(DEFAULTS)];
  const { state } = storeOver({ 'app.prefer': () => answers.shift()?.() ?? failed('internal') });
  const one = state().prefer({ singleKeys: false });
  const two = state().prefer({ singleKeys: true });
  await two;
  first.resolve(failed('storage'));
  await one;
  expect(state().preferences.singleKeys).toBe(true);
  expect(state().notice).toBeNull();
});

test('settings that can’t be read give the defaults, and a message', async () => {
  const { state } = storeOver({ 'policy.state': () => failed('too-fast') });
  await state().readSettings();
  expect(state()).toMatchObject({ policy: null, preferences: { singleKeys: true } });
  expect(state().notice?.code).toBe('too-fast');
});
