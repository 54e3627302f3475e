import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MENU_COMMANDS, setEditMenu, setMenu } from '../../../../../main/app/window/menu.ts';
import { COMMANDS } from '../../../../../renderer/commands/registry.ts';
import { asWindow, BrowserWindow, menus, type MenuItem } from '../../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../../support/fake-electron.ts'));

let chosen: unknown[];
let window: BrowserWindow;
let isRoomInUse: boolean;
const options = { windowOf: () => asWindow(window), isRoomInUse: () => isRoomInUse };

beforeEach(() => {
  menus.length = 0;
  chosen = [];
  window = new BrowserWindow();
  isRoomInUse = false;
});

function menuOf(platform: 'darwin' | 'win32' | 'linux'): readonly MenuItem[] {
  setMenu(platform, options, (choice) => chosen.push(choice));
  const [menu] = menus.splice(0);
  if (menu === undefined) throw new Error('no menu was set');
  return menu;
}

function itemsOf(menu: readonly MenuItem[]): readonly MenuItem[] {
  return menu.flatMap((item) => [item, ...itemsOf(item.submenu ?? [])]);
}

function choose(menu: readonly MenuItem[], label: string): void {
  for (const item of itemsOf(menu)) if (item.label === label) item.click?.(item, null, {});
}

const ROLES = ['togglefullscreen', 'help'];
/** On a Mac, the role `close` closes the window with Cmd+W. Elsewhere, Ctrl+W leaves a room and must not quit Easel. */
const ON_MAC = ['appMenu', 'close', 'windowMenu', 'editMenu'];

describe.each(['darwin', 'win32', 'linux'] as const)('the application menu on %s', (platform) => {
  test('the application menu contains only the listed Electron roles, without developer tools or reload', () => {
    const roles = itemsOf(menuOf(platform)).flatMap((item) => (item.role === undefined ? [] : [item.role]));
    expect(new Set(roles)).toEqual(new Set([...ROLES, ...(platform === 'darwin' ? ON_MAC : ['quit'])]));
  });

  test('a click in the application menu sends only the id of the menu item’s command to the page', () => {
    const commands = itemsOf(menuOf(platform)).filter((item) => item.id !== undefined);
    expect(commands.map((item) => item.id)).toEqual(MENU_COMMANDS);
    expect(COMMANDS.map(({ id }) => id)).toEqual(expect.arrayContaining([...MENU_COMMANDS]));
    for (const item of commands) item.click?.(item, null, {});
    expect(chosen).toEqual(MENU_COMMANDS.map((commandId) => ({ commandId, keys: null })));
  });

  test('the application menu displays keyboard shortcuts without registering them', () => {
    const commands = itemsOf(menuOf(platform)).filter((item) => item.id !== undefined);
    const shown = commands.filter((item) => item.accelerator !== undefined);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((item) => item.registerAccelerator !== false)).toEqual([]);
    expect(new Set(shown.map((item) => item.accelerator)).size).toBe(shown.length);
  });

  test('the application menu has two shortcuts for zooming in, with and without Shift', () => {
    const menu = menuOf(platform);
    const keys = itemsOf(menu).flatMap(({ label, accelerator }) =>
      label === 'Zoom in' ? [accelerator] : [],
    );
    expect(keys).toEqual(['CmdOrCtrl+Plus', 'CmdOrCtrl+=']);
    choose(menu, 'Zoom in');
    choose(menu, 'Zoom out');
    expect(window.webContents.zoomLevel).toBe(0.5);
    choose(menu, 'Actual size');
    expect(window.webContents.zoomLevel).toBe(0);
  });
});

test.each([
  ['Edit menu', () => choose(menuOf('win32'), 'Paste')],
  [
    'context menu',
    () => {
      setEditMenu(asWindow(window), options);
      window.webContents.emit('context-menu', {}, { isEditable: true, selectionText: '', editFlags: {} });
      choose(menus[0] ?? [], 'Paste');
    },
  ],
])('“Paste” in the %s pastes into the focused page or room', (_name, paste) => {
  const page = window.webContents;
  paste();
  expect(page.pasted).toBe(1);
  page.focusedFrame = null;
  paste();
  expect(page.pasted).toBe(1);
  isRoomInUse = true;
  paste();
  expect(page.pasted).toBe(2);
});

test('a keyboard shortcut of the application menu sends the page the command and the shortcut', () => {
  const withKeys = itemsOf(menuOf('darwin')).filter((item) => item.id !== undefined && item.accelerator);
  for (const item of withKeys) item.click?.(item, null, { triggeredByAccelerator: true });
  expect(chosen).toContainEqual({ commandId: 'boards.create', keys: 'Mod+N' });
  const keysOf = (id = ''): readonly string[] => COMMANDS.find((command) => command.id === id)?.keys ?? [];
  expect(chosen).toEqual(
    withKeys.map(({ id }) => ({ commandId: id, keys: expect.toBeOneOf([...keysOf(id)]) })),
  );
});
