/** Connects the page's calls and main's events to Electron's IPC. No other file uses ipcMain. */
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import type { Dispatch, Publish } from './dispatch.ts';

/** Registers the IPC handlers for the page's calls and for dropped files. They refuse untrusted senders. */
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
  // Easel calls `ipcMain.handle` only here, so that every handler checks its sender.
  for (const [channel, handler] of Object.entries(handlers)) ipcMain.handle(channel, handler);
}

/** Sends events to the page. Drops events while there is no window, because a new page loads the current state. */
export function createPublish(mainWindow: () => BrowserWindow | null): Publish {
  return (event, data) => {
    const window = mainWindow();
    if (window !== null && !window.isDestroyed()) window.webContents.send(event, data);
  };
}
