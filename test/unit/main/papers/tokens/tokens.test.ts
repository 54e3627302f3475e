import { expect, test } from 'vitest';
import { LONGEST_DISPLAY_NAME, mintRoom, roomAddress } from '../../../../../main/papers/tokens/tokens.ts';
import type { AccessToken, ServiceApi } from '../../../../../main/service/api.ts';
import { ok, type Result } from '../../../../../preload/contract/failure.ts';

const APP = 'https://app.example';
const TOKEN: AccessToken = { token: 'head.body.seal', expiresAt: 1_700_000_000_000 };

function service(answer: Result<AccessToken>) {
  const asked: { readonly id: string; readonly name: string | null }[] = [];
  const mintToken: ServiceApi['mintToken'] = (id, name) => {
    asked.push({ id, name });
    return Promise.resolve(answer);
  };
  return { asked, mintToken };
}

test('no access token is requested for a name that is too long', async () => {
  const api = service(ok(TOKEN));
  const room = await mintRoom(api, APP, 'p-7', 'x'.repeat(LONGEST_DISPLAY_NAME + 1));
  expect(room).toMatchObject({ error: { code: 'invalid-input' } });
  expect(room.ok ? {} : Object.keys(room.error.fields ?? {})).toEqual(['displayName']);
  expect(api.asked).toEqual([]);
});

test.each([
  ['a/b', 'a%2Fb'],
  ['../..', '..%2F..'],
  ['a#b', 'a%23b'],
  ['%2e%2e', '%252e%252e'],
])('the paper id %j is encoded as one segment of the room’s address', (id, segment) => {
  const url = new URL(roomAddress(APP, id, TOKEN));
  expect(url.origin).toBe(APP);
  expect(url.pathname).toBe(`/room/${segment}`);
  expect([...url.searchParams]).toEqual([['token', TOKEN.token]]);
  expect(url.hash).toBe('');
});
