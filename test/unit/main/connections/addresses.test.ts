import { expect, test } from 'vitest';
import { readAddress, whyNotAllowed } from '../../../../main/connections/addresses.ts';

test.each([
  ['  https://api.example.com/  ', 'https://api.example.com'],
  ['https://example.com/whiteboard/', 'https://example.com/whiteboard'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['\u200b<https://api.example.com>.', 'https://api.example.com'],
  ['[API](https://api.example.com/v2)', 'https://api.example.com/v2'],
  ['https://пример.example', 'https://xn--e1afmkfd.example'],
])('the typed address %j is stored as %j', (typed, kept) => {
  expect(readAddress(typed)).toEqual({ ok: true, value: kept });
});

test.each<[string, RegExp]>([
  ['', /Enter an address/],
  ['example.com', /Start with https/],
  ['http://example.com', /Use https/],
  ['http://127.0.0.1.example.com', /Use https/],
  ['https://name:secret@example.com', /user name and password/],
  ['https://example.com\\@evil.example', /Remove the backslashes/],
  ['https://example.com/\r\nHost: evil.example', /a line break \(U\+000D\) after/],
  ['https://example.com/v%E2%80%8B1', /path contains an invisible character \(U\+200B\) after character 2/],
  ['https://example.com?key=1', /question mark/],
  ['https://example.com/%2f..%2fadmin', /encoded/],
  ['https://api.example.com/api', /Remove \/api/],
  ['https://app.example.com/room/123', /Remove \/room/],
  ['https://[::g]', /valid address/],
  [`https://example.com/${'a'.repeat(2100)}`, /too long/],
])('the typed address %j is rejected with a reason', (typed, reason) => {
  const read = readAddress(typed);
  expect(read.ok).toBe(false);
  if (!read.ok) expect(read.error).toMatch(reason);
});

const addressesOf = (paperApi: string, appUrl = 'https://app.example') => ({
  paperApi,
  boardApi: paperApi,
  appUrl,
});

const rules = (
  allowedApiHosts: readonly string[] | null,
  allowedEmbedHosts: readonly string[] | null = null,
) => ({ allowedApiHosts, allowedEmbedHosts });

test.each([
  ['https://api.example.com', ['API.Example.com'], true],
  ['https://a.b.example.com', ['other.example', '*.example.com'], true],
  ['https://example.com', ['*.example.com'], false],
  ['https://example.com.evil.example', ['*.example.com', 'example.com'], false],
  ['https://sub.api.example.com', ['api.example.com'], false],
  ['https://api.example.com:8443', ['api.example.com:443'], false],
  ['https://api.example.com.', ['api.example.com'], false],
])('the policy’s check of the address %s against the rule %j gives %s', (address, hosts, isAllowed) => {
  const why = whyNotAllowed(rules(hosts), addressesOf(address));
  if (isAllowed) expect(why).toBeNull();
  else expect(why).toContain(new URL(address).host);
});

test('the policy has separate lists of allowed hosts for the APIs and for the app', () => {
  const addresses = addressesOf('https://api.example.com', 'https://app.example.com');
  expect(whyNotAllowed(rules(['api.example.com'], ['app.example.com']), addresses)).toBeNull();
  expect(whyNotAllowed(rules(['app.example.com'], null), addresses)).toContain('api.example.com');
  expect(whyNotAllowed(rules(null, ['api.example.com']), addresses)).toContain('app.example.com');
});
