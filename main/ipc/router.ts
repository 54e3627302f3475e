/** Ties the calls to Electron: the only user of ipcMain. */
import { ipcMain, type IpcMainInvokeEvent } from 'electron';
import type { Dispatch } from './dispatch.ts';

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
