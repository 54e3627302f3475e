/** Exports of the Chromium shell's `electron` module, for `require` and `import` in the main process. */
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import {
  clipboard,
  ClipboardItem,
  dialog,
  shell,
  Notification,
  powerMonitor,
  screen,
  systemPreferences,
} from './desktop.ts';
import { shellEvent } from './events.ts';
import { ipcMain } from './ipc.ts';
import { registerSchemesAsPrivileged, type ProtocolHandler } from './protocol.ts';
import { session } from './session.ts';
import { nativeTheme } from './theme.ts';
import { webContents } from './web-contents.ts';

type MenuItemOptions = {
  readonly id?: string;
  readonly role?: string;
  readonly enabled?: boolean;
  readonly click?: (item: MenuItem, window: null, event: object) => void;
  readonly submenu?: readonly MenuItemOptions[];
};

/** Stand-in for Electron's `Menu` without drawing or shortcuts. Tests call `click()` of an item and replace `popup`. */
class MenuItem {
  readonly id: string | undefined;
  readonly role: string | undefined;
  readonly submenu: Menu | undefined;
  readonly #options: MenuItemOptions;

  constructor(options: MenuItemOptions) {
    this.id = options.id;
    this.role = options.role;
    this.submenu = options.submenu === undefined ? undefined : Menu.buildFromTemplate(options.submenu);
    this.#options = options;
  }
  click(event: object = shellEvent()): void {
    if (this.#options.enabled !== false) this.#options.click?.(this, null, event);
  }
}

class Menu {
  static #application: Menu | null = null;

  static buildFromTemplate(template: readonly MenuItemOptions[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.items.push(new MenuItem(item));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#application;
  }

  readonly items: MenuItem[] = [];

  popup(): void {}

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}

/** Stand-in for `protocol`. Handlers of the default session may be registered before the app is ready. */
const protocol = {
  registerSchemesAsPrivileged,
  handle: (scheme: string, handler: ProtocolHandler): void =>
    session.defaultSession.protocol.handle(scheme, handler),
};

/** Default export of the `electron` module, and also the result of `require('electron')`. */
const electron: Readonly<Record<string, unknown>> = {
  app,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  dialog,
  shell,
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
  shell,
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
