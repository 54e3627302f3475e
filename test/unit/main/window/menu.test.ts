import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MENU_COMMANDS, setMenu } from '../../../../main/window/menu.ts';
import { menus, type MenuItem } from '../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

type Published = readonly [event: string, data: unknown];

let published: Published[];

beforeEach(() => {
  menus.length = 0;
  published = [];
});

function menuOf(platform: 'darwin' | 'win32' | 'linux'): readonly MenuItem[] {
  setMenu(platform, (event, data) => published.push([event, data]));
  const [menu] = menus.splice(0);
  if (menu === undefined) throw new Error('no menu was set');
  return menu;
}

function itemsOf(menu: readonly MenuItem[]): readonly MenuItem[] {
  return menu.flatMap((item) => [item, ...itemsOf(item.submenu ?? [])]);
}

/** All that a menu may do by itself; developer tools, reload and the like are none of it. */
const ROLES = new Set([
  'appMenu',
  'close',
  'quit',
  'editMenu',
  'resetZoom',
  'zoomIn',
  'zoomOut',
  'togglefullscreen',
  'windowMenu',
  'help',
]);

describe.each(['darwin', 'win32', 'linux'] as const)('on %s', (platform) => {
  test('the menu offers no developer tools, no reload and no other role', () => {
    const roles = itemsOf(menuOf(platform)).flatMap((item) => (item.role === undefined ? [] : [item.role]));
    expect(roles.filter((role) => !ROLES.has(role))).toEqual([]);
  });

  test('every item with an id names its command, and tells the page just that', () => {
    const commands = itemsOf(menuOf(platform)).filter((item) => item.id !== undefined);
    expect(commands.map((item) => item.id)).toEqual(MENU_COMMANDS);
    for (const item of commands) item.click?.();
    expect(published).toEqual(MENU_COMMANDS.map((commandId) => ['command.run', { commandId }]));
  });

  test('a key that is shown is left to the page', () => {
    const shown = itemsOf(menuOf(platform)).filter((item) => item.accelerator !== undefined);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((item) => item.registerAccelerator !== false)).toEqual([]);
    expect(new Set(shown.map((item) => item.accelerator)).size).toBe(shown.length);
  });
});

test('only macOS has an application menu, and there a window is closed instead of the program', () => {
  const roles = (platform: 'darwin' | 'linux'): readonly (string | undefined)[] =>
    itemsOf(menuOf(platform)).map((item) => item.role);
  expect(roles('darwin')).toContain('appMenu');
  expect(roles('darwin')).toContain('close');
  expect(roles('darwin')).not.toContain('quit');
  expect(roles('linux')).not.toContain('appMenu');
  expect(roles('linux')).toContain('quit');
});
