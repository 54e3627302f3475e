import { expect, onTestFinished, test, vi } from 'vitest';
import { schemesOf } from '../../../../main/service/connect.ts';
import {
  createRouter,
  nameRoute,
  readProxyEnvironment,
  readRoutes,
} from '../../../../main/service/routes.ts';
import { createTransport } from '../../../../main/service/transport.ts';
import { fakeClock } from './clock.ts';

const names = (answer: string): readonly string[] => readRoutes(answer).map(nameRoute);

test.each([
  [' direct ; ', ['direct']],
  ['PROXY proxy.example', ['proxy proxy.example:80']],
  ['HTTPS proxy.example', ['proxy proxy.example:443']],
  ['SOCKS5 proxy.example', ['SOCKS proxy proxy.example:1080 (experimental)']],
  ['PROXY a:1;PROXY b:2; DIRECT', ['proxy a:1', 'proxy b:2', 'direct']],
])('the system’s proxy setting %j is read as %j', (answer, expected) => {
  expect(names(answer)).toEqual(expected);
});

test.each(['', 'SOCKS a:1080', 'PROXY a:65536', 'PROXY user:password@a:1', 'constructor a:1'])(
  'the system’s proxy setting %j is refused without showing its password',
  (answer) => {
    expect(readRoutes(answer)).toMatchObject([{ kind: 'unsupported' }]);
    expect(names(answer).join()).not.toContain('password');
  },
);

function setUp(answers: readonly string[]) {
  const asked: string[] = [];
  const clock = fakeClock();
  const router = createRouter((address) => {
    asked.push(address);
    return Promise.resolve(answers[asked.length - 1] ?? 'DIRECT');
  }, clock);
  return { asked, clock, way: async (url: string) => (await router(new URL(url))).map(nameRoute) };
}

test('the system’s proxy for an origin is looked up again after 30 s', async () => {
  const { asked, clock, way } = setUp(['PROXY a:1', 'PROXY b:2', 'PROXY c:3']);
  expect(await way('https://boards.example/api/board/secret-id?limit=1')).toEqual(['proxy a:1']);
  expect(await way('https://boards.example/api/board')).toEqual(['proxy a:1']);
  expect(await way('https://papers.example/')).toEqual(['proxy b:2']);
  await clock.advance(29_999);
  expect(await way('https://boards.example/')).toEqual(['proxy a:1']);
  await clock.advance(1);
  expect(await way('https://boards.example/')).toEqual(['proxy c:3']);
  expect(asked).toEqual(['https://boards.example/', 'https://papers.example/', 'https://boards.example/']);
});

test('the system’s proxy for an origin is looked up again after the system clock was set back', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answers = ['PROXY a:1', 'PROXY b:2'];
  const transport = createTransport({ resolveProxy: () => Promise.resolve(answers.shift() ?? '') });
  const url = new URL('https://boards.example');
  expect(await transport.proxyOf(url)).toBe('proxy a:1');
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(30_000);
  expect(await transport.proxyOf(url)).toBe('proxy b:2');
});

test('a request to an http address on this computer uses no proxy', async () => {
  const { asked, way } = setUp(['PROXY a:1']);
  expect(await way('http://127.0.0.1:8080/')).toEqual(['direct']);
  expect(asked).toEqual([]);
  expect(await createRouter(undefined, fakeClock())(new URL('https://boards.example'))).toMatchObject([
    { kind: 'direct' },
  ]);
});

test.each([
  ['http://ann:S%40cret@proxy.example:3128', 'proxy.example:3128', { user: 'ann', password: 'S@cret' }],
  ['bob:pass@proxy.example', 'proxy.example:80', { user: 'bob', password: 'pass' }],
  ['https://carol@Proxy.example/', 'proxy.example:443', { user: 'carol', password: '' }],
  ['socks5://[::1]:9', '[::1]:9', undefined],
])('the proxy environment variable %s is read as the proxy %s', (address, name, signIn) => {
  const { proxies, signIns } = readProxyEnvironment({ HTTPS_PROXY: address });
  expect([[...proxies], signIns.get(name)]).toEqual([[name], signIn]);
});

test.each([
  ['10.0.0.0/8', 'https://10.20.30.40', 'https://11.0.0.1'],
  ['fd00::/8', 'https://[fd12:3456::1]', 'https://[fe80::1]'],
  ['::1', 'https://[0:0:0:0:0:0:0:1]', 'https://[::2]'],
  ['[fe80::1]:8443', 'https://[fe80::1]:8443', 'https://[fe80::1]'],
  ['10.0.0.0/33 10.0.0.9', 'https://10.0.0.9', 'https://10.0.0.8'],
  ['.example.com, other.test:8443', 'https://a.b.example.com', 'https://other.test'],
  ['Example.com', 'https://example.com.', 'https://badexample.com'],
  ['*', 'https://boards.example', null],
])('with no_proxy=%s, %s bypasses the proxy, but not %s', (no_proxy, inside, outside) => {
  const { isExempt } = readProxyEnvironment({ no_proxy });
  expect([isExempt(new URL(inside)), outside !== null && isExempt(new URL(outside))]).toEqual([true, false]);
});

test('the environment variable no_proxy does not apply to the system’s proxy', async () => {
  const environment = readProxyEnvironment({ https_proxy: 'http://a:1', NO_PROXY: '10.0.0.0/8' });
  const routesOf = async (answer: string) =>
    (
      await createRouter(() => Promise.resolve(answer), fakeClock(), environment)(new URL('https://10.1.1.1'))
    ).map(nameRoute);
  expect(await routesOf('PROXY a:1')).toEqual(['direct']);
  expect(await routesOf('PROXY b:1')).toEqual(['proxy b:1']);
});

test.each([
  [undefined, ''],
  [['Digest realm="a, b", qop=auth', 'Basic'], 'Digest, Basic'],
  ['Basic ,\tBasic,Bearer x, , é, a_b', 'Basic, Bearer'],
  [`${'a'.repeat(21)}, b`, 'b'],
])('the header %j of a proxy is read as the sign-in methods %j', (challenges, schemes) => {
  expect(schemesOf(challenges)).toBe(schemes);
});
