import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACCESS_TOKEN, cleanStart, REDACTED, redact, Secrets } from '../../../../../main/lib/log/redact.ts';

const KEY = 'k-9f/8e+7d=6c"5b';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiQW5uIn0.c2lnbmF0dXJl-_x';

const bytes = Buffer.from(KEY);
test.each([
  ['plain text', KEY],
  ['URL-encoded', encodeURIComponent(KEY)],
  ['JSON-escaped', JSON.stringify(KEY).slice(1, -1)],
  ['JSON-escaped as by PHP', String.raw`k-9f\/8e+7d=6c\"5b`],
  ['base64', bytes.toString('base64')],
  ['base64url', bytes.toString('base64url')],
  ['hex', bytes.toString('hex')],
  ['upper-case hex', bytes.toString('hex').toUpperCase()],
])('redaction finds a secret that is encoded as %s', (_form, written) => {
  expect(redact(`before ${written} after`, new Secrets([KEY]))).toBe(`before ${REDACTED} after`);
});

test('a secret registered twice is redacted until it was unregistered twice', () => {
  const held = new Secrets([KEY, KEY]);
  held.remove(KEY);
  expect(redact(KEY, held)).toBe(REDACTED);
  held.remove(KEY);
  expect(held.all).toEqual([]);
});

test('two secrets that overlap in a text are both redacted', () => {
  const text = 'x abcdefgh x cdefghij x aaaaaaaa x';
  expect(redact(text, new Secrets(['abcdef', 'cdefgh', 'ghij', 'aaaa']))).toBe(
    `x ${REDACTED} x ${REDACTED} x ${REDACTED} x`,
  );
  expect(redact('abcdefgh', new Secrets(['abcd', 'abcdefgh']))).toBe(REDACTED);
  expect(redact('abcdef abcdxx', new Secrets(['abcdef', 'bcdx']))).toBe(`${REDACTED} a${REDACTED}x`);
});

test('redaction finds a non-ASCII secret in UTF-8 bytes and in text decoded as Latin-1', () => {
  const secret = 'pässwörd-€';
  const held = new Secrets([secret]);
  const bytes = Buffer.from(`so ${secret} it is`);
  expect(redact(`so ${secret} it is`, held)).toBe(`so ${REDACTED} it is`);
  expect(redact(bytes.toString('latin1'), held)).toBe(`so ${REDACTED} it is`);
});

test('the search for secrets in texts of the user finds only long and complete secrets', () => {
  const held = new Secrets(['swordfish', 'a-key-of-this-length']);
  expect(['swordfish', 'my a-key-of-this-length.', 'a-key-of-this'].map((text) => held.isIn(text))).toEqual([
    false,
    true,
    false,
  ]);
});

test.each([
  ['a bearer header', 'Authorization: Bearer abc.def-123', 'abc.def-123'],
  ['basic credentials', 'Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
  ['a JWT', `token is ${JWT} here`, JWT],
  ['a token in a query', 'https://app.example/room/1?token=abc&name=Ann', 'abc'],
  ['a password in an address', 'https://ann:pass@app.example/', 'pass'],
  ['a JSON member with an escape', String.raw`{"api_key":"a\"b","id":1}`, String.raw`a\"b`],
  ['a truncated JSON member', '{"token":"opaque val', 'opaque'],
  ['a value with the name of a secret', 'api-key=abc123, next', 'abc123'],
])('redaction covers a text that looks like a secret: %s', (_kind, text, secret) => {
  expect(redact(text)).not.toContain(secret);
  expect(redact(text)).toContain(REDACTED);
});

test.each([
  'GET https://boards.example:8443/api/board/42 answered 200: "Board deleted." (token text of 210)',
  'keyAgreement.protocol.value.of.it newkingdom.example.com.au framework.io.v1.2.3 drawings.tar.gz.sig.asc',
  '10.0.0.1.5',
])('redaction leaves a text without secrets unchanged: %s', (text) => {
  expect(redact(text)).toBe(text);
});

const header = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0';
const indented = Buffer.from('{\n  "alg": "dir"\n}').toString('base64url');
const tokens = [
  `${header}.ZW5jcnlwdGVkLWtleQ.aXYtb2YtaXQ.Y2lwaGVydGV4dA.dGFnLW9mLWl0`,
  `${header}..aXYtb2YtaXQ.Y2lwaGVydGV4dA.dGFnLW9mLWl0`,
  `${header}.cGF5bG9hZA.`,
  `${header}....`,
  `${indented}.ZW5jcnlwdGVkLWtleQ.aXYtb2YtaXQ.Y2lwaGVydGV4dA.dGFnLW9mLWl0`,
  `${indented}.cGF5bG9hZA.c2lnbmF0dXJl`,
];

test.each(tokens)('redaction covers all parts of a token, even if its dots are escaped: %s', (token) => {
  expect(redact(`had ${token}, and`)).toBe(`had ${REDACTED}, and`);
  expect(redact(JSON.stringify(JSON.stringify([token, 1])))).toBe(
    JSON.stringify(JSON.stringify([REDACTED, 1])),
  );
  for (const dot of ['%2E', '%2e', '%252E', String.raw`\u002e`, String.raw`\u002E`]) {
    expect(redact(`had ${token.replaceAll('.', dot)}, and`)).toBe(`had ${REDACTED}, and`);
  }
  expect(redact(`/room/1?token=${token.replaceAll('.', '%2E')}`)).toBe(`/room/1?token=${REDACTED}`);
});

test('a truncated access token is redacted to its end', () => {
  const [whole = ''] = tokens;
  for (let length = header.length; length < whole.length; length += 1) {
    expect(redact(`had ${whole.slice(0, length)}`)).toMatch(/^had \[redacted\]\.?$/u);
  }
});

test('redaction finds a secret in each encoding between random texts', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 });
  const secrets = fc.string({ unit: 'binary', minLength: 4, maxLength: 12 });
  fc.assert(
    fc.property(text, text, secrets, (before, after, secret) => {
      fc.pre(!REDACTED.includes(secret) && secret.isWellFormed());
      const held = new Secrets([secret]);
      const most = before.length + REDACTED.length + after.length;
      const forms = [secret, JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString('base64url')];
      for (const form of forms) {
        expect(held.takenFrom(`${before}${form}${after}`).length).toBeLessThanOrEqual(most);
      }
    }),
    { seed: 20261121, numRuns: 200 },
  );
});

