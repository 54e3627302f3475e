import { DEFAULT_PREFERENCES } from '../../../../main/ipc/preferences/preferences.ts';
import { expect, test } from 'vitest';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import type { Preferences } from '../../../../preload/contract/app.ts';
import { createAppStore, failed, scriptedBridge, type Script } from '../scripted-bridge.ts';

function storeOver(script: Script) {
  const scripted = scriptedBridge(script);
  return { ...scripted, state: createAppStore(scripted.bridge).getState };
}

test('a setting that can’t be saved is reset, and the failure is shown', async () => {
  const { state } = storeOver({ 'app.prefer': () => failed('storage') });
  await state().readSettings();
  await state().prefer({ singleKeys: false });
  expect(state().preferences?.singleKeys).toBe(true);
  expect(state().notice?.code).toBe('storage');
});

test('the later of two changes to a setting is kept if the earlier one fails afterwards', async () => {
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
