/** From what a release builds to the installer that a person started: every part is ours but the systems' own. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../../../main/clock.ts';
import { createLog } from '../../../main/log/log.ts';
import { createTransport } from '../../../main/service/transport.ts';
import { prepareInstaller } from '../../../main/updates/installer.ts';
import type { ReleaseIdentity } from '../../../main/updates/release-identity.ts';
import { Updates } from '../../../main/updates/updates.ts';
import { ok } from '../../../preload/contract/failure.ts';
import type { UpdateState } from '../../../preload/contract/updates.ts';
import { makeKey, readKey } from '../../packaging/release-keys.ts';
import { writeManifest, type Rollout } from '../../packaging/update-manifest.ts';
import { provideByRequire } from '../../support/native-updater.ts';
import { PUBLISHER, startReleaseServer, type ReleaseServer } from '../../support/release-server.ts';
import { standInForElevate, type StartedInstaller } from '../../support/started-installer.ts';
import { canMakeCertificates } from '../../support/tls-host.ts';
import { createAuthority } from '../service/authority.ts';

vi.mock('electron', () => import('../../support/native-updater.ts'));
provideByRequire();

const VERSION = '1.1.0';
const CHANGELOG = `# Changelog\n\n## ${VERSION} (2026-11-24)\n\n- Boards load\n  faster.\n- Papers too.\n\n## 1.0.0 (2026-10-01)\n\n- Older.\n`;
const SIGNER = 'CN=Easel maintainers, O=Easel maintainers, C=DE';
const NOW = Date.UTC(2026, 10, 24);

describe.skipIf(!canMakeCertificates() || process.platform === 'win32')('a release', () => {
  const authority = createAuthority();
  const transport = createTransport({ extraCa: [authority.pem] });
  const settings = new Map<string, string | null>();
  let server: ReleaseServer;
  let folder = '';
  let elevate: StartedInstaller;
  let end: () => void = () => undefined;
  let quits = 0;
  let updates: Updates;

  beforeAll(async () => {
    server = await startReleaseServer(authority.issue('localhost'));
  });
  afterAll(async () => {
    authority.remove();
    await transport.close();
    await server.close();
  });
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'easel-release-'));
    elevate = standInForElevate(folder);
    settings.clear();
    quits = 0;
    mkdirSync(path.join(folder, 'release'));
    for (const name of ['mac-x64.zip', 'mac-arm64.zip', 'win-x64.exe', 'win-arm64.exe'])
      writeFileSync(path.join(folder, 'release', `Easel-${VERSION}-${name}`), `What ${name} is made of. `);
  });
  afterEach(async () => {
    await updates.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const keyNamed = (name: string): string => makeKey(path.join(folder, `${name}.pem`));
  const identityOf = (...keys: readonly string[]): ReleaseIdentity => ({
    keys,
    publisher: PUBLISHER,
    channel: 'stable',
  });

  /** Signs what was built as the workflow does, and puts it on the server. */
  function publish(by: string, identity: ReleaseIdentity, at = NOW, change: Partial<Rollout> = {}): void {
    const key = readKey(readFileSync(path.join(folder, `${by}.pem`), 'utf8'));
    const release = path.join(folder, 'release');
    const rollout = { share: 100, stopped: false, minVersion: '1.0.0', days: 90, ...change };
    writeManifest(release, key, identity, { version: VERSION, changelog: CHANGELOG }, rollout, at);
    for (const name of ['manifest.json', `Easel-${VERSION}-win-x64.exe`])
      server.serve.set(name, readFileSync(path.join(release, name)));
  }

  /** An Easel for Windows with these keys. What it has believed outlives it. */
  function install(identity: ReleaseIdentity, installed = '1.0.0'): void {
    updates = new Updates({
      env: { platform: 'win32', updatedBy: 'itself' },
      arch: 'x64',
      installed,
      identity,
      policy: { updates: 'notify', updateUrl: server.address },
      transport,
      settings: {
        get: (setting) => Promise.resolve(settings.get(setting) ?? null),
        set: (setting, value) => Promise.resolve(void settings.set(setting, value)),
      },
      folder: path.join(folder, 'updates'),
      handOver: {
        show: () => undefined,
        open: () => Promise.resolve(),
        install: async (update) => {
          const prepared = await prepareInstaller(update, {
            platform: 'win32',
            installed,
            folder: path.join(folder, 'installing'),
            publishers: [SIGNER],
            quit: () => void (quits += 1),
            log: createLog({ write: () => undefined }),
            ask: () => Promise.resolve(JSON.stringify({ status: 'Valid', subject: SIGNER })),
          });
          if (!prepared.ok) return prepared;
          end = prepared.value;
          return ok(null);
        },
      },
      record: () => undefined,
      log: createLog({ write: () => undefined }),
      onChange: () => undefined,
      onProxy: () => undefined,
      ...SYSTEM_CLOCK,
      now: () => NOW,
    });
  }

  async function check(): Promise<UpdateState> {
    const state = await updates.check();
    if (!state.ok) throw new Error(state.error.message);
    return state.value;
  }

  test('is signed, served, believed, fetched, and its installer started when a person says so', async () => {
    const identity = identityOf(keyNamed('current'), keyNamed('next'));
    publish('current', identity);
    install(identity);
    expect(await check()).toMatchObject({
      offer: { version: VERSION, notes: '- Boards load faster.\n- Papers too.', ready: false },
      failure: null,
    });
    updates.download();
    await updates.idle();
    expect(elevate.wasStarted()).toBe(false);
    expect(await updates.install()).toMatchObject({ value: { failure: null, installs: true } });
    expect(elevate.wasStarted()).toBe(false);
    end();
    const [installer = '', ...args] = await elevate.started();
    expect(args).toEqual(['--updated', '--force-run']);
    expect(readFileSync(installer, 'utf8')).toBe('What win-x64.exe is made of. ');
    await vi.waitFor(() => expect(quits).toBe(1));
  });

  test('may be signed with the next key, and from then on the current one is believed no more', async () => {
    const identity = identityOf(keyNamed('current'), keyNamed('next'));
    install(identity);
    publish('next', identity);
    expect(await check()).toMatchObject({ offer: { version: VERSION }, failure: null });
    publish('current', identity, NOW + 1000);
    expect(await check()).toMatchObject({
      offer: null,
      failure: { message: expect.stringContaining('key') },
    });
  });

  test('signed with a retired key is refused by the version that pins it no more', async () => {
    const old = identityOf(keyNamed('current'), keyNamed('next'));
    install(old);
    publish('current', old);
    expect(await check()).toMatchObject({ offer: { version: VERSION } });
    await updates.stop();
    // What the old version believed does not lengthen the life of its key.
    install(identityOf(old.keys[1] ?? '', keyNamed('after')), VERSION);
    publish('current', old, NOW + 1000);
    expect(await check()).toMatchObject({
      offer: null,
      failure: { message: expect.stringContaining('key') },
    });
  });

  test('goes out by shares, and a stop takes it back for good', async () => {
    const identity = identityOf(keyNamed('current'), keyNamed('next'));
    install(identity);
    publish('current', identity, NOW, { share: 0 });
    expect(await check()).toMatchObject({ offer: null, status: expect.stringContaining('step by step') });
    publish('current', identity, NOW + 1000, { share: 100 });
    expect(await check()).toMatchObject({ offer: { version: VERSION } });
    publish('current', identity, NOW + 2000, { stopped: true });
    expect(await check()).toMatchObject({ offer: null, status: expect.stringContaining('stopped') });
    publish('current', identity, NOW + 1000, { share: 100 });
    expect(await check()).toMatchObject({ offer: null, failure: { code: 'refused' } });
  });

  test.each<readonly [string, Partial<Rollout>, number]>([
    ['a share above all', { share: 101 }, NOW],
    ['a share that is none', { share: Number.NaN }, NOW],
    ['a version that is none for its minimum', { minVersion: '1' }, NOW],
    ['a minimum above itself', { minVersion: '2.0.0' }, NOW],
    ['an end that is over', { days: 0 }, NOW],
  ])('is not signed with %s', (_what, change, at) => {
    const identity = identityOf(keyNamed('current'), keyNamed('next'));
    install(identity);
    expect(() => publish('current', identity, at, change)).toThrow(/would refuse this manifest/u);
  });

  test('is not signed with a key that the build does not pin', () => {
    const identity = identityOf(keyNamed('current'), keyNamed('next'));
    keyNamed('stranger');
    install(identity);
    expect(() => publish('stranger', identity)).toThrow(/unknown-key/u);
  });
});
