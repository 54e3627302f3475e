import { beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../../../main/log/log.ts';
import { createHandOver } from '../../../../main/updates/hand-over.ts';
import type { VerifiedFile } from '../../../../main/updates/updates.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';
import { failure } from '../../../../main/wording/failure.ts';

const installer = vi.hoisted(() => ({ loaded: false, prepared: null as unknown }));
vi.mock('electron', () => import('../../../support/fake-electron.ts'));
vi.mock('../../../../main/updates/installer.ts', () => {
  installer.loaded = true;
  return { prepareInstaller: () => Promise.resolve(installer.prepared) };
});

const FILE: VerifiedFile = {
  platform: 'win32',
  arch: 'x64',
  name: 'Easel.exe',
  version: '1.1.0',
  sha512: '',
  size: 1,
  path: '/updates/Easel.exe',
};
let wantsToClose: boolean;
const ended: (() => void)[] = [];

function install(platform: 'win32' | 'darwin' | 'linux', isPackaged = true) {
  const { install: found } = createHandOver({
    env: { platform, isPackaged },
    userData: '/nowhere',
    log: createLog({ write: () => undefined }),
    mayClose: () => Promise.resolve(wantsToClose),
    closeThen: (end) => void ended.push(end),
  });
  return found;
}

beforeEach(() => {
  wantsToClose = true;
  ended.length = 0;
});

test('nothing of electron-updater is loaded for who keeps Easel open, and nothing is closed', async () => {
  wantsToClose = false;
  expect(await install('win32')?.(FILE)).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect([installer.loaded, ended.length]).toEqual([false, 0]);
});

test('Easel is closed for the installer once that is ready', async () => {
  const end = (): void => undefined;
  installer.prepared = ok(end) satisfies Result<() => void>;
  expect(await install('darwin')?.(FILE)).toEqual(ok(null));
  expect(ended).toEqual([end]);
});

test('Easel stays open where the update is refused', async () => {
  installer.prepared = fail(failure('refused'));
  expect(await install('win32')?.(FILE)).toMatchObject({ ok: false, error: { code: 'refused' } });
  expect(ended).toEqual([]);
});

test.each([
  ['linux', true],
  ['win32', false],
  ['darwin', false],
] as const)('on %s, packaged: %s, Easel installs nothing', (platform, isPackaged) => {
  expect(install(platform, isPackaged)).toBeNull();
});
