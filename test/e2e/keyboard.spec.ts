import type { Page } from 'playwright';
import { connect, entriesFor, runCommand } from '../support/easel.ts';
import { details, find, grid, rowAt as row } from '../support/jobs-screen.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { showLook } from '../support/theme.ts';
import { expect, test } from './fixtures.ts';

async function expectAt(window: Page, place: number): Promise<void> {
  await expect(grid(window).getByRole('row', { selected: true })).toHaveCount(1);
  await expect(row(window, place)).toHaveAttribute('aria-selected', 'true');
  const active = await grid(window).getAttribute('aria-activedescendant');
  expect(await row(window, place).getAttribute('id')).toBe(active);
  await expect(row(window, place)).toBeInViewport();
}

test('the rows, panes and the inspector can be reached by keyboard alone', async ({ easel, practice }) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '313');
  await expect(row(window, 0)).not.toHaveAttribute('aria-busy', 'true');
  await grid(window).focus();
  await test.step('the Enter key opens the details of a row', async () => {
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('F4');
    await expect(details(window)).toHaveCount(0);
    await expect(grid(window)).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(details(window)).toContainText('Details loaded');
    await window.keyboard.press('F4');
    await expect(details(window)).toHaveCount(0);
    await window.keyboard.press('F4');
    await expect(details(window)).toBeVisible();
  });
  await test.step('in a narrow window, Escape closes the details that Enter opened', async () => {
    await grid(window).focus();
    await showLook(easel, 'light', { width: 800, height: 700 });
    await expect(details(window)).toHaveCount(0);
    await window.keyboard.press('Enter');
    await expect(details(window)).toContainText('Details loaded');
    await expect(grid(window)).toBeFocused();
    await window.keyboard.press('Escape');
    await expect(details(window)).toHaveCount(0);
    await showLook(easel, 'light');
    await expect(details(window)).toBeVisible();
  });
  await test.step('Escape in the search field clears the search field', async () => {
    await grid(window).focus();

    const id = (await practice.contents()).boards[150] ?? 'no board';
    const presses = await countPresses(window);
    await window.keyboard.press('/');
    await expect(find(window)).toBeFocused();
    await window.keyboard.type(id.slice(0, 13));
    await expect(row(window, 0)).toContainText(id);
    expect(await presses()).toEqual(JOURNEYS.findById);
    await window.keyboard.press('ArrowDown');
    await expect(grid(window)).toBeFocused();
    await window.keyboard.press('ArrowDown');
    await expectAt(window, 0);
    await window.keyboard.press('/');
    await window.keyboard.press('Escape');
    await expect(find(window)).toHaveValue('');
    await expect(find(window)).toBeFocused();
    await window.keyboard.press('Escape');
    await expect(grid(window)).toBeFocused();
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '313');
    await expectAt(window, 150);
  });
  await test.step('F6 moves the focus to the next pane, and Shift+F6 to the previous pane', async () => {
    await grid(window).focus();

    const pane = (): Promise<string | null | undefined> =>
      window.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('aria-label'));
    const round: (string | null | undefined)[] = [];
    for (let step = 0; step < 4; step += 1) {
      await window.keyboard.press('F6');
      round.push(await pane());
    }
    expect(round).toEqual(['Board details', 'Status', 'Sidebar', 'Boards']);
    await expect(grid(window)).toBeFocused();
    await window.keyboard.press('Shift+F6');
    expect(await pane()).toBe('Sidebar');
  });
  await test.step('the keyboard focus moves to another control when the focused control disappears', async () => {
    const press = (name: string | RegExp) => window.getByRole('button', { name }).click();
    const losing: Readonly<Record<string, () => Promise<void>>> = {
      'Ctrl+K over the status': async () => {
        await window.getByTitle('Service status').click();
        await window.keyboard.press('ControlOrMeta+k');
        await expect(window.getByRole('combobox')).toBeFocused();
        await window.keyboard.press('Escape');
      },
      'F4 inside the inspector': async () => {
        await details(window).getByRole('tab', { name: 'Summary' }).click();
        await window.keyboard.press('F4');
        await expect(details(window)).toHaveCount(0);
      },
      'Hide the jobs': async () => {
        await window.keyboard.press('F4');
        await window.keyboard.press('ControlOrMeta+j');
        await press('Hide jobs (Esc)');
      },
      'Blurred for screen sharing': async () => {
        await window.keyboard.press('F8');
        await press(/^Blurred for screen sharing/);
      },
      'A click on nothing': () => window.getByRole('banner').click({ position: { x: 5, y: 5 } }),
    };
    for (const [what, lose] of Object.entries(losing)) {
      await lose();
      await expect
        .poll(() => window.evaluate(() => document.activeElement?.localName), what)
        .not.toBe('body');
    }
  });
  await test.step('Shift+F10 and a right click open the context menu of a row', async () => {
    const menu = window.getByRole('menu', { name: 'Actions' });
    await grid(window).focus();
    await window.keyboard.press('Home');
    await row(window, 2).click({ button: 'right' });
    await expect(row(window, 2)).toHaveAttribute('aria-selected', 'true');
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    await window.keyboard.press('Escape');
    await expect(grid(window)).toBeFocused();
    await window.keyboard.press('Shift+F10');
    // On a Cyrillic keyboard, the key of the shortcut C types the Cyrillic letter “с”.
    await menu.evaluate((element) =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'с', code: 'KeyC', bubbles: true })),
    );
    await menu.getByRole('menuitem', { name: 'Copy board id' }).click();
    await expect(menu).toHaveCount(0);
    await expect(grid(window)).toBeFocused();
    await window.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect(window.getByRole('alertdialog')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(grid(window)).toBeFocused();
  });
  await test.step('the menu of a column header can sort and hide the column', async () => {
    const header = (name: string) => grid(window).getByRole('columnheader', { name });
    const chooseIn = async (name: string, entry: string): Promise<void> => {
      await header(name).click({ button: 'right' });
      await window.getByRole('menu', { name: 'Column' }).getByText(entry, { exact: true }).click();
    };
    await chooseIn('Label', 'Sort ascending');
    await expect(header('Label')).toHaveAttribute('aria-sort', 'ascending');
    await chooseIn('Created', 'Sort descending');
    await expect(header('Created')).toHaveAttribute('aria-sort', 'descending');
    await chooseIn('Tags', 'Hide column');
    await expect(header('Tags')).toHaveCount(0);
    const edits = await easel.app.evaluate(({ BrowserWindow, Menu }) => {
      let opened = 0;
      Menu.prototype.popup = function popup(this: { readonly items: readonly unknown[] }) {
        opened = this.items.length;
      };
      const field = { isEditable: true, selectionText: '', editFlags: {} };
      BrowserWindow.getAllWindows()[0]?.webContents.emit('context-menu', {}, field);
      return opened;
    });
    expect(edits).toBe(8);
  });
  await test.step('after a board was deleted, the next board in the list is selected', async () => {
    const { boards } = await practice.contents();
    const deleteCurrent = async (): Promise<void> => {
      await window.keyboard.press('Delete');
      const question = window.getByRole('alertdialog', { name: 'Delete this board?' });
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await window.keyboard.press('Tab');
      await window.keyboard.press('Enter');
      await expect(question).toHaveCount(0);
      await runCommand(window, 'Start next delete on hold');
      await expect(grid(window)).toBeFocused();
    };
    await find(window).fill('');
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '313');
    await expect(row(window, 0)).not.toHaveAttribute('aria-busy', 'true');
    await grid(window).focus();
    await window.keyboard.press('Home');
    await expectAt(window, 0);
    for (let step = 0; step < 2; step += 1) await window.keyboard.press('ArrowDown');
    await expectAt(window, 2);
    await deleteCurrent();
    await expect(row(window, 2)).toContainText(boards[3] ?? 'no board');
    await expectAt(window, 2);
    await window.keyboard.press('End');
    await expectAt(window, 310);
    await deleteCurrent();
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '311');
    await expect(row(window, 309)).toContainText(boards[310] ?? 'no board');
    await expectAt(window, 309);
  });
  await test.step('F2 and Enter are enough to label a board by keyboard', async () => {
    const presses = await countPresses(window);
    await window.keyboard.press('F2');
    await window.keyboard.type('Geography');
    await window.keyboard.press('Enter');
    await expect(row(window, 309)).toContainText('Geography');
    expect(await presses()).toEqual(JOURNEYS.label);
  });
  await test.step('the text field of a label is read-only while Easel saves the label', async () => {
    await window.keyboard.press('F2');
    await window.keyboard.type('History');
    const isReadOnly = await grid(window)
      .getByRole('textbox')
      .evaluate(async (field: HTMLInputElement) => {
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        document.querySelector<HTMLElement>('[data-find]')?.focus();
        await Promise.resolve();
        return field.readOnly;
      });
    expect(isReadOnly).toBe(true);
    await expect(row(window, 309)).toContainText('History');
    await expect(grid(window).getByRole('textbox')).toHaveCount(0);
    await expect(find(window)).toBeFocused();
  });
});

