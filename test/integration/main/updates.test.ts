import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, describe, test } from 'vitest';
import type { Policy } from '../../../main/policy/policy.ts';
import type { UpdateState } from '../../../preload/contract/updates.ts';
import { createAuthority } from '../service/authority.ts';
import {
  CONTENT,
  fileOf,
  makeSigningKey,
  PUBLISHER,
  releaseOf,
  signed,
  startReleaseServer,
  type ReleaseServer,
} from '../../support/release-server.ts';
import { draftFor, policyOf, startServices, type TestServices } from '../../support/services.ts';
import { canMakeCertificates } from '../../support/tls-host.ts';

const key = makeSigningKey();
const opened: string[] = [];
const shown: string[] = [];
let services: TestServices;

afterEach(async () => {
  await services.close();
  opened.length = 0;
  shown.length = 0;
});

async function start(
  policy: Partial<Policy>,
  caFile: string | null = null,
  installed = '1.0.0',
): Promise<void> {
  services = await startServices(undefined, {
    policy: policyOf(policy),
    caFile,
    more: {
      version: installed,
      identity: { keys: [key.text], publisher: PUBLISHER, channel: 'stable' },
      handOver: {
        show: (file) => void shown.push(file),
        open: (address) => Promise.resolve(void opened.push(address)),
        install: null,
      },
    },
  });
}

async function stateAfter(call: 'state' | 'check' | 'download' | 'show'): Promise<UpdateState> {
  const state = await services.call(`updates.${call}`, {});
  if (!state.ok) throw new Error(state.error.message);
  return state.value;
}

describe('Easel does not look for updates, and says why,', () => {
  test.each<readonly [string, Partial<Policy>, RegExp]>([
    ['without an address', {}, /^No update address is set.*updateUrl/u],
    ['turned off by the policy', { updates: 'off', updateUrl: 'https://localhost/' }, /turned this off/u],
  ])('%s', async (_name, policy, says) => {
    await start(policy);
    expect(await stateAfter('state')).toMatchObject({ checks: false, status: expect.stringMatching(says) });
    expect(await services.call('updates.check', {})).toMatchObject({
      error: { code: 'refused', message: expect.stringMatching(says) },
    });
    expect(await stateAfter('download')).toMatchObject({ phase: 'rest', offer: null });
  });

  test('installed by a package manager', async () => {
    services = await startServices(undefined, {
      policy: policyOf({ updateUrl: 'https://localhost/' }),
      more: {
        env: {
          platform: 'linux',
          isPackaged: true,
          policyFile: null,
          updateKey: null,
          updatedBy: 'packages',
        },
        identity: { keys: [key.text], publisher: PUBLISHER, channel: 'stable' },
      },
    });
    expect(await stateAfter('state')).toMatchObject({
      checks: false,
      status: expect.stringContaining('package manager'),
    });
  });

  test('without a key in the build', async () => {
    services = await startServices(undefined, { policy: policyOf({ updateUrl: 'https://localhost/' }) });
    expect(await stateAfter('state')).toMatchObject({
      checks: false,
      status: expect.stringContaining('no key'),
    });
  });
});

