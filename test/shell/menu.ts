import { shellEvent } from './events.ts';

type MenuItemOptions = {
  readonly id?: string;
  readonly role?: string;
  readonly enabled?: boolean;
  readonly click?: (item: MenuItem, window: null, event: object) => void;
  readonly submenu?: readonly MenuItemOptions[];
};

/** Stand-in for Electron's `Menu` without drawing and shortcuts. Tests call an item's `click()` and replace `popup`. */
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

  popup(): void {}

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}
