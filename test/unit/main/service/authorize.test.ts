import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createLog } from '../../../../main/lib/log/log.ts';
import { Secrets } from '../../../../main/lib/log/redact.ts';
import {
  type Authority,
  authorize,
  LONGEST_KEY_BYTES,
  readApiKey,
} from '../../../../main/service/authorize.ts';
import type { Effect } from '../../../../main/service/types.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, ok, type Failure } from '../../../../preload/contract/failure.ts';
import { keyOf } from '../../../support/key-of.ts';

const KEY = 'sk/key+0123456789';
const HERE = 'https://boards.example';

async function asked(
  address: string,
  change: Partial<Authority> & { readonly effect?: Effect; readonly known?: readonly string[] } = {},
) {
  const { effect = 'read', known = [KEY], ...authority } = change;
  const log = createLog(() => undefined);
  for (const secret of known) log.secrets.add(secret);
  const used = new Secrets();
  const call = { api: 'boardApi', effect, withKey: true } as const;
  const answer = await authorize(
    call,
    new URL(address),
    {
      whyNot: () => null,
      key: () => Promise.resolve(ok({ key: keyOf(KEY), origins: [HERE] })),
      ...authority,
    },
    log,
    used,
  );
  return { answer, used };
}

test.each(['https://boards.example:8443/api/board', 'http://boards.example/api/board'])(
  'an API key entered for https://boards.example is not sent to %s',
  async (address) => {
    const { answer, used } = await asked(address);
    expect(answer).toMatchObject({
      error: { code: 'no-key', nextStep: expect.stringContaining('paste the key') as unknown },
    });
    expect(used.isIn(KEY)).toBe(false);
  },
);

const locked = failure('locked');

test('while Easel is locked, the HTTP client refuses a request before it reads the key from the keychain', async () => {
  const effects: Effect[] = [];
  const { answer } = await asked(`${HERE}/api/board`, {
    effect: 'delete',
    whyNot: (effect) => {
      effects.push(effect);
      return locked;
    },
    key: () => Promise.reject(new Error('the keychain was asked')),
  });
  expect([answer, effects]).toEqual([fail(locked), ['delete']]);
});

test('the HTTP client refuses a request if Easel is locked while the key is read from the keychain', async () => {
  let why: Failure | null = null;
  const { answer } = await asked(`${HERE}/api/board`, {
    whyNot: () => why,
    key: () => {
      why = locked;
      return Promise.resolve(ok({ key: keyOf(KEY), origins: [HERE] }));
    },
  });
  expect(answer).toEqual(fail(locked));
  why = null;
  const later = await asked(`${HERE}/api/board`, { whyNot: () => why });
  why = locked;
  expect(later.answer.ok && later.answer.value.whyNot()).toEqual(locked);
});

const base64 = Buffer.from(KEY).toString('base64url');
test.each([
  `${HERE}/api/board/${encodeURIComponent(KEY)}`,
  `${HERE}/api/board?limit=${encodeURIComponent(KEY)}`,
  `${HERE}/${Buffer.from(KEY).toString('hex').toUpperCase()}/api/board`,
  `${HERE}/api/board/${base64}`,
])('a request whose address contains the API key is not sent: %s', async (address) => {
  const { answer } = await asked(address);
  expect(answer).toMatchObject({ error: { code: 'invalid-input' } });
  const said = JSON.stringify(answer);
  expect([KEY, base64, 'boards.example'].filter((text) => said.includes(text))).toEqual([]);
});

test('a request without an API key is not sent if its address contains a key used before', async () => {
  const { used } = await asked(`${HERE}/api/board`);
  const log = createLog(() => undefined);
  const authority: Authority = { whyNot: () => null, key: () => Promise.resolve(fail(failure('no-key'))) };
  const call = { api: 'appUrl', effect: 'read', withKey: false } as const;
  const answer = await authorize(call, new URL(`${HERE}/${KEY}`), authority, log, used);
  expect(answer).toMatchObject({ error: { code: 'invalid-input' } });
});

test('a request is not blocked if its address contains only a short secret', async () => {
  const { answer } = await asked(`${HERE}/api/board/board-1`, { known: ['board-1'] });
  expect(answer.ok).toBe(true);
});

const TYPED = 'sk_live-0123456789abcdef';

test.each([
  [`  ${TYPED}\n`, TYPED],
  [`Authorization: Bearer ${TYPED}`, TYPED],
  ['x'.repeat(LONGEST_KEY_BYTES), 'x'.repeat(LONGEST_KEY_BYTES)],
])('the pasted text %j is accepted as an API key', (typed, key) => {
  expect(keyOf(typed).reveal()).toBe(key);
});

test.each([
  ['nothing', ''],
  ['a key with too many bytes', 'é'.repeat(LONGEST_KEY_BYTES / 2 + 1)],
  ['a blank inside', 'abcdef ghijkl'],
  ['a line break inside', 'abcdef\nghijkl'],
  ['a NUL inside', 'abcdef\u0000ghijkl'],
  ['a zero-width space', 'abcdef\u200Bghijkl'],
  ['letters of another script', 'ключ-доступа'],
])('a pasted text is rejected as an API key without being quoted: %s', (_what, typed) => {
  const read = readApiKey(typed);
  expect(read).toMatchObject({ ok: false, error: expect.stringMatching(/\.$/) as string });
  expect(JSON.stringify(read)).not.toMatch(/abcdef|ghijkl|sk_live/);
});

test('printing or serialising a key object never shows the API key', () => {
  const key = keyOf(TYPED);
  const printed = [
    String(key),
    JSON.stringify({ key }),
    inspect({ key }, { depth: 9, showHidden: true }),
    Object.values(key).join(),
    JSON.stringify(Object.getOwnPropertyDescriptors(key)),
  ];
  for (const text of printed) expect(text).not.toContain(TYPED);
});

test('the fingerprint of an API key differs for each key and each salt', () => {
  const prints = [
    keyOf(TYPED).fingerprint('a'),
    keyOf(`${TYPED}x`).fingerprint('a'),
    keyOf(TYPED).fingerprint('b'),
  ];
  for (const print of prints) expect(print).toMatch(/^[\da-f]{8}$/);
  expect(new Set(prints).size).toBe(3);
  expect(keyOf(TYPED).fingerprint('a')).toBe(prints[0]);
});
