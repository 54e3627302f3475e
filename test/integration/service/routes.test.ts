import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasProgram } from '../../support/system.ts';
import { createAuthority, type Authority, type Certificate } from './authority.ts';
import { letThrough, startProxy } from './proxies.ts';
import { allAs, codeOf, codesOf, json, opened, startServer, type TestServer } from './servers.ts';

const { keep, client, secureServer, server, closeAll } = opened();
afterEach(closeAll);

const LIST = { limit: 1, offset: 0 };

/** The name of a proxy that is not there. */
async function deadProxy(): Promise<string> {
  const dead = await startServer(() => undefined);
  await dead.close();
  return new URL(dead.origin).host;
}

describe.skipIf(!hasProgram('openssl'))('the route of a request', () => {
  let authority: Authority;
  let certificate: Certificate;
  let origin: TestServer;
  beforeAll(() => {
    authority = createAuthority();
    certificate = authority.issue('localhost');
  });
  afterAll(() => authority.remove());
  beforeEach(async () => {
    origin = await secureServer(certificate);
  });

  const by = (resolveProxy: () => Promise<string>, options: Parameters<typeof client>[1] = {}) =>
    client(origin.origin, options, { extraCa: [authority.pem], resolveProxy });
  const through = (answer: string) => by(() => Promise.resolve(answer));

  test('leads to the next proxy when the first can’t be reached', async () => {
    const proxy = keep(await startProxy(letThrough));
    const made = through(`PROXY ${await deadProxy()}; PROXY ${proxy.name}`);
    expect(codeOf(await made.api.createBoard())).toBe('outcome-unknown');
    expect(origin.seen).toHaveLength(1);
    expect(proxy.connections()).toBe(1);
  });

  test('skips a proxy that could not be reached for a minute', async () => {
    let now = 0;
    const [dropping, proxy] = [keep(await startProxy(() => '')), keep(await startProxy(letThrough))];
    const { api } = client(
      origin.origin,
      {},
      {
        extraCa: [authority.pem],
        resolveProxy: () => Promise.resolve(`PROXY ${dropping.name}; PROXY ${proxy.name}`),
        clock: { now: () => now },
      },
    );
    for (now of [0, 1, 59_999]) expect(await api.listBoards(LIST)).toMatchObject({ ok: true });
    expect(dropping.connections()).toBe(1);
    now = 60_000;
    expect(await api.listBoards(LIST)).toMatchObject({ ok: true });
    expect(dropping.connections()).toBe(2);
  });

  test('is fixed once a proxy has responded', async () => {
    for (const status of [407, 403, 502]) {
      const proxy = keep(await startProxy(() => `HTTP/1.1 ${status} No\r\n\r\n`));
      const made = through(`PROXY ${proxy.name}; DIRECT`);
      expect(codeOf(await made.api.listBoards(LIST))).toBe(status === 407 ? 'proxy-sign-in' : 'cannot-reach');
    }
    expect(origin.connections()).toBe(0);
  });

  test('is fixed once something was sent: a create goes out once', async () => {
    origin = await secureServer(certificate, (response) => response.socket?.destroy());
    const first = keep(await startProxy(letThrough));
    const second = keep(await startProxy(letThrough));
    const made = through(`PROXY ${first.name}; PROXY ${second.name}; DIRECT`);
    expect(codeOf(await made.api.createBoard())).toBe('outcome-unknown');
    expect(origin.seen).toHaveLength(1);
    expect(second.connections()).toBe(0);
  });

  test.each(['SOCKS5 127.0.0.1:1080', 'SOCKS5 127.0.0.1:1080; DIRECT', 'QUIC 127.0.0.1:1', '', 'nonsense'])(
    'is none when the system returns %j',
    async (answer) => {
      const made = through(answer);
      expect(await codesOf(made)).toEqual(allAs('cannot-reach'));
      const result = await made.api.createBoard();
      expect(result.ok ? '' : result.error.message).toContain('a kind of proxy that Easel can’t use');
      expect(origin.connections()).toBe(0);
    },
  );

  test('is none when the system doesn’t answer', async () => {
    const made = by(() => Promise.reject(new Error('ERR_PAC_SCRIPT_FAILED')));
    expect(await codesOf(made)).toEqual(allAs('cannot-reach'));
    const result = await made.api.createBoard();
    expect(result.ok ? '' : result.error.message).toContain('proxy settings could not be read');
    expect(result.ok ? '' : result.error.details.join()).toContain('ERR_PAC_SCRIPT_FAILED');
    expect(origin.connections()).toBe(0);
    expect(await made.transport.proxyOf(new URL(origin.origin))).toContain('unknown');
  });

  test('is direct for this computer’s own http, whatever the system says', async () => {
    const { origin: local, seen } = await server((response) => json(response, []));
    const resolveProxy = vi.fn(() => Promise.resolve('PROXY 127.0.0.1:1'));
    const { api } = client(local, {}, { resolveProxy });
    expect(await api.listBoards(LIST)).toMatchObject({ ok: true });
    expect(seen).toHaveLength(1);
    expect(resolveProxy).not.toHaveBeenCalled();
  });

  test('is never set by environment variables', async () => {
    const proxy = keep(await startProxy(letThrough));
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']) {
      vi.stubEnv(name, `http://${proxy.name}`);
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect(await by(() => Promise.resolve('DIRECT')).api.listBoards(LIST)).toMatchObject({ ok: true });
    expect(await through('DIRECT').api.deleteBoard('a')).toMatchObject({ ok: true });
    expect(proxy.connections()).toBe(0);
  });
});
