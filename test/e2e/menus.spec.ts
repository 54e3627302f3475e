/** Menus by the keyboard: all of them are one part, so three that differ stand for the others. */
import type { Locator, Page } from 'playwright';
import { lookerInBoth } from '../support/axe.ts';
import { connect, entriesFor, runCommand } from '../support/easel.ts';
import { expect, test } from './fixtures.ts';

const viewButton = (window: Page): Locator => window.getByRole('button', { name: /^View: /u });
const view = (window: Page, name: string): Locator =>
  window.getByRole('menuitemradio', { name, exact: true });

/** Lets the page's key presses come at moments that the spec tells; gives what lets these ms pass. */
async function stopTime(window: Page): Promise<(ms: number) => Promise<void>> {
  let now = 10_000;
  await window.evaluate(() => {
    Object.defineProperty(Event.prototype, 'timeStamp', {
      get: (): unknown => Reflect.get(globalThis, 'now'),
    });
  });
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    await window.evaluate((moment) => Reflect.set(globalThis, 'now', moment), now);
  };
  await pass(0);
  return pass;
}

test('menus open by key, find an item by its words, choose it, and return the focus to the button', async ({
  easel,
  practice,
}, info) => {
  const { window } = easel;
  const { keyboard } = window;
  const look = lookerInBoth(easel, info);
  await connect(window, entriesFor(practice));
  for (const name of ['Gamma', 'Go to market']) {
    await runCommand(window, 'Save as view');
    await window.getByRole('dialog').getByLabel('Name').fill(name);
    await keyboard.press('Enter');
    await expect(viewButton(window)).toHaveAccessibleName(`View: ${name}`);
  }
  const pass = await stopTime(window);

  await test.step('a press on the button opens it, and another closes it', async () => {
    for (const name of ['More actions', /^Connection:/u, /Network (?:good|not asked yet)/u]) {
      const button = window.getByRole('button', { name, expanded: false });
      await button.click();
      await expect(window.locator('[popover]:popover-open')).toBeVisible();
      await window.getByRole('button', { name, expanded: true }).click();
      await expect(button).toBeVisible();
      await expect(window.locator('[popover]:popover-open')).toHaveCount(0);
    }
  });

  await test.step('arrow keys open a menu at the chosen item or the last one, and wrap around', async () => {
    await viewButton(window).focus();
    await keyboard.press('ArrowDown');
    await expect(view(window, 'Go to market')).toBeFocused();
    await look('views-menu');
    await keyboard.press('Home');
    await expect(view(window, 'All boards')).toBeFocused();
    await keyboard.press('ArrowUp');
    await expect(window.getByRole('menuitem', { name: 'Remove “Go to market”…' })).toBeFocused();
    await keyboard.press('ArrowDown');
    await expect(view(window, 'All boards')).toBeFocused();
    await keyboard.press('Escape');
    await expect(window.getByRole('menu')).toHaveCount(0);
    await expect(viewButton(window)).toBeFocused();
    await keyboard.press('ArrowUp');
    await expect(window.getByRole('menuitem', { name: 'Remove “Go to market”…' })).toBeFocused();
  });

  await test.step('letters step through the items, and typed together match the start of any word', async () => {
    await keyboard.press('Home');
    await keyboard.type('g');
    await expect(view(window, 'Gamma')).toBeFocused();
    await pass(500);
    await keyboard.type('o');
    await expect(view(window, 'Go to market')).toBeFocused();
    await pass(1000);
    await keyboard.type('gg');
    await expect(view(window, 'Go to market')).toBeFocused();
    await keyboard.type('g');
    await expect(view(window, 'Gamma')).toBeFocused();
    await pass(1000);
    await keyboard.type('to m');
    await expect(view(window, 'Go to market')).toBeFocused();
    await pass(1000);
    await keyboard.type('boards');
    await expect(view(window, 'All boards')).toBeFocused();
    await keyboard.press('Enter');
    await expect(viewButton(window)).toHaveAccessibleName('View: All boards');
    await expect(viewButton(window)).toBeFocused();
  });

  await test.step('a disabled item can be focused, says why, and does nothing', async () => {
    await window.getByRole('grid', { name: 'Boards' }).focus();
    await keyboard.press('Escape');
    await window.getByRole('button', { name: 'More actions' }).focus();
    await keyboard.press('Enter');
    await pass(1000);
    await keyboard.type('undo');
    const off = window.getByRole('menuitem', { name: /^Undo/u });
    await expect(off).toBeFocused();
    await expect(off).toHaveAttribute('aria-disabled', 'true');
    await expect(off).toHaveAttribute('title', /./u);
    await keyboard.press('Enter');
    await expect(off).toBeFocused();
    await keyboard.press('Tab');
    await expect(window.getByRole('menu')).toHaveCount(0);
  });

  await test.step('ticking an item leaves its menu open, and the last tick is saved', async () => {
    await window.getByRole('button', { name: 'Columns' }).focus();
    await keyboard.press('Enter');
    const ticked = window.getByRole('menuitemcheckbox', { checked: true });
    await expect(ticked).toHaveText(['Label', 'Created', 'Tags']);
    for (const name of ['Label', 'Created']) {
      await pass(1000);
      await keyboard.type(name);
      await keyboard.press('Space');
    }
    await expect(ticked).toHaveText(['Tags']);
    await pass(1000);
    await keyboard.type('tags');
    await keyboard.press('Enter');
    await expect(ticked).toHaveText(['Tags']);
    await expect(ticked).toHaveAttribute('title', 'Keep one column');
    await keyboard.press('Escape');
    await expect(window.getByRole('button', { name: 'Columns' })).toBeFocused();
  });
});

test('a menu’s keys, which macOS hands to it, do what they do in the page: nothing while somebody writes', async ({
  easel: { app, window },
  practice,
}) => {
  await connect(window, entriesFor(practice));
  const pressInMenu = (id: string): Promise<void> =>
    app.evaluate(({ Menu }, item) => {
      Menu.getApplicationMenu()?.getMenuItemById(item)?.click({ triggeredByAccelerator: true });
    }, id);
  const dialog = window.getByRole('dialog');
  await viewButton(window).focus();
  await window.keyboard.press('Enter');
  await pressInMenu('view.palette');
  await expect(window.getByRole('menu')).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await window.getByRole('grid', { name: 'Boards' }).focus();
  await pressInMenu('view.palette');
  await expect(dialog).toBeVisible();
  await pressInMenu('boards.create');
  await expect(dialog).toHaveCount(1);
});
