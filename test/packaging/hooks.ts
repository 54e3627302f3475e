import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { flipFuses } from '@electron/fuses';
import { type AfterPackContext, Arch } from 'electron-builder';
import { fuseConfig } from './fuses.ts';
import { layoutOf, parseTarget } from './target.ts';

/**
 * electron-builder calls this hook after it has copied Electron. Removes Electron's demo app, which would start if
 * app.asar were missing. On macOS, copies the licences into the .app, because files beside the .app are lost.
 */
export const afterExtract = async (context: AfterPackContext): Promise<void> => {
  const { appOutDir, electronPlatformName, packager } = context;
  const mac = electronPlatformName === 'darwin';
  const resources = path.join(appOutDir, mac ? 'Electron.app/Contents/Resources' : 'resources');
  await rm(path.join(resources, 'default_app.asar'), { force: true });

  const dist: unknown = packager.config.electronDist;
  if (mac && typeof dist === 'string') {
    await copyFile(path.join(dist, 'LICENSE'), path.join(resources, 'LICENSE.electron.txt'));
    await copyFile(path.join(dist, 'LICENSES.chromium.html'), path.join(resources, 'LICENSES.chromium.html'));
  }
};

/**
 * electron-builder calls this hook before signing. Sets all fuses, which invalidates the ad-hoc signature on arm64
 * Macs, so a build on a Mac signs again. macOS packages built on other systems are only inspected, never started.
 */
export const afterPack = async (context: AfterPackContext): Promise<void> => {
  const target = parseTarget(`${context.electronPlatformName}-${Arch[context.arch]}`);
  if (target === null) throw new Error(`Easel is not built for ${context.electronPlatformName}`);
  await flipFuses(path.join(context.appOutDir, layoutOf(target).executable), {
    ...fuseConfig,
    resetAdHocDarwinSignature:
      target.platform === 'darwin' && target.arch === 'arm64' && process.platform === 'darwin',
  });
};
