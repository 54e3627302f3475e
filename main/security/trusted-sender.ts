/** The gate of the border: only the top frame of the main window, on Easel's own origin, may call. */
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron';
import { APP_ORIGIN, originOf } from './origins.ts';

/**
 * Whether a call comes from the main window's own page: id, main frame, origin. `fromWebContents(event.sender)` would
 * let a webview pass, because its owner is its embedder's window, so the sender itself is compared. `senderFrame` is
 * null when the frame has navigated or is gone.
 */
export function isTrustedSender(event: IpcMainInvokeEvent, mainWindow: BrowserWindow | null): boolean {
  if (mainWindow === null || mainWindow.isDestroyed()) return false;
  try {
    return isOwnPage(event, mainWindow);
  } catch {
    // Reading a frame whose page is gone throws: nobody is there to be trusted.
    return false;
  }
}

function isOwnPage(event: IpcMainInvokeEvent, { webContents }: BrowserWindow): boolean {
  if (event.sender !== webContents || event.sender.id !== webContents.id) return false;
  if (event.sender.getType() !== 'window') return false;
  const frame = event.senderFrame;
  if (frame === null || frame.parent !== null || frame !== webContents.mainFrame) return false;
  return frame.origin === APP_ORIGIN && originOf(frame.url) === APP_ORIGIN;
}
