import { expect, test } from 'vitest';
import { readPastedPaper } from '../../../../main/lib/paste.ts';

const APP = 'https://app.example.com';
const ID = '123e4567-e89b-42d3-a456-426614174000';

test.each([
  ['an identifier', ID],
  ['a room address', `${APP}/room/${ID}`],
  ['a room address with a token', `${APP}/room/${ID}?token=aaa.bbb.ccc`],
])('pasting %s gives only the paper’s identifier', (_what, pasted) => {
  expect(readPastedPaper(pasted, APP)).toEqual({ ok: true, value: ID });
});

test('a pasted room address of another host is refused with both host names, but without its token', () => {
  const read = readPastedPaper(`https://other.example/room/${ID}?token=secret.secret.secret`, APP);
  expect(read).toEqual({
    ok: false,
    error: 'This address is on other.example, but this connection’s app is on app.example.com.',
  });
});

test.each([
  ['nothing', ''],
  ['an address without a room', `${APP}/papers/${ID}`],
  ['a path in an address', `${APP}/room/..%2f..%2fapi`],
  ['a slash', 'a/b'],
  ['another scheme', `javascript:${ID}`],
  ['something far too long', 'a'.repeat(201)],
])('pasting %s is refused', (_what, pasted) => {
  expect(readPastedPaper(pasted, APP).ok).toBe(false);
});
