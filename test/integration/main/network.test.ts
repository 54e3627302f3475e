import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok } from '../../../preload/contract/failure.ts';
import { draftFor, startServices, type ServicesOptions, type TestServices } from '../../support/services.ts';
import { hasProgram } from '../../support/system.ts';
import { createAuthority } from '../service/authority.ts';
import { findLeaks, textPlace } from '../../support/planted-secrets.ts';
import { startTinyproxy } from '../service/proxies.ts';
import { json, startSecureServer, type TestServer } from '../service/servers.ts';

const USER = 'ann-of-accounting';
const PASSWORD = 'S3cretPassWord-0123';

describe.skipIf(!hasProgram('openssl'))('certificate authorities and proxies', () => {
  let caFile: string;
  let server: TestServer;
  beforeAll(async () => {
    const authority = createAuthority();
    caFile = authority.pem;
    // The returned board contains the proxy password, because a service or proxy may repeat it in a response.
    server = await startSecureServer(authority.issue('localhost'), (response) =>
      json(response, { room_id: 'b', created_at: '2026-01-01 00:00:00', echo: PASSWORD }),
    );
  });
  afterAll(() => server.close());

  const save = async (services: TestServices, change: Parameters<typeof draftFor>[2] = {}) =>
    (await services.must('connections.save', draftFor(server.origin, 'some-key', change))).id;

  const viewed = async (services: TestServices, connectionId: string): Promise<string> => {
    const board = await services.call('boards.view', { connectionId, boardId: 'b' });
    return board.ok ? 'ok' : board.error.code;
  };

  test('an added certificate authority is trusted until it is removed', async () => {
    let services = await startServices(undefined, { caFile });
    const connectionId = await save(services);
    const view = () => viewed(services, connectionId);
    expect(await view()).toBe('certificate');
    expect(server.seen).toEqual([]);
    for (let round = 0; round < 2; round += 1) {
      const { cas } = await services.must('network.chooseCa', { connectionId });
      expect(cas).toMatchObject([{ fingerprint: expect.stringContaining(':') as string }]);
    }
    expect(await view()).toBe('ok');
    services = await services.restart();
    await save(services, { id: connectionId });
    expect(await view()).toBe('ok');
    expect(await services.must('network.removeCas', { connectionId })).toMatchObject({ cas: [] });
    expect(await view()).toBe('certificate');

    const filter = { connectionId: null, user: null, since: null, until: null, find: '' };
    const page = { action: 'settings-changed', open: [], from: 0, count: 10 } as const;
    const { rows } = await services.must('activity.page', { ...filter, ...page });
    // The log contains only two entries, because Easel logs nothing if the user chooses the same file again.
    expect(rows.flatMap((row) => (row.kind === 'entry' ? row.entry.detail : []))).toEqual([
      'Added certificate authorities: from 1 to 0.',
      'Added certificate authorities: from 0 to 1.',
    ]);
    await services.close();
  });

  describe.skipIf(!hasProgram('tinyproxy'))('tests with the proxy server tinyproxy', () => {
    let proxy: Awaited<ReturnType<typeof startTinyproxy>>;
    let saved = '';
    beforeAll(async () => {
      proxy = await startTinyproxy(`${USER} ${PASSWORD}`);
    });
    afterAll(() => proxy.close());

    const around = (more: ServicesOptions): ServicesOptions => ({
      caFile,
      route: `PROXY ${proxy.name}`,
      files: { save: (_purpose, name, text) => ((saved = text), Promise.resolve(ok(name))) },
      ...more,
    });

    async function expectNowhere(services: TestServices, ...texts: readonly string[]): Promise<void> {
      const places = [services.said(), saved, await services.files()].map((text) => textPlace('Easel', text));
      const secrets = texts.map((text) => ({ name: text, text }));
      expect(findLeaks(secrets, places)).toEqual([]);
    }

    test('a user and password in the proxy environment variables are never logged or saved', async () => {
      for (const typed of [PASSWORD, 'Wr0ngPassWord-0123']) {
        const variables = { https_proxy: `http://${USER}:${typed}@${proxy.name}` };
        const services = await startServices(undefined, around({ more: { variables } }));
        const connectionId = await save(services);
        await services.must('network.chooseCa', { connectionId });
        const expected = typed === PASSWORD ? 'ok' : 'proxy-sign-in';
        expect(await viewed(services, connectionId)).toBe(expected);
        const { routes } = await services.must('network.settings', { connectionId });
        expect(routes[0]?.route).toBe(`proxy ${proxy.name}`);
        await services.must('health.look', { connectionId });
        await services.must('diagnostics.save', {});
        await services.release();
        await expectNowhere(services, typed);
        await rm(services.folder, { recursive: true });
      }
    });
  });
});
