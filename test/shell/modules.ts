/** Electron's modules, limited to the parts that Easel and its tests use. */
import { registerSchemesAsPrivileged, type ProtocolHandler } from './protocol.ts';
import { session } from './session.ts';

export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export * from './desktop.ts';
export { ipcMain } from './ipc.ts';
export { Menu } from './menu.ts';
export { session } from './session.ts';
export { nativeTheme } from './theme.ts';
export { webContents } from './web-contents.ts';

/** Stand-in for `protocol`. Handlers of the default session may be registered before the app is ready. */
export const protocol = {
  registerSchemesAsPrivileged,
  handle: (scheme: string, handler: ProtocolHandler): void =>
    session.defaultSession.protocol.handle(scheme, handler),
};
