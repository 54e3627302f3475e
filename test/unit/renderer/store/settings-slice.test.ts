import { DEFAULT_PREFERENCES } from '../../../../main/ipc/preferences/preferences.ts';
import { expect, test } from 'vitest';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import type { Preferences } from '../../../../preload/contract/app.ts';
import { createAppStore, failed, scriptedBridge } from '../scripted-bridge.ts';

test('a setting that can’t be saved returns to its previous value', async () => {
  const first = Promise.withResolvers<Result<Preferences>>();
  const sent: Preferences[] = [];
  const { bridge } = scriptedBridge({
    'app.prefer': (chosen) => (sent.push(chosen) === 1 ? first.promise : ok(chosen)),
  });
  const state = createAppStore(bridge).getState;
  await state().readSettings();
  const one = state().prefer({ singleKeys: false });
  const two = state().prefer({ gallery: true });
  expect(state().preferences).toMatchObject({ singleKeys: false, gallery: true });
  first.resolve(failed('storage'));
  expect(await Promise.all([one, two])).toEqual([false, true]);
  expect(sent.at(-1)).toEqual({ ...DEFAULT_PREFERENCES, gallery: true });
  expect(state().preferences).toEqual(sent.at(-1));
  expect(state().notice?.code).toBe('storage');
});
