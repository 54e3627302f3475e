/** Ties calls and events to Electron: the only user of ipcMain. */
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import type { Dispatch, Publish } from './dispatch.ts';

/**
 * Answers every call, and takes the paths of files that a person dropped, which the preload sends past the page;
 * `isTrusted` runs first, before anything of either is read.
 */
export function registerRouter(
  dispatch: Dispatch,
  dropped: (file: unknown) => Promise<void>,
  isTrusted: (event: IpcMainInvokeEvent) => boolean,
): void {
  const answers: Readonly<
    Record<string, (event: IpcMainInvokeEvent, ...sent: readonly unknown[]) => unknown>
  > = {
    call: (event, name, args, press) => dispatch(name, isTrusted(event), args, press),
    dropped: async (event, file) => {
      if (isTrusted(event)) await dropped(file);
    },
  };
  for (const [channel, answer] of Object.entries(answers)) ipcMain.handle(channel, answer);
}

/**
 * Makes the function that tells the main window what has changed. Without a window, or while one closes, events are dropped:
 * a new page loads the state itself.
 */
export function createPublish(mainWindow: () => BrowserWindow | null): Publish {
  return (event, data) => {
    const window = mainWindow();
    if (window !== null && !window.isDestroyed()) window.webContents.send(event, data);
  };
}
