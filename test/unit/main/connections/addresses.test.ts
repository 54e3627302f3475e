import { expect, test } from 'vitest';
import { readAddress } from '../../../../main/connections/addresses.ts';

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['  https://api.example.com/  ', 'https://api.example.com'],
  ['https://API.Example.com///', 'https://api.example.com'],
  ['https://example.com/whiteboard/', 'https://example.com/whiteboard'],
  ['https://example.com:8443', 'https://example.com:8443'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['http://localhost:4000/', 'http://localhost:4000'],
  ['http://[::1]:4000', 'http://[::1]:4000'],
  ['HTTPS://api.example.com', 'https://api.example.com'],
])('the address %j is kept as %j', (typed, kept) => {
  expect(readAddress(typed)).toEqual({ ok: true, value: kept });
});

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['', /Enter an address/],
  ['   ', /Enter an address/],
  ['example.com', /Begin with https/],
  ['//example.com', /Begin with https/],
  ['ftp://example.com', /Begin with https/],
  ['file:///etc/passwd', /Begin with https/],
  ['javascript:alert(1)', /Begin with https/],
  ['data:text/html,hello', /Begin with https/],
  ['app://easel', /Begin with https/],
  ['ws://example.com', /Begin with https/],
  ['ms-msdt:/id', /Begin with https/],
  ['smb://host/share', /Begin with https/],
  ['https:example.com', /Begin with https/],
  ['https:///example.com', /Begin with https/],
  ['https://', /Begin with https/],
  ['http://example.com', /Use https/],
  ['http://192.168.1.4', /Use https/],
  ['http://10.0.0.1', /Use https/],
  ['http://127.0.0.1.example.com', /Use https/],
  ['http://localhost.example.com', /Use https/],
  ['http://128.0.0.1', /Use https/],
  ['http://0.0.0.0:80', /Use https/],
  ['http://[::2]', /Use https/],
  ['https://name@example.com', /user name and password/],
  ['https://name:secret@example.com', /user name and password/],
  ['https://@example.com', /user name and password/],
  ['https://:@example.com', /user name and password/],
  ['https://good.example@evil.example', /user name and password/],
  ['https://exam ple.com', /no blanks/],
  ['https://example.com\\@evil.example', /no blanks/],
  ['https:\\\\example.com', /no blanks/],
  ['https://example.com\u0000', /no blanks/],
  ['https://example.com/\r\nHost: evil.example', /no blanks/],
  ['https://example.com/\u0085x', /no blanks/],
  ['https://example.com/a\u00a0b', /no blanks/],
  ['https://example.com?key=1', /question mark/],
  ['https://example.com/?', /question mark/],
  ['https://example.com#top', /question mark/],
  ['https://example.com/#', /question mark/],
  ['https://example.com/%2f..%2fadmin', /encoded/],
  ['https://example.com/%5cserver', /encoded/],
  ['https://example.com/%00', /encoded/],
  ['https://api.example.com/api', /Leave out \/api/],
  ['https://api.example.com/api/', /Leave out \/api/],
  ['https://api.example.com/api/paper', /Leave out \/api/],
  ['https://api.example.com/API/board/123', /Leave out \/api/],
  ['https://app.example.com/room/123', /Leave out \/room/],
  ['https://[::g]', /not an address/],
  ['https://exa%mple.com', /not an address/],
  ['https://example.com:99999', /not an address/],
  [`https://example.com/${'a'.repeat(2100)}`, /too long/],
];

test.each(REFUSED)('the address %j is refused with its reason', (typed, reason) => {
  const read = readAddress(typed);
  expect(read.ok).toBe(false);
  if (!read.ok) expect(read.error).toMatch(reason);
});

test('a host in Unicode is kept in the form that is really looked up', () => {
  expect(readAddress('https://пример.example')).toEqual({ ok: true, value: 'https://xn--e1afmkfd.example' });
});
