import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../../main/lib/wording/failure.ts';
import { fail } from '../../../preload/contract/failure.ts';
import { hasProgram } from '../../support/system.ts';
import {
  AUTHORITY_NAME,
  createAuthority,
  selfSigned,
  type Authority,
  type Certificate,
} from './authority.ts';
import { letThrough, socks, startProxy, startTinyproxy } from './proxies.ts';
import {
  allAs,
  CALL_NAMES,
  CALLS,
  codeOf,
  codesOf,
  KEY,
  opened,
  type TestClient,
  type TestServer,
} from './servers.ts';

const { keep, client, secureServer, closeAll } = opened();
afterEach(closeAll);

const USER = { user: 'ann', password: 'S3cretPassWord' };
const LIST = { limit: 1, offset: 0 };

describe.skipIf(!hasProgram('openssl'))('proxies and certificates over TLS', () => {
  let authority: Authority;
  let certificates: Readonly<Record<'good' | 'expired' | 'other' | 'self', Certificate>>;
  let origin: TestServer;
  beforeAll(() => {
    authority = createAuthority();
    certificates = {
      good: authority.issue('localhost'),
      expired: authority.issue('localhost', -1),
      other: authority.issue('proxy.corp.example'),
      self: selfSigned('localhost'),
    };
  });
  beforeEach(async () => {
    origin = await secureServer(certificates.good);
  });

  const clientOf = (address: string, extraCa: readonly string[] = [authority.pem]) =>
    client(address, {}, { extraCa });
  const through = (answer: string, extraCa: readonly string[] = [authority.pem]): TestClient =>
    client(origin.origin, {}, { extraCa, resolveProxy: () => Promise.resolve(answer) });
  async function failureOf({ api }: TestClient) {
    const result = await api.createBoard();
    if (result.ok) throw new Error('a success');
    return result.error;
  }

  test.each([
    [
      'self-signed',
      () => certificates.self,
      'comes from an issuer that this computer doesn’t trust (“localhost”)',
    ],
    ['of an unknown authority', () => createAuthority().issue('localhost'), `“${AUTHORITY_NAME}”`],
    ['expired', () => certificates.expired, 'has expired'],
    ['of another host', () => certificates.other, 'was issued for proxy.corp.example'],
    [
      'of TLS 1.1',
      () => {
        const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
        return { ...certificates.good, ciphers: 'ALL:@SECLEVEL=0', ...old };
      },
      'TLS 1.2',
    ],
  ])(
    'Easel sends no request to a server with a certificate that is %s',
    async (_what, certificate, sentence) => {
      const refused = await secureServer(certificate());
      const made = clientOf(refused.origin);
      expect(await codesOf(made)).toEqual(allAs('certificate'));
      const { message } = await failureOf(made);
      expect(message).toContain(sentence);
      expect(message).toContain('Nothing was sent');
      expect(refused.seen).toEqual([]);
    },
  );

  test('the failure of a certificate check does not show an API key that the certificate contains', async () => {
    const refused = await secureServer(selfSigned(Buffer.from(KEY).toString('base64url')));
    const { message } = await failureOf(clientOf(refused.origin));
    expect(message).toContain('doesn’t trust (“[redacted]”)');
  });

  test.skipIf(!hasProgram('tinyproxy'))(
    'a proxy receives only CONNECT requests and its sign-in',
    async () => {
      const proxy = keep(await startTinyproxy(`${USER.user} ${USER.password}`));
      const made = through(`PROXY ${proxy.name}`);
      expect(await codesOf(made)).toEqual(allAs('proxy-sign-in'));
      expect(await failureOf(made)).toMatchObject({
        proxy: proxy.name,
        message: expect.stringContaining('requires a sign-in') as string,
      });
      made.signIn(proxy.name, { ...USER, password: 'wrong-password' });
      const refused = await failureOf(made);
      expect(refused).toMatchObject({ code: 'proxy-sign-in', proxy: proxy.name });
      expect(refused.message).toContain('didn’t accept');
      expect(JSON.stringify(refused) + made.lines.join('')).not.toContain('wrong-password');
      expect(origin.seen).toEqual([]);

      made.signIn(proxy.name, USER);
      for (const call of CALL_NAMES) await CALLS[call](made.api);
      expect(origin.seen).toHaveLength(CALL_NAMES.length);
      for (const { headers } of origin.seen) {
        expect(headers.authorization).toBe(`Bearer ${KEY}`);
        expect(headers['proxy-authorization']).toBeUndefined();
      }
      const requests = proxy.log().match(/Request .*?: [A-Z]+ \S+/gu) ?? [];
      expect(requests.length).toBeGreaterThan(0);
      const connect = `CONNECT ${new URL(origin.origin).host}`;
      expect(requests.filter((line) => !line.endsWith(connect))).toEqual([]);
    },
  );

  test('an HTTPS proxy is used only if its certificate comes from a trusted authority', async () => {
    const proxy = keep(await startProxy(letThrough, certificates.good));
    expect(await through(`HTTPS ${proxy.name}`).api.listBoards(LIST)).toMatchObject({ ok: true });
    expect(proxy.received()).toContain('CONNECT localhost:');
    const untrusted = await failureOf(through(`HTTPS ${proxy.name}`, []));
    expect(untrusted.code).toBe('certificate');
    expect(untrusted.message).toContain(proxy.name);
    expect(origin.seen).toHaveLength(1);
  });

  test('a proxy receives neither the API key nor the user and password saved for another proxy', async () => {
    const proxy = keep(await startProxy(letThrough));
    const made = through(`PROXY ${proxy.name}`);
    made.signIn('other.example:3128', USER);
    for (const call of CALL_NAMES) await CALLS[call](made.api);
    expect(origin.seen).toHaveLength(CALL_NAMES.length);
    const clear = proxy.received().match(/^[\w-]+:(?= )/gmu) ?? [];
    const names = new Set(clear.map((name) => name.toLowerCase()));
    expect(names).toEqual(new Set(['connection:', 'host:', 'user-agent:']));
    expect(proxy.received()).not.toContain(KEY);
  });

  test('Easel does not repeat a proxy sign-in that the proxy has refused', async () => {
    const answer = 'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n';
    const proxy = keep(await startProxy(() => answer));
    const made = through(`PROXY ${proxy.name}`);
    made.signIn(proxy.name, USER);
    for (let round = 0; round < 3; round += 1)
      expect((await failureOf(made)).message).toContain('didn’t accept');
    expect(proxy.received().match(/proxy-authorization/giu)).toHaveLength(1);
    expect(proxy.connections()).toBe(3);
  });

  test('nothing is sent to a proxy while its saved sign-in can’t be read from the keychain', async () => {
    const proxy = keep(await startProxy(letThrough));
    const load = () => Promise.resolve(fail(failure('keychain-locked')));
    const resolveProxy = () => Promise.resolve(`PROXY ${proxy.name}`);
    const options = { extraCa: [authority.pem], resolveProxy };
    const made = client(origin.origin, {}, { ...options, signIns: { get: () => undefined, load } });
    expect(await codesOf(made)).toEqual(allAs('proxy-sign-in'));
    expect((await failureOf(made)).message).toContain('can’t read the sign-in for the proxy');
    expect(proxy.connections()).toBe(0);
  });

  test('a SOCKS 5 proxy receives the name of the host, but no API key', async () => {
    const proxy = keep(await startProxy(socks(0, USER)));
    const made = through(`SOCKS5 ${proxy.name}`);
    expect((await failureOf(made)).message).toContain('sign-in method that Easel doesn’t support');
    made.signIn(proxy.name, { ...USER, password: 'wrong' });
    expect(await failureOf(made)).toMatchObject({ code: 'proxy-sign-in', proxy: proxy.name });
    made.signIn(proxy.name, USER);
    for (const call of CALL_NAMES) await CALLS[call](made.api);
    expect(origin.seen).toHaveLength(CALL_NAMES.length);
    expect(proxy.received()).toContain('localhost');
    expect(proxy.received()).not.toContain(KEY);
    const untrusted = through(`SOCKS5 ${proxy.name}`, []);
    untrusted.signIn(proxy.name, USER);
    expect(await failureOf(untrusted)).toMatchObject({ code: 'certificate' });
  });

  test.each([
    ['refuses', socks(2), 'UND_ERR_SOCKS5_REPLY_2'],
    ['wants a sign-in', () => '\u0005\u0001', 'sign-in method that Easel doesn’t support'],
    ['closes the connection', () => '', 'can’t be reached'],
  ])('every request to the service fails if a SOCKS 5 proxy %s', async (_what, onConnect, sentence) => {
    const proxy = keep(await startProxy(onConnect));
    const made = through(`SOCKS5 ${proxy.name}`);
    expect(await codesOf(made)).toEqual(allAs('cannot-reach'));
    expect((await failureOf(made)).message).toContain(sentence);
    expect(origin.connections()).toBe(0);
  });

  test('an unreachable proxy is skipped for a minute', async () => {
    let now = 0;
    const [dropping, proxy] = [keep(await startProxy(() => '')), keep(await startProxy(letThrough))];
    const resolveProxy = () => Promise.resolve(`PROXY ${dropping.name}; PROXY ${proxy.name}`);
    const clock = { now: () => now };
    const { api } = client(origin.origin, {}, { extraCa: [authority.pem], resolveProxy, clock });
    for (now of [0, 59_999]) expect(codeOf(await api.createBoard())).toBe('outcome-unknown');
    expect(origin.seen).toHaveLength(2);
    expect(dropping.connections()).toBe(1);
    now = 60_000;
    expect(await api.listBoards(LIST)).toMatchObject({ ok: true });
    expect(dropping.connections()).toBe(2);
  });

  test('if a proxy has responded, Easel tries no other proxy', async () => {
    for (const [status, code] of [
      [407, 'proxy-sign-in'],
      [502, 'cannot-reach'],
    ] as const) {
      const proxy = keep(await startProxy(() => `HTTP/1.1 ${status} No\r\n\r\n`));
      const made = through(`PROXY ${proxy.name}; DIRECT`);
      expect(codeOf(await made.api.listBoards(LIST))).toBe(code);
    }
    expect(origin.connections()).toBe(0);
    origin = await secureServer(certificates.good, (response) => response.socket?.destroy());
    const [first, second] = [keep(await startProxy(letThrough)), keep(await startProxy(letThrough))];
    const made = through(`PROXY ${first.name}; PROXY ${second.name}; DIRECT`);
    expect(codeOf(await made.api.createBoard())).toBe('outcome-unknown');
    expect(origin.seen).toHaveLength(1);
    expect(second.connections()).toBe(0);
  });

  test('a request fails if the system names an unsupported kind of proxy first', async () => {
    const made = through('SOCKS 127.0.0.1:1080; DIRECT');
    expect(await codesOf(made)).toEqual(allAs('cannot-reach'));
    expect((await failureOf(made)).message).toContain('a type of proxy that Easel doesn’t support');
    expect(origin.connections()).toBe(0);
  });

  test('a request fails if the system’s proxy settings can’t be read', async () => {
    const resolveProxy = () => Promise.reject(new Error('ERR_PAC_SCRIPT_FAILED'));
    const made = client(origin.origin, {}, { extraCa: [authority.pem], resolveProxy });
    const failed = await failureOf(made);
    expect(failed).toMatchObject({ code: 'cannot-reach' });
    expect(failed.message).toContain('proxy settings couldn’t be read');
    expect(failed.details.join()).toContain('ERR_PAC_SCRIPT_FAILED');
    expect(origin.connections()).toBe(0);
    expect(await made.transport.proxyOf(new URL(origin.origin))).toContain('unknown');
  });

  test('the system’s proxy setting “direct” has priority over the proxy environment variables', async () => {
    const proxy = keep(await startProxy(letThrough));
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'https_proxy', 'all_proxy'])
      vi.stubEnv(name, `http://${proxy.name}`);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect(await through('DIRECT').api.deleteBoard('a')).toMatchObject({ ok: true });
    expect(proxy.connections()).toBe(0);
  });
});
