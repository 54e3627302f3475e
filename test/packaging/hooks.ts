import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { flipFuses } from '@electron/fuses';
import { type AfterPackContext, Arch } from 'electron-builder';
import { fuseConfig } from './fuses.ts';
import { layoutOf, parseTarget } from './target.ts';

/** Removes Electron's demo app. On macOS, copies the licences into the .app, because only the .app is packaged. */
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

/** Sets the fuses before signing. On arm64 Macs this breaks the ad-hoc signature, so the build signs the app again. */
export const afterPack = async (context: AfterPackContext): Promise<void> => {
  const target = parseTarget(`${context.electronPlatformName}-${Arch[context.arch]}`);
  if (target === null) throw new Error(`Easel is not built for ${context.electronPlatformName}`);
  await flipFuses(path.join(context.appOutDir, layoutOf(target).executable), {
    ...fuseConfig,
    resetAdHocDarwinSignature:
      target.platform === 'darwin' && target.arch === 'arm64' && process.platform === 'darwin',
  });
};
