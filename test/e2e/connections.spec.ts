import type { Locator, Page } from 'playwright';
import {
  answerQuestions,
  boardsListed,
  connect,
  connectByForm,
  entriesFor,
  fillForm,
  goTo,
  questionsOf,
  toasts,
} from '../support/easel.ts';
import { keysInKeyring } from '../support/stored-key.ts';
import { button } from '../support/jobs-screen.ts';
import { expect, test } from './fixtures.ts';

const READ_ONLY = 'This connection is read-only';

const newBoard = (window: Page): Locator =>
  window.getByRole('group', { name: 'Boards' }).getByRole('button', { name: 'New board' });
const title = (window: Page): Locator => window.getByRole('banner');

test('keyboard shortcuts switch between two connections', async ({ easel, practice }) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await window.keyboard.press('ControlOrMeta+Shift+N');
  await fillForm(window, entriesFor(practice, { name: 'Brook College', environment: 'Staging' }));
  await window.getByLabel('Colour').selectOption('purple');
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(window).toHaveTitle('Brook College (Staging) - Easel');
  await boardsListed(window);

  await window.keyboard.press('ControlOrMeta+Shift+C');
  await window.keyboard.press('1');
  await expect(window).toHaveTitle('Acme School (Test) - Easel');
  await expect(window.getByRole('menu', { name: 'Connections' })).toBeHidden();
  await expect(window.getByRole('grid', { name: 'Boards' })).toBeFocused();
  await window.keyboard.press('ControlOrMeta+Shift+C');
  await window.keyboard.type('b');
  await expect(window.getByRole('menuitemradio', { name: 'Brook College' })).toBeFocused();
  await window.keyboard.press('Escape');
  await expect(window).toHaveTitle('Acme School (Test) - Easel');

  const id = (await practice.contents()).boards[3] ?? 'no board';
  await window.keyboard.press('ControlOrMeta+k');
  await window.getByRole('combobox', { name: 'Search everything' }).fill(id.slice(0, 12));
  await window.getByRole('option', { name: 'Board in Brook College' }).click();
  await expect(window).toHaveTitle('Brook College (Staging) - Easel');
  await expect(window.getByRole('complementary', { name: 'Board details' })).toContainText(id);
});

test('a read-only connection allows no change until it is unlocked', async ({ easel, practice }) => {
  const { window } = easel;
  const status = window.getByRole('contentinfo', { name: 'Status' }).getByRole('status');
  await connect(window, entriesFor(practice, { environment: 'Production' }));
  await window.keyboard.press('ControlOrMeta+Shift+E');
  await window.getByRole('checkbox', { name: 'Read-only' }).check();
  await window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(window);
  await expect(title(window)).toContainText('Read-only');
  await expect(newBoard(window)).toHaveAttribute('title', READ_ONLY);
  await window.getByRole('grid', { name: 'Boards' }).getByRole('row').nth(1).click();
  await practice.clearRequests();
  await window.keyboard.press('Delete');
  await window.keyboard.press('ControlOrMeta+n');
  await expect(status).toHaveText(`New board: ${READ_ONLY}.`);

  await answerQuestions(easel, false);
  await title(window).getByRole('button', { name: 'Unlock for 10 minutes' }).click();
  const dialog = window.getByRole('dialog', { name: 'Allow changes for 10 minutes?' });
  const typed = dialog.getByLabel('Connection name');
  const allow = dialog.getByRole('button', { name: 'Allow changes in Production' });
  await typed.fill('Acme');
  await window.keyboard.press('Enter');
  await expect(typed).toHaveAccessibleDescription(/^Type the connection’s name exactly as shown\./u);
  await typed.fill('Acme School');
  await allow.click();
  await expect.poll(() => questionsOf(easel)).toHaveLength(1);
  await expect(typed).toHaveValue('Acme School');
  await expect(allow).not.toHaveAttribute('aria-busy', 'true');
  await window.keyboard.press('Escape');
  const { counts } = await practice.requests();
  expect(counts.createBoard + counts.deleteBoard).toBe(0);

  await answerQuestions(easel, true);
  await goTo(window, 'Boards');
  await title(window).getByRole('button', { name: 'Unlock for 10 minutes' }).click();
  await typed.fill('Acme School');
  await allow.click();
  await expect(title(window).getByRole('button', { name: /^Unlocked, \d+:\d\d left/u })).toBeVisible();
  await newBoard(window).click();
  await expect.poll(async () => (await practice.requests()).counts.createBoard).toBe(1);
  await button(title(window), /Lock again/u).click();
  await expect(newBoard(window)).toHaveAttribute('title', READ_ONLY);
});

test('the removal of a connection leaves its API key in the keychain if the keychain is locked', async ({
  easel,
  practice,
  keyring,
}) => {
  const { window } = easel;
  const rows = window.getByRole('list', { name: 'Connections' }).getByRole('button');
  const apiKey = await practice.issueKey();
  await connectByForm(window, entriesFor(practice, { name: 'Customer 1' }));
  await window.keyboard.press('ControlOrMeta+Shift+N');
  await fillForm(window, entriesFor(practice, { name: 'Customer 2', apiKey }));
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(window).toHaveTitle('Customer 2 (Test) - Easel');
  await boardsListed(window);

  await keyring.lock();
  await window.keyboard.press('ControlOrMeta+6');
  await window.getByRole('button', { name: 'Remove connection…' }).click();
  const question = window.getByRole('alertdialog', { name: 'Connection not removed' });
  await expect(question.getByRole('alert')).toContainText('The keychain is locked.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(rows).toHaveCount(2);
  await question.getByRole('button', { name: 'Remove anyway' }).click();
  await expect(rows).toHaveCount(1);
  // “Remove anyway” asks a second question, because one API key could not be removed from the keychain.
  expect((await questionsOf(easel)).map(({ message, detail }) => [message, detail])).toEqual([
    ['Remove connection “Customer 2” from this computer?', expect.stringContaining('the keys stay valid')],
    [
      'Remove connection “Customer 2” from this computer?',
      expect.stringContaining('you can remove it later under Keys & connections'),
    ],
  ]);
  const leftovers = window.getByRole('group', { name: 'Unused keys' });
  await expect(leftovers).toContainText('1 unused key is still in the keychain.');
  await leftovers.getByRole('button', { name: 'Remove unused keys' }).click();
  await expect(toasts(window)).toContainText('1 unused key is still in the keychain.');
  await expect(leftovers).toBeVisible();

  await keyring.unlockInPlace();
  expect(await keysInKeyring(keyring)).toEqual(expect.arrayContaining([practice.apiKey, apiKey]));
  await leftovers.getByRole('button', { name: 'Remove unused keys' }).click();
  await expect(leftovers).toHaveCount(0);
  expect(await keysInKeyring(keyring)).toContain(practice.apiKey);
  expect(await keysInKeyring(keyring)).not.toContain(apiKey);
});
