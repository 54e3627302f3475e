/** Easel's identity on Windows: taskbar button, jump list and notifications use it. */
import type { App } from 'electron';
import type { Env } from '../env.ts';

/** electron-builder's `appId`, which the installers write into Easel's shortcuts. */
export const APP_ID = 'example.easel.Easel';
/**
 * The class that Windows starts for a click on a notice. Left alone Electron draws another one at each start; the
 * uninstaller removes this one (main/packaging/installer.nsh). Never change it.
 */
export const TOAST_ACTIVATOR = '{0F4C363D-DC2E-499C-9A40-6B183C150EE1}';

/** Sets the identity; to be called before the app is ready. */
export function introduceToWindows(
  platform: Env['platform'],
  app: Pick<App, 'setAppUserModelId' | 'setToastActivatorCLSID'>,
): void {
  if (platform !== 'win32') return;
  app.setAppUserModelId(APP_ID);
  app.setToastActivatorCLSID(TOAST_ACTIVATOR);
}
