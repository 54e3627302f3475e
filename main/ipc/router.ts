/** Ties the channels to Electron: the only user of ipcMain. */
import { ipcMain, type IpcMainInvokeEvent } from 'electron';
import { CALL_NAMES } from '../../preload/contract/call-names.ts';
import type { Dispatch } from './dispatch.ts';

/** Answers every channel of the contract; `isTrusted` is asked first, before anything of the call is looked at. */
export function registerRouter(dispatch: Dispatch, isTrusted: (event: IpcMainInvokeEvent) => boolean): void {
  for (const channel of CALL_NAMES) {
    ipcMain.handle(channel, (event, args: unknown) => dispatch(channel, isTrusted(event), args));
  }
}
