import { expect, test } from 'vitest';
import {
  DEFAULT_PREFERENCES,
  openPreferences,
  type PreferencesStore,
} from '../../../../../main/ipc/preferences/preferences.ts';

function over(text: string | null): PreferencesStore {
  let kept = text;
  const settings = {
    get: () => Promise.resolve(kept),
    set: (_name: string, value: string | null) => Promise.resolve(void (kept = value)),
  };
  return openPreferences(
    settings,
    () => Promise.resolve(),
    () => undefined,
  );
}

test('preferences are read back as they were saved', async () => {
  const store = over(null);
  expect(await store.read()).toEqual(DEFAULT_PREFERENCES);
  const chosen = {
    ...DEFAULT_PREFERENCES,
    holdSeconds: { single: 5, bulk: 86_400 },
    theme: 'dark',
    roomName: 'Ada, support',
  } as const;
  await store.write(chosen);
  expect(await store.read()).toEqual(chosen);
});

test('control characters are removed from the user’s name for rooms', async () => {
  const store = over(null);
  const names = { 'Ada\u2028support': 'Ada support', '\u2066\u2069': DEFAULT_PREFERENCES.roomName };
  for (const [roomName, kept] of Object.entries(names)) {
    await store.write({ ...DEFAULT_PREFERENCES, roomName });
    expect(await store.read()).toMatchObject({ roomName: kept });
  }
});

test.each(['{', 'null', '{"singleKeys":1}', '{"holdSeconds":{"single":4,"bulk":300}}'])(
  'damaged preferences are replaced by the defaults: %s',
  async (text) => {
    expect(await over(text).read()).toEqual(DEFAULT_PREFERENCES);
  },
);

test('notifications about long jobs can be turned off in the preferences', async () => {
  const wants = async (notices: string): Promise<readonly boolean[]> => {
    const store = over(JSON.stringify({ notices }));
    return [await store.wantsNotice(false), await store.wantsNotice(true)];
  };
  expect(await wants('all')).toEqual([true, true]);
  expect(await wants('failed')).toEqual([false, true]);
  expect(await wants('none')).toEqual([false, false]);
});
