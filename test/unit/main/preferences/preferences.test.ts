import { expect, test } from 'vitest';
import { PreferencesStore } from '../../../../main/preferences/preferences.ts';

const DEFAULTS = { singleKeys: true, holdSeconds: { single: 10, bulk: 300 } };

/** The preferences over what an Easel has written down. */
function over(text: string | null): PreferencesStore {
  let kept = text;
  return new PreferencesStore({
    get: () => Promise.resolve(kept),
    set: (_name, value) => {
      kept = value;
      return Promise.resolve();
    },
  });
}

test('preferences are read back as stored', async () => {
  const store = over(null);
  expect(await store.read()).toEqual({ ok: true, value: DEFAULTS });
  const chosen = { singleKeys: false, holdSeconds: { single: 5, bulk: 86_400 } };
  await store.write(chosen);
  expect(await store.read()).toEqual({ ok: true, value: chosen });
});

test('an older Easel’s preferences keep their values beside new defaults, and a newer one’s as far as they are known', async () => {
  expect(await over('{"singleKeys":false}').read()).toMatchObject({
    value: { ...DEFAULTS, singleKeys: false },
  });
  expect(await over('{"singleKeys":false,"mood":"calm"}').read()).toEqual({
    ok: true,
    value: { ...DEFAULTS, singleKeys: false },
  });
});

test.each(['{', 'null', '[]', '"x"', '{"singleKeys":1}', '{"holdSeconds":{"single":4,"bulk":300}}'])(
  'stored %s gives the defaults',
  async (text) => {
    expect(await over(text).read()).toEqual({ ok: true, value: DEFAULTS });
  },
);
