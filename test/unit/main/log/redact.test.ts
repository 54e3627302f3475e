import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REDACTED, redact, Secrets } from '../../../../main/log/redact.ts';

const KEY = 'k-9f/8e+7d=6c"5b';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiQW5uIn0.c2lnbmF0dXJl-_x';

describe('a known secret is redacted in every encoding', () => {
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

  test('a secret inside another doesn’t leave the rest of the longer one', () => {
    expect(redact('abcdefgh', ['abcd', 'abcdefgh'])).toBe(REDACTED);
  });

  test('overlapping secrets are redacted as one, whichever is longer', () => {
    const text = 'x abcdefgh x cdefghij x aaaaaaaa x';
    expect(redact(text, ['abcdef', 'cdefgh', 'ghij', 'aaaa'])).toBe(
      `x ${REDACTED} x ${REDACTED} x ${REDACTED} x`,
    );
    expect(redact('abcdef abcdxx', ['abcdef', 'bcdx'])).toBe(`${REDACTED} a${REDACTED}x`);
  });

  test('a secret that isn’t ASCII is found in text, in UTF-8 bytes, and in bytes misread as letters', () => {
    const secret = 'pässwörd-€';
    const held = new Secrets([secret]);
    const bytes = Buffer.from(`so ${secret} it is`);
    expect(redact(`so ${secret} it is`, held)).toBe(`so ${REDACTED} it is`);
    expect(redact(bytes.toString('latin1'), held)).toBe(`so ${REDACTED} it is`);
  });

  test('only a long one is searched for in a person’s text', () => {
    const held = new Secrets(['swordfish', 'a-key-of-this-length']);
    expect(['swordfish', 'my a-key-of-this-length.', 'a-key-of-this'].map((text) => held.isIn(text))).toEqual(
      [false, true, false],
    );
  });

  test('texts of three characters are too short to be secrets', () => {
    expect(redact('ab and abc', ['ab', 'abc'])).toBe('ab and abc');
  });
});

describe('text that looks like a secret is redacted without being known', () => {
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

  test('ordinary words and addresses are unchanged', () => {
    const text =
      'GET https://boards.example:8443/api/board/42 answered 200: "Board deleted." (token text of 210)';
    expect(redact(text)).toBe(text);
  });
});

describe('an access token is redacted with all its parts', () => {
  const header = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0';
  const indented = Buffer.from('{\n  "alg": "dir"\n}').toString('base64url');
  const tokens = [
    `${header}.ZW5jcnlwdGVkLWtleQ.aXYtb2YtaXQ.Y2lwaGVydGV4dA.dGFnLW9mLWl0`,
    `${header}..aXYtb2YtaXQ.Y2lwaGVydGV4dA.dGFnLW9mLWl0`,
    `${header}.ZW5jcnlwdGVkLWtleQ...dGFnLW9mLWl0`,
    `${header}..c2lnbmF0dXJl`,
    `${header}.cGF5bG9hZA.`,
    `${header}....`,
    `${indented}.ZW5jcnlwdGVkLWtleQ.aXYtb2YtaXQ.Y2lwaGVydGV4dA.dGFnLW9mLWl0`,
    `${indented}.cGF5bG9hZA.c2lnbmF0dXJl`,
  ];

  test.each(tokens)('%s', (token) => {
    expect(redact(`had ${token}, and`)).toBe(`had ${REDACTED}, and`);
    expect(redact(JSON.stringify(JSON.stringify([token, 1])))).toBe(
      JSON.stringify(JSON.stringify([REDACTED, 1])),
    );
    for (const dot of ['%2E', '%2e', '%252E', String.raw`\u002e`, String.raw`\u002E`]) {
      expect(redact(`had ${token.replaceAll('.', dot)}, and`)).toBe(`had ${REDACTED}, and`);
    }
    expect(redact(`/room/1?token=${token.replaceAll('.', '%2E')}`)).toBe(`/room/1?token=${REDACTED}`);
  });

  test('as far as it goes where it is cut off', () => {
    const [whole = ''] = tokens;
    for (let length = header.length; length < whole.length; length += 1) {
      expect(redact(`had ${whole.slice(0, length)}`)).toMatch(/^had \[redacted\]\.?$/u);
    }
  });

  test('and the full stop of its sentence stays', () => {
    expect(redact(`I had ${JWT}. It was refused.`)).toBe(`I had ${REDACTED}. It was refused.`);
  });

  test('and names with dots stay as they are', () => {
    const text =
      'keyAgreement.protocol.value.of.it newkingdom.example.com.au framework.io.v1.2.3 drawings.tar.gz.sig.asc 10.0.0.1.5';
    expect(redact(text)).toBe(text);
  });
});

