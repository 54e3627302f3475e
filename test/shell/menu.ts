/**
 * `Menu` and `MenuItem`: the model only. Nothing is drawn, accelerators do nothing; tests call `click()`.
 */
import { BrowserWindow } from './browser-window.ts';
import { shellEvent } from './events.ts';

export type MenuItemOptions = {
  readonly id?: string;
  readonly label?: string;
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

/** The labels of roles. They do nothing: those of text editing need a focused native widget. */
const ROLES: Readonly<Record<string, string>> = {
  editmenu: 'Edit',
  help: 'Help',
  togglefullscreen: 'Toggle Full Screen',
  windowmenu: 'Window',
};

export class MenuItem {
  readonly id: string | undefined;
  readonly role: string | undefined;
  readonly type: string;
  readonly accelerator: string | undefined;
  readonly registerAccelerator: boolean;
  readonly submenu: Menu | undefined;
  readonly click: (event?: object, window?: BrowserWindow | null) => void;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;

  constructor(options: MenuItemOptions) {
    const role = options.role?.toLowerCase();
    const known = role === undefined ? undefined : ROLES[role];
    this.id = options.id;
    this.role = role;
    this.submenu = Array.isArray(options.submenu)
      ? Menu.buildFromTemplate(options.submenu)
      : (options.submenu as Menu | undefined);
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal');
    this.label = options.label ?? known ?? '';
    this.accelerator = options.accelerator;
    this.registerAccelerator = options.registerAccelerator ?? true;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.click = (event = shellEvent(), window = BrowserWindow.getFocusedWindow()) => {
      if (!this.enabled) return;
      if (options.click) options.click(this, window, event);
    };
  }
}

export class Menu {
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

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}
