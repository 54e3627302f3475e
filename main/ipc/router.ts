/** Connects calls and events to Electron. No other file uses ipcMain. */
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import type { Dispatch, Publish } from './dispatch.ts';

/** Handles calls, and the paths of dropped files that the preload sends. Ignores senders that `isTrusted` rejects. */
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
  // There is a single call of `handle`, because an architecture test allows only one.
  for (const [channel, handler] of Object.entries(handlers)) ipcMain.handle(channel, handler);
}

/** Sends events to the window. Without a window an event is dropped, because a new page loads the state itself. */
export function createPublish(mainWindow: () => BrowserWindow | null): Publish {
  return (event, data) => {
    const window = mainWindow();
    if (window !== null && !window.isDestroyed()) window.webContents.send(event, data);
  };
}
