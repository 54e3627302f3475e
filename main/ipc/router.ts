/** Connects the page's calls and main's events to Electron's IPC. No other file uses ipcMain. */
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import type { Dispatch, Publish } from './dispatch.ts';

/** Registers IPC handlers for the page's calls and for dropped files. Refuses senders that `isTrusted` rejects. */
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
  // The only call of `ipcMain.handle`. Every handler therefore checks the sender.
  for (const [channel, handler] of Object.entries(handlers)) ipcMain.handle(channel, handler);
}

/** Sends events to the page. Drops events while there is no window, because a new page loads the current state. */
export function createPublish(mainWindow: () => BrowserWindow | null): Publish {
  return (event, data) => {
    const window = mainWindow();
    if (window !== null && !window.isDestroyed()) window.webContents.send(event, data);
  };
}
