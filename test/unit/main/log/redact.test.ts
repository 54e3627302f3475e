import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REDACTED, redact, Secrets } from '../../../../main/log/redact.ts';

const KEY = 'k-9f/8e+7d=6c"5b';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiQW5uIn0.c2lnbmF0dXJl-_x';

describe('a known secret is taken out in every form', () => {
  const bytes = Buffer.from(KEY);
  test.each([
    ['plain', KEY],
    ['URL-encoded', encodeURIComponent(KEY)],
    ['JSON-escaped', JSON.stringify(KEY).slice(1, -1)],
    ['JSON-escaped as by PHP', String.raw`k-9f\/8e+7d=6c\"5b`],
    ['base64', bytes.toString('base64')],
    ['base64url', bytes.toString('base64url')],
    ['hex', bytes.toString('hex')],
    ['upper-case hex', bytes.toString('hex').toUpperCase()],
  ])('%s', (_form, written) => {
    expect(redact(`before ${written} after`, [KEY])).toBe(`before ${REDACTED} after`);
  });

  test('bytes that hold it in any of them are known, and no others', () => {
    const secrets = new Secrets();
    secrets.add(KEY);
    const hold = (text: string): boolean => secrets.areIn(new TextEncoder().encode(text));
    expect([KEY, encodeURIComponent(KEY), bytes.toString('hex'), 'k-9f', ''].map(hold)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test('a secret inside another is no reason to leave the rest of the longer one', () => {
    expect(redact('abcdefgh', ['abcd', 'abcdefgh'])).toBe(REDACTED);
  });

  test('texts of three characters are not worth keeping secret', () => {
    expect(redact('a and ab and abc', ['a', 'ab', 'abc'])).toBe('a and ab and abc');
  });
});

describe('what looks like a secret is taken out without being known', () => {
  test.each([
    ['a bearer header', 'Authorization: Bearer abc.def-123', 'abc.def-123'],
    ['a bearer in lower case', 'sent bearer abc123 to it', 'abc123'],
    ['basic credentials', 'Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['a JWT', `token is ${JWT} here`, JWT],
    ['the first part of a JWT', 'cut off: eyJhbGciOiJIUzI1NiJ9', 'eyJhbGciOiJIUzI1NiJ9'],
    ['a query', 'https://app.example/room/1?token=abc&name=Ann', 'abc'],
    ['a fragment', 'https://app.example/#access=abc', 'access=abc'],
    ['a query without its host', '/room/1?token=abc', 'abc'],
    ['a password in an address', 'https://ann:pass@app.example/', 'pass'],
    ['a JSON member', '{"access_token":"opaque value","id":1}', 'opaque'],
    ['a JSON member with an escape', String.raw`{"api_key":"a\"b","id":1}`, String.raw`a\"b`],
    ['a JSON member that is cut off', '{"token":"opaque val', 'opaque'],
    ['a named value', 'api-key=abc123, next', 'abc123'],
  ])('%s', (_kind, text, secret) => {
    expect(redact(text)).not.toContain(secret);
    expect(redact(text)).toContain(REDACTED);
  });

  test('ordinary words and addresses stay as they are', () => {
    const text =
      'GET https://boards.example:8443/api/board/42 answered 200: "Board deleted." (token text of 210)';
    expect(redact(text)).toBe(text);
  });

  test('a megabyte of near misses is read in reasonable time', () => {
    // The processor's time, which a busy machine does not stretch; what grows with the square takes hours.
    const begun = process.cpuUsage();
    redact(
      `${'eyJ'.repeat(100_000)}${'a?b='.repeat(100_000)}${'"token"'.repeat(50_000)}${'http://'.repeat(40_000)}`,
    );
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(10_000);
  });
});

test('secrets that are held take out the same as secrets that are listed', () => {
  const held = new Secrets();
  for (const secret of [KEY, 'another-secret']) held.add(secret);
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64'), 'another-secret', JWT),
    fc.constantFrom('BEARER ', 'Password: ', 'https://a:b@c/?d=e', '?x=', '"jwt":"', ' '),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      const clean = redact(text, held);
      expect(clean).toBe(redact(text, ['another-secret', KEY]));
      expect(clean).not.toContain(KEY);
      expect(clean).not.toContain(JWT);
    }),
    { seed: 20261121, numRuns: 2000 },
  );
});

test('a secret that was removed leaves no form of itself behind', () => {
  const held = new Secrets();
  held.add(KEY);
  held.add('another-secret');
  held.remove(KEY);
  expect(held.forms.filter((form) => form.includes('another'))).not.toEqual([]);
  const only = new Secrets();
  only.add('another-secret');
  expect(held.forms).toEqual(only.forms);
});

test('a text that was clean is looked at anew once it is a secret', () => {
  const secrets = new Secrets();
  expect(redact('swordfish', secrets)).toBe('swordfish');
  secrets.add('swordfish');
  expect(redact('swordfish', secrets)).toBe('[redacted]');
  secrets.remove('swordfish');
  expect(redact('swordfish', secrets)).toBe('swordfish');
});
