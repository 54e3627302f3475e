import { expect, test } from 'vitest';
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
