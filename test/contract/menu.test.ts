import { expect, test, vi } from 'vitest';
import { COMMANDS } from '../../renderer/commands/registry.ts';

vi.mock('electron', () => import('../support/fake-electron.ts'));

test('the page knows every command of the application menu', async () => {
  const { MENU_COMMANDS } = await import('../../main/app/window/menu.ts');
  const known = COMMANDS.map(({ id }) => id);
  expect(MENU_COMMANDS.length).toBeGreaterThan(5);
  expect(MENU_COMMANDS.filter((id) => !known.includes(id))).toEqual([]);
});
