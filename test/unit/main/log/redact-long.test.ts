/** Long texts, made to be slow. */
import { describe, expect, test } from 'vitest';
import { ACCESS_TOKEN, cleanStart, REDACTED, redact, Secrets } from '../../../../main/log/redact.ts';

const KEY = 'k-9f/8e+7d=6c"5b';
const KEYS = [KEY, 'another-secret', 'secret-and'];
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiQW5uIn0.c2lnbmF0dXJl-_x';

/** What begins like a secret, again and again, and never or only just becomes one. */
const NEAR_MISSES: readonly string[] = [
  ['://', 'http://', '://a', '://@', '://a:b', '://a?b ', '://#', '://a@', '//:', '://a/', '://\\', '://&'],
  ['?', '#', '&', '=', '?a=', '?a=b', '&a', 'a=', '?a-', '?%', '&=', '?token='],
  ['token', '"token"', 'token=', 'token:', 'token=a ', '"token":"a",', 'token:"', 'token:\\"', 'token":"\\'],
  [
    'token                    ',
    'token:                    ',
    'token":',
    'token:,',
    'api_key',
    'password:"\\"',
  ],
  ['eyJaaaaaaaa....', 'eyJaaaaaaaa%2e', 'eyJaaaaaaaa%2', 'ewogI', 'ewogIaaaaaa.', 'ewoewo', 'eyAgI.'],
  ['eyJ', 'eyJ.', 'eyJaaaaaaa ', 'eyJaaaaaaaa', 'eyJaaaaaaaa.', 'eyJaaaaaaaaaa.b.c ', '-eyJ', 'eyJ~'],
  ['bearer ', 'bearer', 'bearer                    ', 'bearer x ', 'basic', 'basic "', 'digest\n', 'bearer,'],
  ['@', '"', '\\', '\\"', 'a', '-', ' ', '\n', '\u2028', '😀', 'é?', '.', ';', '[redacted]', 'secret', 'jwt'],
].flat();
/** Long enough: what grows with its square takes minutes. */
const LONG = 256 * 1024;

/** `text` again and again, behind a beginning. */
function long(text: string, length: number, beginning = ''): string {
  return beginning + text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

/** No measure of speed: what grows with the square of the length takes hours over these. */
describe('a text is read once, however long it is', () => {
  test('with any near misses in it', () => {
    const secrets = new Secrets(KEYS);
    for (const text of NEAR_MISSES) redact(long(text, LONG / 8), secrets);
  });

  test('with one long secret, which is redacted as a whole', () => {
    for (const beginning of ['token":"', 'eyJ', 'bearer ', '://a?', '?a=', 'token=', 'api_key="']) {
      for (const filling of ['a', '-', 'eyJ']) {
        const clean = redact(long(filling, LONG, beginning));
        expect(clean.length).toBeLessThan(LONG + 40);
        expect(clean).not.toContain('aaa');
      }
    }
  });

  test('with an endless address, and many beginnings of one inside', () => {
    for (const filling of ['://', '://@', 'a://', '://a/', '://&@', '://;', '://=', '://a:b@', '://%']) {
      redact(`${long(filling, LONG)} #`);
    }
  });

  test('with many secrets that nearly match at every position', () => {
    const almost = (at: number): string => `${'a'.repeat(at)}b${'a'.repeat(1900 - at)}`;
    const secrets = new Secrets(Array.from({ length: 100 }, (_, index) => almost(900 + index)));
    const text = 'a'.repeat(LONG);
    expect(redact(text, secrets)).toBe(text);
    expect(secrets.isIn(text)).toBe(false);
    expect(redact(`${text} ${almost(950)}`, secrets)).toBe(`${text} ${REDACTED}`);
  });

  test('when searching a person’s text for a token', () => {
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
});

describe('the start of a text', () => {
  const secrets = new Secrets([KEY]);
  const start = (text: string, most: number): string =>
    cleanStart(text, most, (whole) => redact(whole, secrets));

  test('is cut when there is more, and whole otherwise', () => {
    expect(start('abcdef', 6)).toBe('abcdef');
    expect(start('abcdefg', 6)).toBe('abcdef…');
    expect(start('a'.repeat(100_000), 6)).toBe('aaaaaa…');
  });

  test('holds no half of a secret, wherever one is and whatever else was redacted', () => {
    const query = (length: number): string => `https://a.example/?${'q'.repeat(length - 19)} `;
    for (let at = 0; at < 24; at += 1) {
      // Once the query is gone, all of what was read is short enough to be shown.
      for (const long of [16_384 + 100 - 24, 24_000, 100 - 24]) {
        expect(start(`${query(long + at)}${KEY} and so on`, 100)).not.toContain(KEY.slice(0, 4));
      }
    }
  });

  test('is all that is read of it', () => {
    const read: number[] = [];
    cleanStart('a'.repeat(LONG), 100, (whole) => {
      read.push(whole.length);
      return whole;
    });
    expect(read).toHaveLength(1);
    expect(read[0]).toBeLessThan(20_000);
  });
});
