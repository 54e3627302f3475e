import type { Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import { readable } from '../support/blurred.ts';
import type { LaunchedApp } from '../support/driver.ts';
import {
  addPaper,
  answerQuestions,
  boardsListed,
  connect,
  entriesFor,
  goTo,
  previewPaper,
  questionsOf,
  setPassphrase,
} from '../support/easel.ts';
import { guestCount, guestJoined } from '../support/guests.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { expect, test } from './fixtures.ts';

const PASSPHRASE = 'a horse and a battery';
const HANG_MS = 4000;
const locked = (window: Page) => window.getByRole('dialog', { name: 'Easel is locked' });

async function unlock(window: Page): Promise<void> {
  await locked(window).getByLabel('Passphrase').fill(PASSPHRASE);
  await window.keyboard.press('Enter');
  await locked(window).waitFor({ state: 'detached' });
}

test.beforeEach(async ({ easel, practice }) => connect(easel.window, entriesFor(practice)));

test.describe(() => {
  // Uses its own data folder, because a passphrase can't be removed afterwards.
  test.use({ ownComputer: true });

  test('the idle lock hides the content of Easel’s window', async ({ easel, practice, restart }) => {
    await test.step('the command “Lock now” asks the user to set a passphrase if none is set', async () => {
      await easel.window.keyboard.press('ControlOrMeta+Shift+L');
      await expect(easel.window.getByLabel('Passphrase', { exact: true })).toBeFocused();
    });
    await setPassphrase(easel.window, PASSPHRASE);
    await test.step('the application menu can lock Easel and leave all rooms while the page does not respond', async () => {
      const { identifier, name } = sampleOf(practice);
      await addPaper(easel.window, identifier, name);
      await join(easel, name);
      await lockByTheMenu(easel, practice);
      await locked(easel.window).waitFor();
      await unlock(easel.window);
    });
    await test.step('unlocking Easel restores the screen, the open dialog and the keyboard focus', () =>
      restoresTheScreen(easel, practice));
    const presses = await countPresses(easel.window);
    await easel.window.keyboard.press('ControlOrMeta+Shift+L');
    await locked(easel.window).waitFor();
    expect(await presses()).toEqual(JOURNEYS.lockByHand);
    const started = await restart();
    const { window } = started;
    await test.step('Easel starts locked if it was closed while locked', async () => {
      await locked(window).waitFor();
      await expect(window).toHaveTitle('Easel (locked)');
      await unlock(window);
      await goTo(window, 'Boards');
      await boardsListed(window);
    });
    await test.step('the button “Forgot passphrase” removes every key after a confirmation', () =>
      opensWithoutTheKeys(started));
  });
});

function sampleOf({ samplePapers }: PracticeService) {
  const [sample] = samplePapers;
  const { identifier = '', name = '' } = sample ?? {};
  return { identifier, name };
}

async function join({ app, window }: LaunchedApp, name: string): Promise<void> {
  await previewPaper(window, name, 'Ada');
  await guestJoined(app);
}

async function restoresTheScreen(easel: LaunchedApp, practice: PracticeService): Promise<void> {
  const { app, window } = easel;
  const { identifier, name } = sampleOf(practice);
  await join(easel, name);
  await goTo(window, 'Papers');
  await window.keyboard.press('ControlOrMeta+n');
  const dialog = window.getByRole('dialog', { name: 'New paper' });
  await dialog.getByLabel('Name').fill('Half written');

  await window.keyboard.press('ControlOrMeta+Shift+L');
  await locked(window).waitFor();
  await expect(window).toHaveTitle('Easel (locked)');
  await expect(dialog).toBeHidden();
  await expect(locked(window)).toContainText('you have left all rooms');
  expect(await readable(window, ['Acme School', 'Half written', name, identifier, 'Ada'])).toEqual([]);
  await expect.poll(() => guestCount(app)).toBe(0);
  await expect.poll(() => peopleInRooms(practice)).toEqual([]);
  for (const keys of ['Escape', 'Escape', 'Escape', 'ControlOrMeta+k', 'ControlOrMeta+2', 'F1'])
    await window.keyboard.press(keys);
  await expect(locked(window)).toBeVisible();
  await expect(locked(window).getByLabel('Passphrase')).toBeFocused();

  await unlock(window);
  await expect(dialog.getByLabel('Name')).toHaveValue('Half written');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(window).toHaveTitle(/^Acme School/);
  await window.keyboard.press('Escape');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('grid', { name: 'Papers' }).getByText(name)).toBeVisible();
  expect(await guestCount(app)).toBe(0);
  await expect(window.getByRole('alert')).toHaveCount(0);
  await goTo(window, 'Boards');
  await boardsListed(window);
}

const peopleInRooms = async (practice: PracticeService): Promise<readonly unknown[]> =>
  (await practice.contents()).papers.flatMap((each) => each.people);

/** Blocks the page, locks Easel by its menu meanwhile, and waits until the page responds again. */
async function lockByTheMenu({ app, window }: LaunchedApp, practice: PracticeService): Promise<void> {
  const hang = window.evaluate((ms) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  }, HANG_MS);
  await app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById('view.lock')?.click();
  });
  await expect.poll(() => peopleInRooms(practice), { timeout: HANG_MS - 1000 }).toEqual([]);
  await hang;
}

async function opensWithoutTheKeys(easel: LaunchedApp): Promise<void> {
  const { window } = easel;
  await window.keyboard.press('ControlOrMeta+Shift+L');
  const forgot = locked(window).getByRole('button', { name: 'Forgot passphrase?' });
  await answerQuestions(easel, false);
  await forgot.click();
  const question = {
    message: 'Remove all keys and unlock Easel?',
    detail:
      'This removes the passphrase, and every API key and password that Easel knows, from this computer and its keychain. Everything else is kept. The keys stay valid on the service.',
    buttons: ['Cancel', 'Remove all keys and unlock'],
    defaultId: 0,
  };
  await expect.poll(() => questionsOf(easel)).toMatchObject([question]);
  await expect(forgot).not.toHaveAttribute('aria-busy', 'true');
  await expect(locked(window)).toBeVisible();
  await expect(locked(window).getByText('Nothing was done.')).toHaveCount(0);
  await answerQuestions(easel, true);
  await forgot.click();
  await expect.poll(() => questionsOf(easel)).toMatchObject([question, question]);
  await locked(window).waitFor({ state: 'detached' });
  await expect(window.getByRole('region', { name: 'Messages' }).getByText('All keys removed.')).toBeVisible();
  await goTo(window, 'Boards');
  await window.keyboard.press('F5');
  await expect(window.getByRole('alert').first()).toContainText(/key/i);
}