/** Beginnings of secrets. Redaction must take linear time even if a text repeats one of them very often. */
const NEAR_MISSES = [
  ...'://|://a|://@|://a:b|://a?b |://&|?|?a=|a=|?a-|&=|?token='.split('|'),
  ...'token|token=a |"token":"a",|token:\\"|token":"\\|token            |token:,|api_key|@|"|\\"| '.split(
    '|',
  ),
  ...'eyJaaaaaaaa....|eyJaaaaaaaa%2|ewogIaaaaaa.|eyJ|eyJaaaaaaa |eyJaaaaaaaaaa.b.c |-eyJ|secret'.split('|'),
  ...'bearer |bearer            |basic "|[redacted]'.split('|'),
];
/** Length of a text whose redaction would take minutes if it took quadratic time. */
const LONG = 256 * 1024;

function long(text: string, length: number, beginning = ''): string {
  return beginning + text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

test('the time for redaction is linear in the length of a text with many near matches', () => {
  const secrets = new Secrets([KEY, 'another-secret', 'secret-and']);
  for (const text of NEAR_MISSES) redact(`${long(text, LONG)} #`, secrets);
});

test('a long text that consists of a single secret is redacted', () => {
  for (const beginning of ['token":"', 'eyJ', 'bearer ', '://a?', '?a=', 'token=', 'api_key="']) {
    for (const filling of ['a', '-', 'eyJ']) {
      const clean = redact(long(filling, LONG, beginning));
      expect(clean.length).toBeLessThan(LONG + 40);
      expect(clean).not.toContain('aaa');
    }
  }
});

test('the time of the search for access tokens is linear in the length of the text', () => {
  expect(ACCESS_TOKEN.test(`I had ${JWT} here`)).toBe(true);
  expect(ACCESS_TOKEN.test('eyJabcdefgh. eyJabcdefg.a eyJabcdefgh')).toBe(false);
  for (const parts of ['.b.c.d.e', '..c.d.e', '...d.e', '....e', '..c']) {
    expect(ACCESS_TOKEN.test(`I had eyJhbGciOiJkaXIifQ${parts} here`)).toBe(true);
  }
  expect(ACCESS_TOKEN.test('keyAgreementProtocol.of.it newkingdomhotel.example')).toBe(false);
  for (const text of ['eyJ', 'eyJaaaaaaaa', 'eyJaaaaaaaa.....', 'ewogI', 'eyJ-.', '.', 'eyJaaaaaaaa. ']) {
    expect(ACCESS_TOKEN.test(long(text, LONG))).toBe(false);
  }
});

const secrets = new Secrets([KEY]);
const start = (text: string, most: number): string =>
  cleanStart(text, most, (whole) => redact(whole, secrets));

test('a text is shortened only if it is longer than the limit', () => {
  expect(start('abcdef', 6)).toBe('abcdef');
  expect(start('abcdefg', 6)).toBe('abcdef…');
  expect(start('a'.repeat(100_000), 6)).toBe('aaaaaa…');
});

test('a shortened text never contains a part of a secret', () => {
  const query = (length: number): string => `https://a.example/?${'q'.repeat(length - 19)} `;
  for (let at = 0; at < 24; at += 1) {
    // The API key follows a long URL. Redaction shortens the URL, so parts of the key could become visible.
    for (const long of [16_384 + 100 - 24, 24_000, 100 - 24]) {
      expect(start(`${query(long + at)}${KEY} and so on`, 100)).not.toContain(KEY.slice(0, 4));
    }
  }
});
