import { DEFAULT_PREFERENCES } from '../../../../main/ipc/preferences/preferences.ts';
import { expect, test } from 'vitest';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import type { Preferences } from '../../../../preload/contract/app.ts';
import { createAppStore, failed, scriptedBridge, type Script } from '../scripted-bridge.ts';

function storeOver(script: Script) {
  const scripted = scriptedBridge(script);
  const { getState, setState } = createAppStore(scripted.bridge);
  return { ...scripted, state: getState, setState };
}

test('a setting applies at once, and is saved by main', async () => {
  const { state, calls } = storeOver({ 'app.prefer': (preferences) => ok(preferences) });
  await state().readSettings();
  const kept = state().prefer({ singleKeys: false });
  expect(state().preferences?.singleKeys).toBe(false);
  await kept;
  expect(state().preferences?.singleKeys).toBe(false);
  expect(calls.slice(2)).toEqual([
    { channel: 'app.prefer', args: { ...DEFAULT_PREFERENCES, singleKeys: false } },
  ]);
});

test('a setting that can’t be saved is reverted, and says so', async () => {
  const { state } = storeOver({ 'app.prefer': () => failed('storage') });
  await state().readSettings();
  await state().prefer({ singleKeys: false });
  expect(state().preferences?.singleKeys).toBe(true);
  expect(state().notice?.code).toBe('storage');
});

test('of two changes in a row the second one wins, however the first one ends', async () => {
  const first = Promise.withResolvers<Result<Preferences>>();
  const answers = [() => first.promise, () => ok(DEFAULT_PREFERENCES)];
  const { state } = storeOver({ 'app.prefer': () => answers.shift()?.() ?? failed('internal') });
  await state().readSettings();
  const one = state().prefer({ singleKeys: false });
  const two = state().prefer({ singleKeys: true });
  await two;
  first.resolve(failed('storage'));
  await one;
  expect(state().preferences?.singleKeys).toBe(true);
  expect(state().notice).toBeNull();
});
