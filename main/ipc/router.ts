/** Connects calls and events to Electron. The only user of ipcMain. */
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import type { Dispatch, Publish } from './dispatch.ts';

/** Handles calls, and paths of dropped files, which the preload sends directly. Checks `isTrusted` first. */
export function registerRouter(
  dispatch: Dispatch,
  dropped: (file: unknown) => Promise<void>,
  isTrusted: (event: IpcMainInvokeEvent) => boolean,
): void {
  const handlers: Readonly<
    Record<string, (event: IpcMainInvokeEvent, ...sent: readonly unknown[]) => unknown>
  > = {
    call: (event, name, args, press) => dispatch(name, isTrusted(event), args, press),
    dropped: async (event, file) => {
      if (isTrusted(event)) await dropped(file);
    },
  };
  // One registration, as the architecture tests require.
  for (const [channel, handler] of Object.entries(handlers)) ipcMain.handle(channel, handler);
}

/**
 * Returns a function that sends events to the main window, or drops them without one. A new page loads the state
 * itself.
 */
export function createPublish(mainWindow: () => BrowserWindow | null): Publish {
  return (event, data) => {
    const window = mainWindow();
    if (window !== null && !window.isDestroyed()) window.webContents.send(event, data);
  };
}
