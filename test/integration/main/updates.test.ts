import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLinuxNotice } from '../../../main/app/updates/updates.ts';
import { createTransport } from '../../../main/service/transport.ts';
import { createAuthority } from '../service/authority.ts';
import { startSecureServer, type TestServer } from '../service/servers.ts';
import { hasProgram } from '../../support/system.ts';

describe.skipIf(!hasProgram('openssl'))('updates on Linux', () => {
  let server: TestServer;
  let reply: (response: ServerResponse) => void;
  let transport: ReturnType<typeof createTransport>;
  beforeAll(async () => {
    const authority = createAuthority();
    server = await startSecureServer(authority.issue('localhost'), (response) => reply(response));
    transport = createTransport({ extraCa: [authority.pem] });
  });
  afterAll(async () => {
    await transport.close();
    await server.close();
  });

  test.each<readonly [string, string, string | null]>([
    ['a newer version', 'version: 1.10.0\n', '1.10.0'],
    ['the same version', 'version: 1.9.0\n', null],
    ['a file of electron-builder', 'version: 2.0.0\nfiles:\n  - url: easel.deb\n', '2.0.0'],
  ])(
    'the update check on Linux compares the released version with Easel’s version: %s',
    async (_name, content, expected) => {
      reply = (response) => response.end(content);
      expect(await createLinuxNotice(transport, `${server.origin}/easel`, '1.9.0').check()).toEqual({
        ok: true,
        value: expected,
      });
      expect(server.seen.at(-1)).toMatchObject({ method: 'GET', url: '/easel/latest-linux.yml' });
    },
  );

  test.each<readonly [string, typeof reply]>([
    ['a redirect', (response) => response.writeHead(302, { location: '/other.yml' }).end()],
    ['an error page with a version', (response) => response.writeHead(500).end('version: 9.0.0\n')],
    ['HTML markup as a version', (response) => response.end('version: <b>9</b>\n')],
    ['9 MB', (response) => response.end(`version: 9.0.0\n${' '.repeat(9_000_000)}`)],
  ])('the update check on Linux rejects %s as a response', async (_name, answer) => {
    reply = answer;
    const requests = server.seen.length;
    const found = await createLinuxNotice(transport, server.origin, '1.0.0').check();
    expect(found).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(server.seen).toHaveLength(requests + 1);
  });
});