describe.skipIf(!canMakeCertificates())('over a release server', () => {
  const authority = createAuthority();
  let server: ReleaseServer;

  beforeAll(async () => {
    server = await startReleaseServer(authority.issue('localhost'));
  });
  afterAll(async () => {
    authority.remove();
    await server.close();
  });

  function serve(change: Parameters<typeof releaseOf>[0] = {}): void {
    server.serve.set('manifest.json', signed(key, releaseOf(change)));
    server.serve.set('Easel-1.1.0.bin', CONTENT);
  }

  /** With the organisation's authority taken in, through the settings of the network. */
  async function startOver(policy: Partial<Policy> = {}, installed?: string): Promise<void> {
    await start({ updates: 'notify', updateUrl: server.address, ...policy }, authority.pem, installed);
    const saved = await services.call('connections.save', draftFor('https://localhost', 'some-key'));
    if (!saved.ok) throw new Error(saved.error.message);
    await services.call('network.chooseCa', { connectionId: saved.value.id });
  }

  const ready = (): Promise<void> =>
    services.event('updates.changed', (data) => (data as unknown as UpdateState).offer?.ready === true);

  test('a release is shown with its notes, downloaded when asked, verified, logged and handed over', async () => {
    serve();
    await startOver();
    expect(await stateAfter('check')).toMatchObject({
      status: 'Easel 1.1.0 is available.',
      offer: { version: '1.1.0', notes: 'Boards load faster.', ready: false, received: 0 },
      failure: null,
    });
    expect(await readdir(path.join(services.folder, 'updates')).catch(() => [])).toEqual([]);
    await stateAfter('download');
    await ready();
    await stateAfter('show');
    expect(shown).toEqual([path.join(services.folder, 'updates/Easel-1.1.0.bin')]);
    expect(await readFile(shown[0] ?? '')).toEqual(CONTENT);
    services = await services.restart();
    expect(await services.files()).toContain('update-downloaded');
    // Whole and the same still, so not fetched again.
    const before = server.asked().length;
    expect(await stateAfter('check')).toMatchObject({ offer: { ready: true } });
    expect(server.asked().slice(before)).toEqual(['/easel/manifest.json']);
  });

  test('where the policy says “auto” it is downloaded by itself, and never opened', async () => {
    serve();
    await startOver({ updates: 'auto' });
    await stateAfter('check');
    await ready();
    expect(shown).toEqual([]);
  });

  test('an untrusted server is refused, and the address opens in the browser', async () => {
    serve();
    await start({ updateUrl: server.address });
    expect(await stateAfter('check')).toMatchObject({ offer: null, failure: { code: 'certificate' } });
    expect(await services.call('updates.openPage', {})).toMatchObject({ ok: true });
    expect(opened).toEqual([server.address]);
  });

  test('a release that is stopped is taken back, its file too, for good', async () => {
    serve({ number: 5 });
    await startOver({ updates: 'auto' });
    await stateAfter('check');
    await ready();
    serve({ number: 6, stopped: true });
    expect(await stateAfter('check')).toMatchObject({
      offer: null,
      status: expect.stringContaining('stopped'),
    });
    expect(await readdir(path.join(services.folder, 'updates'))).toEqual([]);
    services = await services.restart();
    serve({ number: 5 });
    expect(await stateAfter('check')).toMatchObject({
      offer: null,
      failure: { code: 'refused', message: expect.stringContaining('older manifest') },
    });
  });

  test.each<readonly [string, Parameters<typeof releaseOf>[0], RegExp]>([
    ['a share of none', { share: 0 }, /step by step/u],
    ['a minimum above this version', { minVersion: '1.0.1' }, /can’t follow directly/u],
    [
      'no file for this system',
      { files: [fileOf(CONTENT, { platform: 'win32' })] },
      /no file for this computer/u,
    ],
    ['the same version', { version: '1.0.0' }, /1\.0\.0 is up to date/u],
  ])('a release with %s is not offered', async (_name, change, says) => {
    serve(change);
    await startOver();
    expect(await stateAfter('check')).toMatchObject({
      offer: null,
      failure: null,
      status: expect.stringMatching(says),
    });
  });

  test('a download can be cancelled, and leaves nothing', async () => {
    serve();
    server.serve.set('Easel-1.1.0.bin', (response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 50_000));
    });
    await startOver();
    await stateAfter('check');
    expect(await stateAfter('download')).toMatchObject({ phase: 'downloading' });
    await services.event(
      'updates.changed',
      (data) => ((data as unknown as UpdateState).offer?.received ?? 0) > 0,
    );
    expect(await services.call('updates.cancel', {})).toMatchObject({
      value: { phase: 'rest', failure: null, offer: { ready: false, received: 0 } },
    });
    expect(await readdir(path.join(services.folder, 'updates'))).toEqual([]);
  });

  test('a file that is not the one that was signed is never ready, and leaves nothing', async () => {
    serve();
    server.serve.set('Easel-1.1.0.bin', Buffer.alloc(CONTENT.length, 'x'));
    await startOver();
    await stateAfter('check');
    await stateAfter('download');
    await services.event('updates.changed', (data) => data['phase'] === 'rest' && data['failure'] !== null);
    expect(await stateAfter('state')).toMatchObject({
      offer: { ready: false, received: 0 },
      failure: { code: 'refused', message: expect.stringContaining('not the one that was signed') },
    });
    expect(await readdir(path.join(services.folder, 'updates'))).toEqual([]);
  });

  test('the server learns nothing of whose Easel asks', async () => {
    serve();
    await startOver();
    await stateAfter('check');
    expect(server.asked().every((url) => url.startsWith('/easel/') && !url.includes('?'))).toBe(true);
  });
});
