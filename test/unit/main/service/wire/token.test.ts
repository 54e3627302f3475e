import { describe, expect, test } from 'vitest';
import { readBody } from '../../../../../main/service/wire/body.ts';
import { readToken, tokenForm } from '../../../../../main/service/wire/token.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: unknown): string => `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`;
const TOKEN = jwt({ exp: 1_800_000_000 });
const read = (text: string) => readToken(readBody(text));

describe('a token is found in every form', () => {
  test.each([
    ['bare text', TOKEN],
    ['text with line end', `${TOKEN}\r\n`],
    ['text after a byte order mark', `\uFEFF${TOKEN}`],
    ['a JSON string', JSON.stringify(TOKEN)],
    ['a JSON string in a JSON string', JSON.stringify(JSON.stringify(TOKEN))],
    ['token', JSON.stringify({ token: TOKEN })],
    ['access_token', JSON.stringify({ access_token: TOKEN })],
    ['accessToken', JSON.stringify({ accessToken: TOKEN })],
    ['jwt', JSON.stringify({ jwt: TOKEN })],
    ['data.token', JSON.stringify({ data: { token: TOKEN } })],
    ['data', JSON.stringify({ data: TOKEN })],
    ['a list of one', JSON.stringify([TOKEN])],
    ['a list of one object', JSON.stringify([{ token: TOKEN }])],
    ['a list of one under data', JSON.stringify({ data: [{ token: TOKEN }] })],
    ['token with others beside it', JSON.stringify({ success: true, token: TOKEN, expires: 1 })],
  ])('%s', (_form, text) => {
    expect(read(text)).toEqual({ token: TOKEN, expiresAt: 1_800_000_000_000 });
  });
});

test.each([
  ['nothing', ''],
  ['an opaque string', 'abcdef'],
  ['two parts', 'abc.def'],
  ['four parts', 'a.b.c.d'],
  ['an empty signature', 'abc.def.'],
  ['other characters', 'ab+c.def.ghi'],
  ['a token in a sentence', `Your token: ${TOKEN}`],
  ['a web page', '<html>'],
  ['a number', '5'],
  ['a list of two', JSON.stringify([TOKEN, TOKEN])],
  ['an object without one', '{"message":"ok"}'],
  ['one that is too long', `a.b.${'c'.repeat(20_000)}`],
  ['a quoted text of megabytes', JSON.stringify(`"${'\u200B'.repeat(9_000_000)}"`)],
])('%s isn’t a token', (_what, text) => {
  expect(read(text)).toBeNull();
});

describe('the expiry', () => {
  test.each([
    ['none', jwt({ name: 'Ann' })],
    ['text', jwt({ exp: 'tomorrow' })],
    ['zero', jwt({ exp: 0 })],
    ['beyond all dates', jwt({ exp: 1e300 })],
    ['claims that are no object', jwt([1])],
    ['claims that are no JSON', 'abc.def.ghi'],
  ])('is null for %s, and the token is valid', (_what, token) => {
    expect(read(token)).toEqual({ token, expiresAt: null });
  });
});

test.each([
  ['plain text', TOKEN],
  ['a JSON string', JSON.stringify(TOKEN)],
  ['token', JSON.stringify({ token: TOKEN })],
  ['data.access_token', JSON.stringify({ data: [{ access_token: TOKEN }] })],
  ['data', JSON.stringify({ data: TOKEN })],
  [null, '{"message":"ok"}'],
])('the form of a token is told without it: %s', (form, text) => {
  expect(tokenForm(readBody(text))).toBe(form);
});
