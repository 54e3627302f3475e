import { describe, expect, test } from 'vitest';
import { createLog } from '../../../../main/lib/log/log.ts';
import { Secrets } from '../../../../main/lib/log/redact.ts';
import { authorize, type Authority } from '../../../../main/service/authorize.ts';
import { readApiKey, type ApiKey } from '../../../../main/service/api-key.ts';
import type { Effect } from '../../../../main/service/call.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, ok, type Failure } from '../../../../preload/contract/failure.ts';

const KEY = 'sk/key+0123456789';
const HERE = 'https://boards.example';

function keyOf(text: string): ApiKey {
  const key = readApiKey(text);
  if (!key.ok) throw new Error(key.error);
  return key.value;
}

/** Asks for one attempt; `known`: keys that the log knows. */
async function asked(
  address: string,
  change: Partial<Authority> & { readonly effect?: Effect; readonly known?: readonly string[] } = {},
) {
  const { effect = 'read', known = [KEY], ...authority } = change;
  const log = createLog({ write: () => undefined });
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

test('the key goes to the origin that it was entered for, and is marked as used', async () => {
  const { answer, used } = await asked(`${HERE}/api/board`);
  expect(answer).toMatchObject({ ok: true, value: { headers: { authorization: `Bearer ${KEY}` } } });
  expect(used.isIn(`so ${KEY} it is`)).toBe(true);
});

test.each(['https://boards.example:8443/api/board', 'http://boards.example/api/board'])(
  'it is not sent to %s, and the failure says what to do',
  async (address) => {
    const { answer, used } = await asked(address);
    expect(answer).toMatchObject({
      error: { code: 'no-key', nextStep: expect.stringContaining('paste the key') as unknown },
    });
    expect(used.isIn(KEY)).toBe(false);
  },
);

describe('reasons to refuse', () => {
  const locked = failure('locked');

  test('are checked by the effect of the call, before the keychain is asked', async () => {
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

  test('are checked again once the keychain has answered, and when the request starts', async () => {
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
});

describe('a key in an address', () => {
  const base64 = Buffer.from(KEY).toString('base64url');
  test.each([
    `${HERE}/api/board/${encodeURIComponent(KEY)}`,
    `${HERE}/api/board?limit=${encodeURIComponent(KEY)}`,
    `${HERE}/${Buffer.from(KEY).toString('hex').toUpperCase()}/api/board`,
    `${HERE}/api/board/${base64}`,
  ])('%s is not sent, and nothing quotes it', async (address) => {
    const { answer } = await asked(address);
    expect(answer).toMatchObject({ error: { code: 'invalid-input' } });
    const said = JSON.stringify(answer);
    expect([KEY, base64, 'boards.example'].filter((text) => said.includes(text))).toEqual([]);
  });

  test('is found even when it was used before and is forgotten elsewhere', async () => {
    const { used } = await asked(`${HERE}/api/board`);
    const log = createLog({ write: () => undefined });
    const authority: Authority = { whyNot: () => null, key: () => Promise.resolve(fail(failure('no-key'))) };
    const call = { api: 'appUrl', effect: 'read', withKey: false } as const;
    const answer = await authorize(call, new URL(`${HERE}/${KEY}`), authority, log, used);
    expect(answer).toMatchObject({ error: { code: 'invalid-input' } });
  });

  test('is not a short text that an id may contain by chance', async () => {
    const { answer } = await asked(`${HERE}/api/board/board-1`, { known: ['board-1'] });
    expect(answer.ok).toBe(true);
  });
});
