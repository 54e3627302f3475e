import type { Locator, Page } from 'playwright';
import { addPaper, boardsListed, connect, createPaper, entriesFor, goTo } from '../support/easel.ts';
import { rowAt } from '../support/jobs-screen.ts';
import { details, row } from '../support/papers-screen.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { expect, test } from './fixtures.ts';

const note = (window: Page): Locator => window.getByRole('textbox', { name: 'Note', exact: true });

const SINGLE_KEYS = 'Use single-key shortcuts, such as / and ?';

test('on macOS, the menu and a second start of Easel reopen the window that the user has closed', async ({
  startEasel,
}) => {
  const { app, window } = await startEasel();
  await app.evaluate(({ app: electron }) => {
    // Simulates macOS, where Easel continues without a window.
    electron.removeAllListeners('window-all-closed').on('window-all-closed', () => undefined);
  });
  const closed = async (open: Page): Promise<void> => {
    await open.close();
    // Waits until the main process has removed the window. Otherwise a second start would only focus it.
    const windows = () => app.evaluate((electron) => electron.BrowserWindow.getAllWindows().length);
    await expect.poll(windows).toBe(0);
  };
  await closed(window);
  const [opened] = await Promise.all([
    app.waitForEvent('window'),
    app.evaluate(({ app: electron }) => electron.emit('second-instance')),
  ]);
  await expect(opened.getByRole('heading').first()).toBeVisible();
  await closed(opened);
  const [again] = await Promise.all([
    app.waitForEvent('window'),
    app.evaluate(({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('connections.new')?.click()),
  ]);
  await expect(again.getByLabel('API key', { exact: true })).toBeVisible();
});

test('settings and papers survive a restart', async ({ easel: first, practice, restart }) => {
  await test.step('single-character shortcuts can be turned off in the settings', async () => {
    await first.window.getByRole('button', { name: 'Connect to your service' }).waitFor();
    await first.window.keyboard.press('ControlOrMeta+,');
    await first.window.getByLabel(SINGLE_KEYS).uncheck();
    await expect(first.window.getByText('No policy is set.')).toBeVisible();
    await first.window.getByRole('button', { name: 'Go to welcome screen' }).click();
    await expect(first.window.getByRole('button', { name: 'Connect to your service' })).toBeVisible();
  });

  await connect(first.window, entriesFor(practice));
  await createPaper(first.window, 'Kept over night');
  await addPaper(first.window, 'from-a-link', 'Also kept');
  await first.window.getByRole('columnheader').getByRole('button', { name: 'Name' }).click();
  await goTo(first.window, 'Boards');
  const before = new Set((await practice.contents()).boards);
  await practice.faults.set('createBoard', { kind: 'cut', at: 'after-processing', times: 1 });
  const boards = first.window.getByRole('group', { name: 'Boards', exact: true });
  await boards.getByRole('button', { name: 'New board' }).click();
  const outcomes = first.window.getByRole('list', { name: 'Outcome unknown' });
  await expect(outcomes).toContainText('Outcome unknown');
  await rowAt(first.window, 0).click();
  await note(first.window).fill('Half a sentence');

  const { window } = await restart();
  const presses = await countPresses(window);
  await boardsListed(window);
  await expect(window.getByRole('list', { name: 'Outcome unknown' })).toBeVisible();
  expect(await presses()).toEqual(JOURNEYS.restart);
  await expect(note(window)).toHaveValue('Half a sentence');

  await test.step('the button “Check” finds the board that a create request with an unknown outcome created', async () => {
    const unresolved = window.getByRole('list', { name: 'Outcome unknown' });
    await unresolved.getByRole('button', { name: 'Check' }).click();
    const made = (await practice.contents()).boards.find((id) => !before.has(id)) ?? 'none';
    const question = window.getByRole('dialog', { name: 'Was the board created?' });
    await expect(question).toContainText(made);
    await question.getByRole('button', { name: 'Yes, this board' }).click();
    await expect(unresolved).toHaveCount(0);
    await expect(window.getByRole('row', { selected: true })).toContainText(made);
    expect((await practice.requests()).counts.createBoard).toBe(1);
  });

  await test.step('the list of papers keeps its order after a restart', async () => {
    await window.keyboard.press('ControlOrMeta+k');
    const recent = window.getByRole('group', { name: 'Recent' });
    await expect(recent.getByRole('option', { name: /^Kept over night/u })).toBeVisible();
    await window.keyboard.type('over night');
    await window.getByRole('option', { name: /^Kept over night/u }).click();
    await expect(row(window, 'Kept over night')).toHaveAttribute('aria-selected', 'true');
    await expect(row(window, 'Kept over night')).toHaveCount(1);
    await expect(window.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect(row(window, 'Also kept')).toContainText('from-a-link');
    await row(window, 'Kept over night').click();
    await expect(details(window)).toContainText('Created with Easel, ');
  });

  await test.step('single-character shortcuts stay turned off after a restart', async () => {
    await window.keyboard.press('ControlOrMeta+,');
    await expect(window.getByLabel(SINGLE_KEYS)).not.toBeChecked();
  });
});
