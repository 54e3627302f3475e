/** Exports of `require('electron')` and `import 'electron'` in the main process. */
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import {
  clipboard,
  ClipboardItem,
  dialog,
  Notification,
  powerMonitor,
  screen,
  systemPreferences,
} from './desktop.ts';
import { ipcMain } from './ipc.ts';
import { Menu } from './menu.ts';
import { registerSchemesAsPrivileged, type ProtocolHandler } from './protocol.ts';
import { session } from './session.ts';
import { nativeTheme } from './theme.ts';
import { webContents } from './web-contents.ts';

/** Handlers of the default session, and registrations before the app is ready. */
const protocol = {
  registerSchemesAsPrivileged,
  handle: (scheme: string, handler: ProtocolHandler): void =>
    session.defaultSession.protocol.handle(scheme, handler),
};

/** Default export, and the result of `require`. */
const electron: Readonly<Record<string, unknown>> = {
  app,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  systemPreferences,
  webContents,
};

export { electron as default, electron as 'module.exports' };
export {
  app,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  systemPreferences,
  webContents,
};