test('the command palette opens the chosen result even if Enter is pressed before the search ends', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  const search = window.getByRole('combobox', { name: 'Search everything' });
  /** Enters the text and presses the key at once, before the search has any results. */
  const typeAndPress = async (text: string, key: string): Promise<void> => {
    await window.keyboard.press('ControlOrMeta+k');
    await search.evaluate(
      async (field: HTMLInputElement, [value, key]) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await Promise.resolve();
        field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      },
      [text, key] as const,
    );
  };
  const { boards } = await practice.contents();
  const [first = 'no board', second = 'no board'] = boards.slice(150);
  await connect(window, entriesFor(practice));
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '313');
  for (const [typed, id] of [
    [first, first],
    [second.slice(0, 8), second],
  ] as const) {
    await typeAndPress(typed, 'Enter');
    await expect(search).toHaveCount(0);
    await expect(details(window)).toContainText(id);
    await expect(details(window)).toContainText('Details loaded');
  }
  await test.step('the selected entry of the command palette stays selected when boards appear above it', async () => {
    await details(window).getByLabel('Label').fill('Passau school');
    await details(window).getByLabel('Label').press('Enter');
    await typeAndPress('pass', 'ArrowDown');
    const selected = window.getByRole('option', { selected: true });
    const entry = (await selected.textContent()) ?? 'none';
    await expect(window.getByRole('option').first()).toContainText('Passau school');
    await expect(selected).toHaveText(entry);
  });
});
