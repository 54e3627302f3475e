import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ok } from '../../../preload/contract/failure.ts';
import { draftFor, startServices } from '../../support/services.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { hasProgram } from '../../support/system.ts';
import { createAuthority } from '../service/authority.ts';
import { findLeaks, textPlace } from '../../support/planted-secrets.ts';
import { startTinyproxy } from '../service/proxies.ts';
import { json, startSecureServer } from '../service/servers.ts';

const USER = 'ann-of-accounting';
const PASSWORD = 'S3cretPassWord-0123';

/** Returns a board that contains the proxy password, because a service or proxy may repeat it in a response. */
const boardOf = (response: Parameters<typeof json>[0]) =>
  json(response, { room_id: 'b', created_at: '2026-01-01 00:00:00', echo: PASSWORD });

test.skipIf(!hasProgram('openssl'))(
  'an added certificate authority is trusted until it is removed',
  async () => {
    const authority = createAuthority();
    const server = await startSecureServer(authority.issue('localhost'), boardOf);
    let services = await startServices(undefined, { caFile: authority.pem });
    const { id: connectionId } = await services.must('connections.save', draftFor(server.origin, 'some-key'));
    const view = async (): Promise<string> => {
      const viewed = await services.call('boards.view', { connectionId, boardId: 'b' });
      return viewed.ok ? 'ok' : viewed.error.code;
    };
    expect(await view()).toBe('certificate');
    expect(server.seen).toEqual([]);
    for (let round = 0; round < 2; round += 1) {
      const { cas } = await services.must('network.chooseCa', { connectionId });
      expect(cas).toMatchObject([{ fingerprint: expect.stringContaining(':') as string }]);
    }
    expect(await view()).toBe('ok');
    services = await services.restart();
    await services.must('connections.save', draftFor(server.origin, 'some-key', { id: connectionId }));
    expect(await view()).toBe('ok');
    expect(await services.must('network.removeCas', { connectionId })).toMatchObject({ cas: [] });
    expect(await view()).toBe('certificate');

    const filter = { connectionId: null, user: null, since: null, until: null, find: '' };
    const page = { action: 'settings-changed', open: [], from: 0, count: 10 } as const;
    const { rows } = await services.must('activity.page', { ...filter, ...page });
    // The activity log has only two entries, because Easel does not log that the user chose the same file again.
    expect(rows.flatMap((row) => (row.kind === 'entry' ? row.entry.detail : []))).toEqual([
      'Added certificate authorities: from 1 to 0.',
      'Added certificate authorities: from 0 to 1.',
    ]);
    await services.close();
    await server.close();
  },
);

test.skipIf(!hasProgram('openssl') || !hasProgram('tinyproxy'))(
  'a user and password in the proxy environment variables are never logged or saved',
  async () => {
    const authority = createAuthority();
    const server = await startSecureServer(authority.issue('localhost'), boardOf);
    const proxy = await startTinyproxy(`${USER} ${PASSWORD}`);
    let saved = '';
    for (const typed of [PASSWORD, 'Wr0ngPassWord-0123']) {
      const services = await startServices(undefined, {
        caFile: authority.pem,
        route: `PROXY ${proxy.name}`,
        files: { save: (_purpose, name, text) => ((saved = text), Promise.resolve(ok(name))) },
        more: { variables: { https_proxy: `http://${USER}:${typed}@${proxy.name}` } },
      });
      const { id: connectionId } = await services.must('connections.save', draftFor(server.origin, 'a-key'));
      await services.must('network.chooseCa', { connectionId });
      const viewed = await services.call('boards.view', { connectionId, boardId: 'b' });
      expect(viewed.ok ? 'ok' : viewed.error.code).toBe(typed === PASSWORD ? 'ok' : 'proxy-sign-in');
      const { routes } = await services.must('network.settings', { connectionId });
      expect(routes[0]?.route).toBe(`proxy ${proxy.name}`);
      await services.must('health.look', { connectionId });
      await services.must('diagnostics.save', {});
      const folder = services.folder;
      await services.release();
      const places = [services.said(), saved, await services.files()].map((text) => textPlace('Easel', text));
      expect(findLeaks([{ name: 'password', text: typed }], places)).toEqual([]);
      await rm(folder, { recursive: true });
    }
    await Promise.all([proxy.close(), server.close()]);
  },
);

test.skipIf(!hasProgram('openssl') || !hasProgram('tinyproxy'))(
  'a proxy sign-in that the user saves is stored only in the keychain',
  async () => {
    const authority = createAuthority();
    const server = await startSecureServer(authority.issue('localhost'), boardOf);
    const proxy = await startTinyproxy(`${USER} ${PASSWORD}`);
    const keychain = createMemoryKeychain();
    let saved = '';
    let services = await startServices(undefined, {
      keychain,
      caFile: authority.pem,
      route: `PROXY ${proxy.name}`,
      files: { save: (_purpose, name, text) => ((saved = text), Promise.resolve(ok(name))) },
    });
    const draft = draftFor(server.origin, 'a-key', { sessionOnly: false });
    const { id: connectionId } = await services.must('connections.save', draft);
    await services.must('network.chooseCa', { connectionId });
    const view = async (): Promise<string> => {
      const viewed = await services.call('boards.view', { connectionId, boardId: 'b' });
      return viewed.ok ? 'ok' : viewed.error.code;
    };
    const listed = async () => (await services.must('network.settings', { connectionId })).signIns;
    const signIn = { proxy: proxy.name, user: USER, password: PASSWORD };

    expect([await view(), await listed()]).toEqual(['proxy-sign-in', []]);
    expect(await services.must('network.signIn', signIn)).toMatchObject({ kept: 'keychain' });
    services = await services.restart();
    expect([await view(), await listed()]).toEqual(['ok', [{ proxy: proxy.name, kept: 'keychain' }]]);
    await services.must('diagnostics.save', {});
    const places = [services.said(), saved, await services.files()].map((text) => textPlace('Easel', text));
    const texts = [USER, PASSWORD, Buffer.from(`${USER}:${PASSWORD}`).toString('base64')];
    expect(
      findLeaks(
        texts.map((text) => ({ name: text, text })),
        places,
      ),
    ).toEqual([]);

    await services.must('network.forgetSignIn', { connectionId, proxy: proxy.name });
    services = await services.restart();
    expect([await view(), await listed()]).toEqual(['proxy-sign-in', []]);
    await services.must('network.signIn', signIn);
    await services.must('lock.removeKeys', {});
    expect([await listed(), [...keychain.items]]).toEqual([[], []]);
    await services.close();
    await Promise.all([proxy.close(), server.close()]);
  },
);
