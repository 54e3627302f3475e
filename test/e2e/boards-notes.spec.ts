import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import type { LaunchedApp } from '../support/driver.ts';
import { chooseFile, connect, entriesFor, passTime, runCommand, toasts } from '../support/easel.ts';
import { grid, rowAt as row } from '../support/jobs-screen.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { expect, test } from './fixtures.ts';

const field = (window: Page, name: string): Locator =>
  window.getByRole('region', { name: 'Notes on this computer' }).getByRole('textbox', { name });

async function labelBoard(window: Page, place: number, text: string): Promise<void> {
  await row(window, place).click();
  await field(window, 'Label').fill(text);
  await field(window, 'Label').press('Enter');
  await expect(row(window, place)).toContainText(text);
}

/** Drags a file over the window. Returns a function that drops the file with a trusted event. */
async function drag(easel: LaunchedApp, file: string): Promise<() => Promise<void>> {
  // Advances the clock by 1 s, because the main process ignores files dropped within 1 s after another file.
  await passTime(easel, 1000);
  const session = await easel.window.context().newCDPSession(easel.window);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  const dispatch = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await dispatch('dragEnter');
  await dispatch('dragOver');
  return async () => {
    await dispatch('drop');
    await session.detach();
  };
}

test('notes about boards can be edited, exported and imported', async ({ easel, practice }, info) => {
  test.setTimeout(180_000);
  const { window } = easel;
  const { keyboard } = window;
  const dialog = window.getByRole('dialog');
  const csv = info.outputPath('notes.csv');
  await connect(window, entriesFor(practice));
  const { boards } = await practice.contents();
  const [first = '', second = '', third = ''] = boards;

  await test.step('a board’s label can be edited in its row, and Esc discards the edit', async () => {
    await labelBoard(window, 0, 'Year 4 geography');
    await grid(window).focus();
    await keyboard.press('e');
    await expect(field(window, 'Label')).toBeFocused();
    await field(window, 'Label').fill('Something else');
    await keyboard.press('Escape');
    await expect(field(window, 'Label')).toHaveValue('Year 4 geography');
    await labelBoard(window, 1, '@SUM(1)');
    await labelBoard(window, 2, 'Ours');
  });

  await test.step('typed notes are saved when the user clicks another row or opens another screen', async () => {
    await field(window, 'Label').fill('Hers');
    await row(window, 1).click();
    await expect(row(window, 2)).toContainText('Hers');
    const tags = Array.from({ length: 12 }, (_, at) => `Class of ${2030 + at}`);
    await field(window, 'Tags').focus();
    await keyboard.insertText(tags.join(', '));
    await keyboard.press('F4');
    await expect(row(window, 1)).toContainText('Class of 2030');
    await keyboard.press('F4');
    await expect(window.getByRole('button', { name: 'Remove Class of 2041' })).toBeVisible();
    const tooLong = 'x'.repeat(61);
    await field(window, 'Tags').fill(`${tooLong}, exam`);
    await keyboard.press('Enter');
    await expect(window.getByRole('button', { name: 'Remove exam' })).toBeVisible();
    await expect(field(window, 'Tags')).toHaveAccessibleDescription(
      'Use at most 60 characters for each tag.',
    );
    for (const at of [2, 1]) await row(window, at).click();
    await expect(field(window, 'Tags')).toHaveValue(tooLong);
    await field(window, 'Tags').fill('fair');
    await keyboard.press('ControlOrMeta+3');
    await keyboard.press('ControlOrMeta+2');
    await expect(row(window, 1)).toContainText('fair');
    await row(window, 2).click();
    await keyboard.press('F2');
    await keyboard.type('Ours');
    await keyboard.press('ControlOrMeta+3');
    await keyboard.press('ControlOrMeta+2');
    await expect(row(window, 2)).toContainText('Ours');
  });

  await test.step('“Undo” restores the previous label of a board in the row and in the inspector', async () => {
    await labelBoard(window, 2, 'Hers');
    await grid(window).focus();
    await keyboard.press('ControlOrMeta+z');
    await expect(row(window, 2)).toContainText('Ours');
    await expect(field(window, 'Label')).toHaveValue('Ours');
  });

  await test.step('the customer picker shows the number of boards of each customer', async () => {
    await row(window, 2).click();
    await field(window, 'Customer').fill('Linden School');
    await keyboard.press('Enter');
    const presses = await countPresses(window);
    await window.getByRole('button', { name: 'Customer…' }).click();
    await expect(dialog.getByRole('button', { name: 'Linden School 1' })).toBeVisible();
    await keyboard.type('lind');
    await keyboard.press('Enter');
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '2');
    expect(await presses()).toEqual(JOURNEYS.findByCustomer);
    await window.getByRole('button', { name: 'Clear all' }).click();
    await field(window, 'Customer').fill('');
    await keyboard.press('Enter');
  });

  await test.step('a change of several boards’ notes can be undone from the status bar', async () => {
    await grid(window).focus();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.press('e');
    await expect(dialog.getByRole('textbox', { name: 'Label' })).toBeFocused();
    await dialog.getByRole('textbox', { name: 'Customer' }).fill('Acme School');
    await dialog.getByRole('textbox', { name: 'Add tags' }).fill('x'.repeat(61));
    await dialog.getByRole('button', { name: 'Change notes for 312 boards' }).click();
    await dialog.getByRole('button', { name: /^Remove x/u }).click();
    await dialog.getByRole('button', { name: 'Change notes for 312 boards' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect(toasts(window).getByText('Notes for 312 boards changed.')).toBeVisible();
    await toasts(window).getByRole('button', { name: 'Undo' }).click();
    await expect(toasts(window)).toContainText(
      'Change undone. The notes for 312 boards have been restored.Acme School',
    );
    await expect(toasts(window)).toHaveCount(0);
    await keyboard.press('ControlOrMeta+Shift+e');
    await window.getByRole('button', { name: 'Messages' }).click();
    const messages = window.getByRole('list', { name: 'Messages' }).getByRole('listitem');
    await expect(messages).toContainText([/^Change undone/u, 'Notes for 312 boards changed.']);
    await keyboard.press('Escape');
    await expect(messages).toHaveCount(0);
    await expect(window.getByRole('heading', { name: 'Edit connection' })).toBeVisible();
    await keyboard.press('Escape');
    await grid(window).focus();
    await expect(grid(window)).toBeFocused();
    await keyboard.press('Escape');
  });

  await test.step('exported notes contain no spreadsheet formulas', async () => {
    await chooseFile(easel, csv);
    await runCommand(window, 'Export notes');
    await expect(window.getByText('Exported notes for 3 boards to notes.csv.').first()).toBeVisible();
    await easel.app.evaluate(({ shell }) => {
      shell.showItemInFolder = (file) => Object.assign(globalThis, { file });
    });
    await toasts(window).getByRole('button', { name: 'Show in folder' }).click();
    await expect.poll(() => easel.app.evaluate(() => (globalThis as { file?: string }).file)).toBe(csv);
    const text = await readFile(csv, 'utf8');
    expect(text).toContain(`${second},'@SUM(1),`);
    expect(text.trim().split('\r\n')).toHaveLength(4);
  });

  await test.step('an import of notes shows a preview of its changes', async () => {
    const host = new URL(practice.origin).host;
    const head = 'id,label,note,tags,customer,protected,board_api';
    const theirs = [first, third].map((id) => `${id},Theirs,,,,no,${host}`);
    await writeFile(csv, [head, ...theirs, `1.58E+18,Rewritten,,,,yes,${host}`].join('\n'));
    await window.getByRole('button', { name: 'More actions' }).click();
    await window.getByRole('menuitem', { name: 'Import labels from a spreadsheet…' }).click();
    await expect(dialog).toContainText('Line 4: “1.58E+18” is probably not the original id: spreadsheets');
    await expect(dialog.getByRole('radio', { name: /^Skip/u })).toBeChecked();
    await expect(dialog).toContainText('2 ids match a board or paper.');
    await expect(dialog).toContainText(`Label of ${first}: Year 4 geography → Theirs`);
    await dialog.screenshot({ path: info.outputPath('import.png') });
  });

  await test.step('an import replaces existing notes only if the user chose “Replace”', async () => {
    await dialog.getByRole('radio', { name: /^Replace/u }).check();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect(row(window, 0)).toContainText('Theirs');
    await expect(row(window, 2)).toContainText('Theirs');
    await toasts(window).getByRole('button', { name: 'Undo' }).first().click();
    await expect(row(window, 0)).toContainText('Year 4 geography');
  });

  await test.step('Easel refuses to import notes that were exported for another service', async () => {
    await writeFile(csv, `id,label,board_api\n${first},Stolen,boards.example.com\n`);
    const drop = await drag(easel, csv);
    await expect(window.getByText('Drop files to open them')).toBeVisible();
    await drop();
    await expect(dialog).toContainText('notes.csv contains exported connections or notes.');
    expect(await window.content()).not.toContain(path.dirname(csv));
    await chooseFile(easel, 'nowhere');
    await dialog.getByRole('button', { name: 'Open file' }).click();
    await expect(dialog.getByRole('alert')).toContainText('boards.example.com');
    await keyboard.press('Escape');
    await window.getByRole('searchbox').fill('stolen');
    await expect(window.getByText('No boards match the search or filters.')).toBeVisible();
  });
});
