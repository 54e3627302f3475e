/**
 * The module that `require('electron')` and `import 'electron'` give in the main process.
 */
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import {
  clipboard,
  ClipboardItem,
  dialog,
  powerMonitor,
  screen,
  shell,
  systemPreferences,
} from './desktop.ts';
import { ipcMain } from './ipc.ts';
import { Menu, MenuItem } from './menu.ts';
import { fetchFor } from './net.ts';
import { Notification } from './notification.ts';
import { registerSchemesAsPrivileged, type ProtocolHandler } from './protocol.ts';
import { session } from './session.ts';
import { nativeTheme } from './theme.ts';
import { webContents } from './web-contents.ts';

/** The default session's protocols, and what must be said before the app is ready. */
const protocol = {
  registerSchemesAsPrivileged,
  handle: (scheme: string, handler: ProtocolHandler): void =>
    session.defaultSession.protocol.handle(scheme, handler),
  unhandle: (scheme: string): void => session.defaultSession.protocol.unhandle(scheme),
  isProtocolHandled: (scheme: string): boolean => session.defaultSession.protocol.isProtocolHandled(scheme),
};

const net = {
  fetch: (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    fetchFor(session.defaultSession.protocol, input, init),
  get online(): boolean {
    return true;
  },
  resolveHost: (host: string): Promise<never> =>
    Promise.reject(new Error(`The Chromium shell resolves no host: ${host}`)),
};

export {
  app,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  systemPreferences,
  webContents,
};

/** For `import electron from 'electron'`, and the plain object that `require` gives. */
const electron: Readonly<Record<string, unknown>> = {
  app,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  systemPreferences,
  webContents,
};

export { electron as default, electron as 'module.exports' };
