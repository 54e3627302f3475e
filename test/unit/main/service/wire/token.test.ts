import { expect, test } from 'vitest';
import { REDACTED, redact } from '../../../../../main/lib/log/redact.ts';
import { readBody } from '../../../../../main/service/wire/body.ts';
import { readToken, tokenForm } from '../../../../../main/service/wire/token.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: unknown): string => `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`;
const HEADER = part({ alg: 'HS256' });
const TOKEN = jwt({ exp: 1_800_000_000 });
const NOW = Date.UTC(2026, 10, 21);
const read = (text: string, clock: number | null = NOW) => readToken(readBody(text), { now: NOW, clock });

test.each<[string, unknown]>([
  ['bare text', TOKEN],
  ['a JSON string in a JSON string', JSON.stringify(JSON.stringify(TOKEN))],
  ['the field data', { data: TOKEN }],
  ['a list of one token in the field data', { data: [{ token: TOKEN }] }],
  ['the field whose name suggests a token', { id: jwt({ id: 1 }), data: jwt({}), roomToken: TOKEN }],
  ['access_token, not refresh_token', { refresh_token: jwt({}), id_token: jwt({}), access_token: TOKEN }],
  ['a nested field named jwt', { trace: jwt({}), result: { paper: { jwt: TOKEN } } }],
  ['the only valid token of several texts', { room: 'a.b.c', token: 'd.e.f', value: TOKEN }],
])('an access token is found in %s', (_form, body) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect(read(text)).toMatchObject({ token: TOKEN, expiresAt: 1_800_000_000_000 });
});

/** Encrypted token (JWE) from RFC 7516, appendix A.1. */
const JWE = [
  'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ',
  'OKOawDo13gRp2ojaHV7LFpZcgV7T6DVZKTyKOMTYUmKoTCVJRgckCL9kiMT03JGe',
  '48V1_ALb6US04U3b',
  '5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6ji',
  'XFBoMYUZodetZdvTiFvSkQ',
].join('.');
const encoded = (text: string): string => Buffer.from(text).toString('base64url');

test.each([
  ['with five parts', JWE],
  ['with five parts and no encrypted key', `${part({ alg: 'dir', enc: 'A128GCM' })}..aXY.dGV4dA.dGFn`],
  ['without a signature', `${part({ alg: 'none' })}.${part({ name: 'Ann' })}.`],
  ['with line ends of Windows in its header', `${encoded('{\r\n\t"alg":"none"}')}.e30.`],
])('a token %s is accepted as an access token', (_what, token) => {
  for (const text of [token, JSON.stringify(token), JSON.stringify({ data: { token } })]) {
    expect(read(text)).toEqual({ token, expiresAt: null });
  }
  // Redaction must recognise every text that Easel accepts as a token.
  expect(redact(`it is ${token}, so`)).toBe(`it is ${REDACTED}, so`);
});

test.each([
  ['four parts', `${HEADER}.b.c.d`],
  ['a token whose header is not JSON', 'abc.def.ghi'],
  ['a header that the redactor does not know', `${encoded(' {"alg":"none"}')}.e30.`],
  ['a header without an algorithm', `${part({ typ: 'JWT' })}.def.ghi`],
  ['a token in a sentence', `Your token: ${TOKEN}`],
  ['a list of two tokens', JSON.stringify([TOKEN, TOKEN])],
  ['one of two tokens in unknown fields', JSON.stringify({ one: TOKEN, two: jwt({}) })],
  ['a refresh token', JSON.stringify({ refreshToken: TOKEN })],
  ['a host name shaped like a token', JSON.stringify({ token: 'www.example.com', data: { token: 'a.b.c' } })],
  ['a token that is too long', `${HEADER}.b.${'c'.repeat(20_000)}`],
  ['a quoted text of megabytes', JSON.stringify(`"${'\u200B'.repeat(9_000_000)}"`)],
])('a response is not read as an access token if it contains %s', (_what, text) => {
  expect(read(text)).toBeNull();
});

const HOUR = 3_600_000;
const claims = (from: number) => ({ iat: from / 1000, exp: from / 1000 + 7200 });
test.each([
  ['by the clock of the service', claims(NOW - 2 * HOUR), NOW - 2 * HOUR, {}],
  ['by the clock of the service if it is ahead', claims(NOW + HOUR), NOW + HOUR, {}],
  ['from its receipt by its own duration', claims(NOW - 2 * HOUR), null, { isAbout: true }],
  ['from its receipt', { exp: NOW / 1000 + 7200 }, null, { isAbout: true }],
])('the expiry of an access token is converted to this computer’s clock: %s', (_how, told, clock, about) => {
  const expiresAt = told.exp * 1000;
  const expected = { expiresAt, expiresHere: NOW + 2 * HOUR, ...about };
  expect(read(jwt(told), clock)).toEqual({ token: jwt(told), ...expected });
});
test.each([1_800_000_000, 1_800_000_000_000, '1800000000', '2027-01-15T08:00:00Z'])(
  'the expiry of an access token is read from its claim exp = %j',
  (exp) => expect(read(jwt({ exp }))?.expiresAt).toBe(1_800_000_000_000),
);
test.each([
  ['a duration instead of a time', jwt({ exp: 3600 })],
  ['a token without an expiry', jwt({ name: 'Ann' })],
  ['an expiry beyond all dates', jwt({ exp: 1e300 })],
  ['a token without claims', `${HEADER}..ghi`],
  ['an encrypted token', `${part({ alg: 'dir' })}.${part({ exp: 1_800_000_000 })}.iv.text.tag`],
])('no expiry of an access token is read from %s', (_what, token) => {
  expect(read(token)).toEqual({ token, expiresAt: null });
});

test.each([
  ['plain text', TOKEN],
  ['a JSON string', JSON.stringify(TOKEN)],
  ['data.access_token', JSON.stringify({ data: [{ access_token: TOKEN }] })],
  ['….token', JSON.stringify({ [`a${'1'.repeat(40)}`]: { token: TOKEN } })],
  [null, '{"message":"ok"}'],
])('the format of a token response is described without the token: %s', (form, text) => {
  expect(tokenForm(readBody(text))).toBe(form);
});
