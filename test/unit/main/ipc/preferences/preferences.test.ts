import { expect, test } from 'vitest';
import {
  DEFAULT_PREFERENCES,
  openPreferences,
  type PreferencesStore,
} from '../../../../../main/ipc/preferences/preferences.ts';
import { ok } from '../../../../../preload/contract/failure.ts';
import { must } from '../../../../support/must.ts';

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

test('control characters are removed from the name that the user shows in rooms', async () => {
  const store = over(null);
  const names = { 'Ada\u2028support': 'Ada support', '\u2066\u2069': DEFAULT_PREFERENCES.roomName };
  for (const [roomName, kept] of Object.entries(names)) {
    await store.write({ ...DEFAULT_PREFERENCES, roomName });
    expect(await store.read()).toMatchObject({ roomName: kept });
  }
});

test.each([
  ['a later clearing of the clipboard', { clearClipboard: 61 }, { detail: expect.stringContaining('61 s') }],
  [
    'no clearing of the clipboard',
    { clearClipboard: null },
    { detail: expect.stringContaining('no longer') },
  ],
  ['an earlier clearing of the clipboard', { clearClipboard: 30 }, null],
  ['saving pictures', { keepPictures: true }, 'press'],
  ['saving no pictures', { keepPictures: false }, null],
])('a less protective preference needs the user’s consent: %s', async (_what, change, question) => {
  const store = over(null);
  const next = { ...DEFAULT_PREFERENCES, ...change };
  expect(must(await store.question(next))).toEqual(
    question === null || question === 'press' ? question : expect.objectContaining(question),
  );
  must(await store.write(next));
  expect(await store.question(next)).toEqual(ok(null));
});

test.each(['{', 'null', '{"singleKeys":1}', '{"holdSeconds":{"single":4,"bulk":300}}'])(
  'damaged preferences are replaced by the defaults: %s',
  async (text) => {
    expect(await over(text).read()).toEqual(DEFAULT_PREFERENCES);
  },
);

test('notifications about the end of long jobs can be turned off in the preferences', async () => {
  const wants = async (notices: string): Promise<readonly boolean[]> => {
    const store = over(JSON.stringify({ notices }));
    return [await store.wantsNotice(false), await store.wantsNotice(true)];
  };
  expect(await wants('all')).toEqual([true, true]);
  expect(await wants('failed')).toEqual([false, true]);
  expect(await wants('none')).toEqual([false, false]);
});
