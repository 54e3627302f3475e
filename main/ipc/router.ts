/** Ties the calls to Electron: the only user of ipcMain. */
import { ipcMain, type IpcMainInvokeEvent } from 'electron';
import type { Dispatch } from './dispatch.ts';

/** Answers every call; `isTrusted` runs first, before anything of the call is read. */
export function registerRouter(dispatch: Dispatch, isTrusted: (event: IpcMainInvokeEvent) => boolean): void {
  ipcMain.handle('call', (event, name: unknown, args: unknown, press: unknown) =>
    dispatch(name, isTrusted(event), args, press),
  );
}
