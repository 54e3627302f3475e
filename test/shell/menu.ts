/**
 * `Menu` and `MenuItem`: the model only. Nothing is drawn, accelerators do nothing; tests call `click()`.
 */
import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { shellEvent } from './events.ts';

export type MenuItemOptions = {
  readonly id?: string;
  readonly label?: string;
  readonly sublabel?: string;
  readonly toolTip?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly registerAccelerator?: boolean;
  readonly enabled?: boolean;
  readonly visible?: boolean;
  readonly checked?: boolean;
  readonly click?: (item: MenuItem, window: BrowserWindow | null, event: object) => void;
  readonly submenu?: Menu | readonly MenuItemOptions[];
};

/** What the roles do here. Those of text editing need a focused native widget: they do nothing. */
const ROLES: Readonly<
  Record<string, { readonly label: string; readonly run?: (window: BrowserWindow | null) => void }>
> = {
  about: { label: 'About' },
  close: { label: 'Close Window', run: (window) => window?.close() },
  copy: { label: 'Copy' },
  cut: { label: 'Cut' },
  delete: { label: 'Delete' },
  editmenu: { label: 'Edit' },
  filemenu: { label: 'File' },
  front: { label: 'Bring All to Front' },
  help: { label: 'Help' },
  hide: { label: 'Hide' },
  minimize: { label: 'Minimize', run: (window) => window?.minimize() },
  paste: { label: 'Paste' },
  quit: { label: 'Quit', run: () => app.quit() },
  redo: { label: 'Redo' },
  reload: { label: 'Reload', run: (window) => window?.reload() },
  selectall: { label: 'Select All' },
  togglefullscreen: {
    label: 'Toggle Full Screen',
    run: (window) => window?.setFullScreen(!window.isFullScreen()),
  },
  undo: { label: 'Undo' },
  windowmenu: { label: 'Window' },
  zoom: { label: 'Zoom', run: (window) => window?.maximize() },
};

let lastCommandId = 0;

export class MenuItem {
  readonly commandId = ++lastCommandId;
  readonly id: string | undefined;
  readonly role: string | undefined;
  readonly type: string;
  readonly accelerator: string | undefined;
  readonly registerAccelerator: boolean;
  readonly sublabel: string;
  readonly toolTip: string;
  readonly submenu: Menu | undefined;
  readonly click: (event?: object, window?: BrowserWindow | null) => void;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  menu: Menu | undefined;

  constructor(options: MenuItemOptions) {
    const role = options.role?.toLowerCase();
    const known = role === undefined ? undefined : ROLES[role];
    this.id = options.id;
    this.role = role;
    this.submenu = Array.isArray(options.submenu)
      ? Menu.buildFromTemplate(options.submenu)
      : (options.submenu as Menu | undefined);
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal');
    this.label = options.label ?? known?.label ?? '';
    this.accelerator = options.accelerator;
    this.registerAccelerator = options.registerAccelerator ?? true;
    this.sublabel = options.sublabel ?? '';
    this.toolTip = options.toolTip ?? '';
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.click = (event = shellEvent(), window = BrowserWindow.getFocusedWindow()) => {
      if (!this.enabled) return;
      if (this.type === 'checkbox') this.checked = !this.checked;
      if (this.type === 'radio') this.#choose();
      if (options.click) options.click(this, window, event);
      else known?.run?.(window);
    };
  }

  // Radio items between two separators exclude one another.
  #choose(): void {
    const items = this.menu?.items ?? [this];
    const own = items.indexOf(this);
    const isBreak = (item: MenuItem): boolean => item.type !== 'radio';
    const start = items.findLastIndex((item, index) => index < own && isBreak(item)) + 1;
    const end = items.findIndex((item, index) => index > own && isBreak(item));
    for (const item of items.slice(start, end === -1 ? undefined : end)) item.checked = item === this;
  }
}

export class Menu extends EventEmitter {
  static #application: Menu | null = null;

  static buildFromTemplate(template: readonly (MenuItemOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#application;
  }

  readonly items: MenuItem[] = [];

  append(item: MenuItem): void {
    this.insert(this.items.length, item);
  }
  insert(position: number, item: MenuItem): void {
    item.menu = this;
    this.items.splice(position, 0, item);
  }
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
  popup(): void {}
}
