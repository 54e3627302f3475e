import { expect, test } from 'vitest';
import { forbiddenFields, whyNotAllowed } from '../../../../main/connections/addresses.ts';

const addressesOf = (paperApi: string, appUrl = 'https://app.example') => ({
  paperApi,
  boardApi: paperApi,
  appUrl,
});

const rules = (
  allowedApiHosts: readonly string[] | null,
  allowedEmbedHosts: readonly string[] | null = null,
) => ({
  allowedApiHosts,
  allowedEmbedHosts,
});

test.each([
  ['https://api.example.com', ['api.example.com']],
  ['https://api.example.com:8443', ['api.example.com']],
  ['https://api.example.com:8443', ['api.example.com:8443']],
  ['https://api.example.com', ['API.Example.com']],
  ['https://api.example.com', ['other.example', '*.example.com']],
  ['https://a.b.example.com', ['*.example.com']],
  ['https://api.example.com/base', ['api.example.com']],
])('%s is allowed by %j', (address, hosts) => {
  expect(whyNotAllowed(rules(hosts), addressesOf(address))).toBeNull();
});

test.each([
  ['https://api.example.com', []],
  ['https://example.com', ['*.example.com']],
  ['https://.example.com', ['*.example.com']],
  ['https://evilexample.com', ['*.example.com']],
  ['https://example.com.evil.example', ['*.example.com', 'example.com']],
  ['https://api.example.com.evil.example', ['api.example.com']],
  ['https://sub.api.example.com', ['api.example.com']],
  ['https://api.example.com:8443', ['api.example.com:443']],
  ['https://api.example.com.', ['api.example.com']],
])('%s is not allowed by %j', (address, hosts) => {
  expect(whyNotAllowed(rules(hosts), addressesOf(address))).toContain(new URL(address).host);
});

test('the hosts of the APIs and of the app have rules of their own', () => {
  const addresses = addressesOf('https://api.example.com', 'https://app.example.com');
  expect(whyNotAllowed(rules(['api.example.com'], ['app.example.com']), addresses)).toBeNull();
  expect(whyNotAllowed(rules(['app.example.com'], null), addresses)).toContain('api.example.com');
  expect(whyNotAllowed(rules(null, ['api.example.com']), addresses)).toContain('app.example.com');
});

test('each field knows its allowed hosts, and one that could not be read is left alone', () => {
  const addresses = { paperApi: 'https://a.example', boardApi: '', appUrl: 'https://b.example' };
  expect(forbiddenFields(rules(['x.example', '*.y.example'], []), addresses)).toEqual({
    paperApi: 'Your organisation allows only x.example, *.y.example.',
    appUrl: 'Your organisation doesn’t allow any host here.',
  });
});