test('a secret is redacted from when it is added until it is removed, in any encoding', () => {
  const held = new Secrets();
  expect(redact(KEY, held)).toBe(KEY);
  held.add(KEY);
  expect(redact(KEY, held)).toBe(REDACTED);
  held.add('another-secret');
  held.remove(KEY);
  const forms = [KEY, Buffer.from(KEY).toString('hex'), 'another-secret'].join(' ');
  expect(redact(forms, held)).toBe(forms.replace('another-secret', REDACTED));
});

/** What is taken out of a text without being known, one rule after the other. They are too slow for long texts. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic|Digest|Negotiate)\s{1,20}[^\s"',;]+/giu, `$1 ${REDACTED}`],
  [/eyJ[\w-]{8,}(?:(?:\.[\w-]*){4}|(?:\.[\w-]*){2}\.[\w-]+|(?:\.[\w-]*){0,2})/gu, REDACTED],
  [/(:\/\/)[^\s/?#"'<>@]{1,500}@/giu, `$1${REDACTED}@`],
  [/(:\/\/[^\s?#"'<>]{0,2000})[?#][^\s"'<>]*/giu, `$1?${REDACTED}`],
  [/([?&][\w.~%-]{1,200}=)[^\s&"'<>]+/gu, `$1${REDACTED}`],
  [
    /((?:token|\b(?:api[_-]?key|authorization|password|passphrase|secret|jwt|cookie))"?\s{0,20}[:=]\s{0,20})("(?:[^"\\]|\\.)*"?|[^\s"',;{}[\]()]+)/giu,
    `$1${REDACTED}`,
  ],
];

const HIDDEN = 'opaque-7';
const MANY_KEYS = [KEY, 'another-secret', 'secret-and'];

test('redacted text stays redacted, however the parts around it meet', () => {
  const signs = Array.from(`?#&=@:/\\"'.,;-_%~<>(){}[] \n`);
  const words = ['bearer ', 'Basic\t', 'DIGEST ', 'negotiate  ', 'token', 'api_key', 'apikey', 'api-key'];
  const names = 'authorization Password passphrase secret jwt cookie to\u212Aen ba\u017Fic'.split(' ');
  const others = String.raw`:// http:// eyJ eyJabcdefg eyJabcdefgh \" ":" ?a= a 😀 é`.split(' ');
  const keys = [...MANY_KEYS, encodeURIComponent(KEY), 'another-', '-secret'];
  const piece = fc.constantFrom(...signs, ...words, ...names, ...others, ...keys, HIDDEN, REDACTED);
  const secrets = new Secrets(MANY_KEYS);
  // What stands for a secret, and what only parts a name from it, is no part of what is seen.
  const seen = (text: string): string => text.replaceAll('#', '?').replaceAll(/\s+/gu, '');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      const text = pieces.join('');
      const clean = redact(text, secrets);
      expect(MANY_KEYS.filter((key) => clean.includes(key))).toEqual([]);
      let ruled = secrets.takenFrom(text);
      for (const [rule, replacement] of RULES) ruled = ruled.replace(rule, replacement);
      const left = seen(ruled.replaceAll(REDACTED, ''));
      let at = 0;
      for (const part of clean.split(REDACTED).map(seen)) {
        const found = left.indexOf(part, at);
        if (found === -1)
          throw new Error(`${JSON.stringify(part)} of ${JSON.stringify(text)} is seen: ${clean}`);
        at = found + part.length;
      }
    }),
    { seed: 20261121, numRuns: 1500 },
  );
});

test('a secret is found in any text, in each of its forms', () => {
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
    { seed: 20261121, numRuns: 400 },
  );
});

test('a text is changed exactly where a search for each secret finds one', () => {
  const text = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom('a', 'b'), minLength, maxLength });
  fc.assert(
    fc.property(fc.array(text(4, 9), { maxLength: 4 }), text(0, 40), (secrets, found) => {
      const isThere = secrets.some((secret) => found.includes(secret));
      expect(new Secrets(secrets).takenFrom(found) !== found).toBe(isThere);
    }),
    { seed: 20261123, numRuns: 1000 },
  );
});
