import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../../../main/log/log.ts';
import { prepareInstaller, type InstallerOptions } from '../../../../main/updates/installer.ts';
import type { VerifiedFile } from '../../../../main/updates/updates.ts';
import { autoUpdater, provideByRequire } from '../../../support/native-updater.ts';
import { standInForElevate, type StartedInstaller } from '../../../support/started-installer.ts';

vi.mock('electron', () => import('../../../support/native-updater.ts'));
provideByRequire();

const CONTENT = Buffer.from('An installer of Easel, as far as a test needs one. '.repeat(500));
const PUBLISHER = 'CN=Easel maintainers, O=Easel maintainers, C=DE';
let folder = '';
let quits = 0;
let elevate: StartedInstaller;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-installer-'));
  elevate = standInForElevate(folder);
  quits = 0;
  autoUpdater.startOver();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function verified(name: string, version = '1.1.0'): VerifiedFile {
  const file = path.join(folder, name);
  writeFileSync(file, CONTENT);
  const sha512 = createHash('sha512').update(CONTENT).digest('base64');
  return { platform: 'win32', arch: 'x64', name, version, sha512, size: CONTENT.length, path: file };
}

function optionsFor(
  platform: InstallerOptions['platform'],
  change: Partial<InstallerOptions> = {},
): InstallerOptions {
  return {
    platform,
    installed: '1.0.0',
    folder: path.join(folder, 'installing'),
    publishers: [PUBLISHER],
    quit: () => void (quits += 1),
    log: createLog({ write: () => undefined }),
    ask: () => Promise.resolve(JSON.stringify({ status: 'Valid', subject: PUBLISHER })),
    ...change,
  };
}

describe.skipIf(process.platform === 'win32')('on Windows', () => {
  const update = (): VerifiedFile => verified('Easel-1.1.0-win-x64.exe');

  test('the verified file is started in the open, to start Easel anew, once Easel is closed and not before', async () => {
    const prepared = await prepareInstaller(update(), optionsFor('win32'));
    if (!prepared.ok) throw new Error(prepared.error.message);
    expect([elevate.wasStarted(), quits]).toEqual([false, 0]);
    prepared.value();
    const [installer = '', ...args] = await elevate.started();
    expect(args).toEqual(['--updated', '--force-run']);
    expect(readFileSync(installer)).toEqual(CONTENT);
    await vi.waitFor(() => expect(quits).toBe(1));
  });

  test.each<readonly [string, Partial<InstallerOptions>]>([
    ['another publisher has signed it', { publishers: ['CN=Somebody, O=Somebody'] }],
    ['no publisher is pinned', { publishers: [] }],
    ['it is not signed', { ask: () => Promise.resolve('{"status":"NotSigned","subject":""}') }],
    ['the system can’t be asked', { ask: () => Promise.reject(new Error('no PowerShell')) }],
  ])('it is refused when %s, and nothing is left to be started', async (_why, change) => {
    const options = optionsFor('win32', change);
    expect(await prepareInstaller(update(), options)).toMatchObject({
      ok: false,
      error: { code: 'refused', message: expect.stringContaining('not signed by the publisher') },
    });
    expect(existsSync(options.folder)).toBe(false);
    expect([elevate.wasStarted(), quits]).toEqual([false, 0]);
  });

  test('a file that was changed since is refused', async () => {
    const changed = update();
    writeFileSync(changed.path, Buffer.from(CONTENT).reverse());
    expect(await prepareInstaller(changed, optionsFor('win32'))).toMatchObject({
      ok: false,
      error: { code: 'refused' },
    });
  });

  test('an older version is refused', async () => {
    const options = optionsFor('win32', { installed: '1.2.0' });
    expect(await prepareInstaller(update(), options)).toMatchObject({ ok: false });
  });

  test('what lay in its folder before is not taken for the update', async () => {
    const options = optionsFor('win32');
    const first = await prepareInstaller(update(), options);
    expect(first.ok).toBe(true);
    // The copy and its note of the first time are there: its signature would not be looked at again.
    expect(readdirSync(options.folder)).not.toEqual([]);
    const ask = () => Promise.resolve('{"status":"HashMismatch","subject":""}');
    expect(await prepareInstaller(update(), { ...options, ask })).toMatchObject({ ok: false });
  });

  test('where the installer can’t be started, Easel ends all the same', async () => {
    const prepared = await prepareInstaller(update(), optionsFor('win32'));
    rmSync(path.join(folder, 'resources'), { recursive: true });
    if (prepared.ok) prepared.value();
    await vi.waitFor(() => expect(quits).toBeGreaterThan(0));
  });
});

describe('on macOS', () => {
  const update = (): VerifiedFile => verified(`Easel-1.1.0-mac-${process.arch}.zip`);

  test('Squirrel gets the verified file, and installs it once Easel is closed and not before', async () => {
    const prepared = await prepareInstaller(update(), optionsFor('darwin'));
    if (!prepared.ok) throw new Error(prepared.error.message);
    expect(autoUpdater.received).toEqual(CONTENT);
    expect(autoUpdater.installed).toBe(false);
    prepared.value();
    expect(autoUpdater.installed).toBe(true);
  });

  test('what Squirrel refuses is refused while Easel is open', async () => {
    autoUpdater.refusal = 'Code signature did not pass validation';
    expect(await prepareInstaller(update(), optionsFor('darwin'))).toMatchObject({
      ok: false,
      error: { code: 'refused', message: expect.stringContaining('refused to install') },
    });
    expect([autoUpdater.installed, quits]).toEqual([false, 0]);
  });
});
