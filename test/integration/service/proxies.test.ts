import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasProgram } from '../../support/system.ts';
import { createAuthority, type Authority, type Certificate } from './authority.ts';
import { letThrough, startProxy, startTinyproxy } from './proxies.ts';
import {
  allAs,
  CALL_NAMES,
  CALLS,
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

describe.skipIf(!hasProgram('openssl'))('requests through a proxy', () => {
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

  function through(answer: string, extraCa: readonly string[] = [authority.pem]): TestClient {
    return client(origin.origin, {}, { extraCa, resolveProxy: () => Promise.resolve(answer) });
  }
  const failureOf = async (made: TestClient) => {
    const result = await made.api.createBoard();
    if (result.ok) throw new Error('a success');
    return result.error;
  };

  describe.skipIf(!hasProgram('tinyproxy'))('tinyproxy', () => {
    test('passes every call, by CONNECT alone', async () => {
      const proxy = keep(await startTinyproxy());
      const made = through(`PROXY ${proxy.name}`);
      for (const call of CALL_NAMES) await CALLS[call](made.api);
      expect(origin.seen).toHaveLength(CALL_NAMES.length);
      expect(origin.seen.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
      const asked = proxy.log().match(/Request .*?: [A-Z]+ \S+/gu) ?? [];
      expect(asked.length).toBeGreaterThan(0);
      const connect = `CONNECT ${new URL(origin.origin).host}`;
      expect(asked.filter((line) => !line.endsWith(connect))).toEqual([]);
    });

    test('asks for a sign-in, accepts the right one and refuses a wrong one', async () => {
      const proxy = keep(await startTinyproxy(`${USER.user} ${USER.password}`));
      const made = through(`PROXY ${proxy.name}`);
      expect(await codesOf(made)).toEqual(allAs('proxy-sign-in'));
      expect(await failureOf(made)).toMatchObject({ proxy: proxy.name });
      expect((await failureOf(made)).message).toContain('requires a sign-in');

      made.transport.signIn(proxy.name, { ...USER, password: 'wrong-password' });
      const refused = await failureOf(made);
      expect(refused).toMatchObject({ code: 'proxy-sign-in', proxy: proxy.name });
      expect(refused.message).toContain('did not accept');
      expect(JSON.stringify(refused) + made.lines.join('')).not.toContain('wrong-password');
      expect(origin.seen).toEqual([]);

      made.transport.signIn(proxy.name, USER);
      expect(await made.api.listBoards(LIST)).toMatchObject({ ok: true });
      expect(await made.api.deleteBoard('a')).toMatchObject({ ok: true });
      const { headers } = origin.seen[0]!;
      expect(headers['proxy-authorization']).toBeUndefined();
    });
  });

  describe('the proxy itself', () => {
    test('may use TLS, if its certificate is valid', async () => {
      const proxy = keep(await startProxy(letThrough, certificate));
      expect(await through(`HTTPS ${proxy.name}`).api.listBoards(LIST)).toMatchObject({ ok: true });
      expect(proxy.received()).toContain('CONNECT localhost:');
      const untrusted = await failureOf(through(`HTTPS ${proxy.name}`, []));
      expect(untrusted.code).toBe('certificate');
      expect(untrusted.message).toContain(proxy.name);
      expect(origin.seen).toHaveLength(1);
    });

    test('sees neither the key nor any header of the request', async () => {
      const proxy = keep(await startProxy(letThrough));
      const made = through(`PROXY ${proxy.name}`);
      made.transport.signIn(proxy.name, USER);
      for (const call of CALL_NAMES) await CALLS[call](made.api);
      expect(origin.seen).toHaveLength(CALL_NAMES.length);
      const clear = proxy.received().match(/^[\w-]+:(?= )/gmu) ?? [];
      expect([...new Set(clear.map((name) => name.toLowerCase()))].sort()).toEqual([
        'connection:',
        'host:',
        'proxy-authorization:',
        'user-agent:',
      ]);
      expect(proxy.received()).not.toContain(KEY);
    });

    test('gets a refused sign-in once, not again and again', async () => {
      const proxy = keep(
        await startProxy(() => 'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n'),
      );
      const made = through(`PROXY ${proxy.name}`);
      made.transport.signIn(proxy.name, USER);
      for (let round = 0; round < 5; round += 1) {
        expect((await failureOf(made)).message).toContain('did not accept');
      }
      expect(proxy.received().match(/proxy-authorization/giu)).toHaveLength(1);
      expect(proxy.connections()).toBe(5);
    });

    test('gets no sign-in meant for another', async () => {
      const proxy = keep(await startProxy(letThrough));
      const made = through(`PROXY ${proxy.name}`);
      made.transport.signIn('other.example:3128', USER);
      await made.api.listBoards(LIST);
      expect(proxy.received()).not.toMatch(/proxy-authorization/iu);
    });
  });

  const CHALLENGE = 'HTTP/1.1 407 Sign in\r\nProxy-Authenticate:';
  test.each([
    [
      'asks for a sign-in for ever',
      `${CHALLENGE} Basic realm="x"\r\n\r\n`,
      'proxy-sign-in',
      'requires a sign-in',
    ],
    [
      'asks for another kind of sign-in',
      `${CHALLENGE} Negotiate\r\nProxy-Authenticate: NTLM\r\n\r\n`,
      'cannot-reach',
      'Negotiate, NTLM',
    ],
    ['drops the connection', '', 'cannot-reach', 'can’t be reached'],
    ['drops it after it has agreed', 'HTTP/1.1 200 OK\r\n\r\n', 'cannot-reach', 'was lost'],
    ['can’t reach the host', 'HTTP/1.1 502 Bad Gateway\r\n\r\n', 'cannot-reach', 'could not reach localhost'],
    [
      'sends a page in place of a way',
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>Hello</html>',
      'certificate',
      'No secure connection',
    ],
    ['speaks something else', 'SSH-2.0-OpenSSH\r\n', 'cannot-reach', 'did not connect'],
  ])('a proxy that %s', async (_what, answer, code, sentence) => {
    const proxy = keep(await startProxy(() => answer));
    const made = through(`PROXY ${proxy.name}`);
    expect(await codesOf(made)).toEqual(allAs(code));
    const failed = await failureOf(made);
    expect(failed.message).toContain(sentence);
    expect(failed.details.join('\n')).toContain(`Proxy: ${proxy.name}`);
    expect(origin.connections()).toBe(0);
    expect(proxy.received()).not.toContain(KEY);
  });
});
