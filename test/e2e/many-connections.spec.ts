/** Ten customers on one computer, whose keyring locks in between: nothing is lost, and nothing is called gone. */
import type { Locator, Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import {
  boardsListed,
  connectByForm,
  entriesFor,
  fillForm,
  passTime,
  questionsOf,
} from '../support/easel.ts';
import { filesWith, keysInKeyring } from '../support/stored-key.ts';
import { expect, test } from './fixtures.ts';

const COLORS = ['Blue', 'Red', 'Orange', 'Yellow', 'Green', 'Teal', 'Purple', 'Pink', 'Grey'] as const;
const NO_KEY = /no (?:api )?key/iu;

const rows = (window: Page): Locator =>
  window.getByRole('listbox', { name: 'Connections' }).getByRole('option');
const keyField = (window: Page): Locator => window.getByLabel('API key', { exact: true });
const currentKey = (window: Page): Locator => window.getByRole('article', { name: /^Current/u });
const trouble = (window: Page): Locator => window.getByRole('alert').first();

async function openForm(window: Page, practice: PracticeService, place: number, apiKey: string) {
  await window.keyboard.press('ControlOrMeta+Shift+N');
  await fillForm(window, entriesFor(practice, { name: `Customer ${place}`, apiKey }));
  await window.getByRole('radio', { name: COLORS[(place - 1) % COLORS.length] ?? '' }).check();
}

/** Brings the connection at a place of the list to the front. */
async function switchTo(window: Page, place: number): Promise<void> {
  await window.keyboard.press('ControlOrMeta+Shift+C');
  await window.getByRole('menu', { name: 'Connections' }).getByRole('menuitemradio').nth(place).click();
}

/** Names with their colours, as the list of Keys & connections shows them. */
function listed(window: Page): Promise<readonly string[]> {
  return rows(window).evaluateAll((options) =>
    options.map((option) => {
      const dot = option.querySelector('[aria-hidden]');
      const name = option.querySelector('.sensitive')?.textContent ?? '';
      return `${name} ${dot === null ? '' : getComputedStyle(dot).backgroundColor}`;
    }),
  );
}

test('ten connections keep their keys, order and colours when the keyring locks before the last two', async ({
  easel,
  practice,
  keyring,
  restart,
}) => {
  test.setTimeout(180_000);
  const { window, userData } = easel;
  const keys = [practice.apiKey];
  while (keys.length < 10) keys.push(await practice.issueKey());
  const key = (place: number): string => keys[place - 1] ?? '';
  await connectByForm(window, entriesFor(practice, { name: 'Customer 1' }));
  for (let place = 2; place <= 8; place += 1) {
    await openForm(window, practice, place, key(place));
    // Keys that come one after the other are told to wait.
    await passTime(easel, 5000);
    await window.getByRole('button', { name: 'Save' }).click();
    await expect(window).toHaveTitle(`Customer ${place} (Test) - Easel`);
  }

  // The ninth: locked between typing and saving.
  await openForm(window, practice, 9, key(9));
  await keyring.lock();
  await passTime(easel, 5000);
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(trouble(window)).toContainText('The keyring is locked. Unlock it');
  await expect(window.getByRole('button', { name: 'Keep for this session only' })).toBeVisible();
  await expect(keyField(window)).toHaveValue(key(9));
  await expect(window.getByLabel('Name', { exact: true })).toHaveValue('Customer 9');
  await keyring.unlockInPlace();
  await trouble(window).getByRole('button', { name: 'Try again' }).click();
  await expect(window).toHaveTitle('Customer 9 (Test) - Easel');
  await boardsListed(window);

  // The tenth has no key at first; its own is kept in memory as long as the keyring is locked.
  await window.keyboard.press('ControlOrMeta+6');
  await window.getByRole('button', { name: 'Duplicate connection' }).click();
  await expect(rows(window).nth(9)).toContainText('no key');
  await keyring.lock();
  await window.getByRole('button', { name: 'Add key' }).click();
  const dialog = window.getByRole('dialog', { name: 'Add key' });
  await dialog.getByLabel('API key', { exact: true }).fill(key(10));
  await dialog.getByRole('button', { name: 'Save key' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The keyring is locked. Unlock it');
  await expect(dialog.getByLabel('API key', { exact: true })).toHaveValue(key(10));
  await dialog.getByRole('button', { name: 'Keep for this session only' }).click();
  await expect(currentKey(window)).toContainText('This session only');
  await currentKey(window).getByRole('button', { name: 'Save in keychain' }).click();
  await expect(trouble(window)).toContainText('The keyring is locked.');
  await window.getByRole('button', { name: 'Switch to this connection' }).click();
  await boardsListed(window);
  await window.keyboard.press('ControlOrMeta+6');
  await keyring.unlockInPlace();
  await currentKey(window).getByRole('button', { name: 'Save in keychain' }).click();
  await expect(currentKey(window)).toContainText('In the keychain');

  await window.getByRole('listbox', { name: 'Connections' }).focus();
  for (let step = 0; step < 3; step += 1) {
    await window.keyboard.press('Alt+ArrowUp');
    await expect(rows(window).nth(8 - step)).toContainText('Customer 9 copy');
  }
  const before = await listed(window);
  expect(new Set(before.map((each) => each.split(' rgb')[1])).size).toBe(9);
  const { window: again } = await restart(async () => {
    expect(await keysInKeyring(keyring)).toEqual(expect.arrayContaining(keys));
    for (const secret of keys) expect(await filesWith(userData, secret)).toEqual([]);
    await keyring.lock();
  });
  await expect(again).toHaveTitle('Customer 9 copy (Test) - Easel');
  for (const [place, each] of before.entries()) {
    await switchTo(again, place);
    await expect(again).toHaveTitle(`${each.split(' rgb')[0]} (Test) - Easel`);
    await expect(trouble(again)).toContainText('The keyring is locked.');
    await expect(again.getByText(NO_KEY)).toHaveCount(0);
  }
  await again.keyboard.press('ControlOrMeta+6');
  await expect(rows(again)).toHaveCount(10);
  expect(await listed(again)).toEqual(before);
  for (const row of await rows(again).all()) await expect(row).toContainText('in keychain');
  await expect(again.getByText(NO_KEY)).toHaveCount(0);

  await keyring.unlockInPlace();
  for (let place = 0; place < 10; place += 1) {
    await practice.clearRequests();
    await switchTo(again, place);
    await again.keyboard.press('F5');
    await expect.poll(async () => (await practice.requests()).counts.listBoards).toBeGreaterThan(1);
    await boardsListed(again);
    const { log } = await practice.requests();
    expect(new Set(log.map((hit) => hit.key))).toEqual(new Set(['accepted']));
  }
});

test('removing a connection while the keyring is locked leaves its key, which is named, and removed once unlocked', async ({
  easel,
  practice,
  keyring,
}) => {
  const { window } = easel;
  const second = await practice.issueKey();
  await connectByForm(window, entriesFor(practice, { name: 'Customer 1' }));
  await openForm(window, practice, 2, second);
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(window).toHaveTitle('Customer 2 (Test) - Easel');
  await boardsListed(window);
  await test.step('one search finds boards of the other connection, which it switches to, and settings', async () => {
    const search = async (text: string): Promise<void> => {
      await window.keyboard.press('ControlOrMeta+k');
      await window.getByRole('combobox', { name: 'Search everything' }).fill(text);
    };
    const boardId = window.getByRole('grid', { name: 'Boards' }).locator('[data-rank="3"] code');
    const board = (await boardId.getAttribute('title')) ?? '';
    await search(board.slice(0, 12));
    await window.getByRole('option', { name: 'Board in Customer 1' }).click();
    await expect(window).toHaveTitle('Customer 1 (Test) - Easel');
    await expect(window.getByRole('complementary', { name: 'Board details' })).toContainText(board);
    const results = window.getByRole('listbox', { name: 'Results' }).getByRole('option');
    // It is recent once somebody has looked at it for a moment.
    await expect(async () => {
      await search('');
      const first = await results.first().textContent();
      await window.keyboard.press('Escape');
      expect(first).toContain(board.slice(0, 4));
    }).toPass();
    await search('compact');
    await expect(window.getByRole('option', { selected: true })).toContainText('Density');
    await window.keyboard.press('Enter');
    await expect(window.getByLabel('Density')).toBeFocused();
    await search('');
    await expect(results.first()).toContainText(board.slice(0, 4));
    await expect(results.nth(1)).toContainText('Density');
    await window.keyboard.press('Escape');
    await switchTo(window, 1);
    await expect(window).toHaveTitle('Customer 2 (Test) - Easel');
    await search('help activity');
    await window.keyboard.press('Enter');
    await expect(window.getByRole('dialog', { name: 'Help' }).getByText('What was done')).toBeInViewport();
    await window.keyboard.press('Escape');
  });
  await keyring.lock();
  await window.keyboard.press('ControlOrMeta+6');
  await window.getByRole('button', { name: 'Remove…' }).click();
  // Main has asked by then, and the keychain has refused: nothing was removed.
  const question = window.getByRole('alertdialog', { name: 'Connection not removed' });
  await expect(question.getByRole('alert')).toContainText('The keyring is locked.');
  await expect(question).toContainText('Removing it anyway may leave keys in the keychain');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(await questionsOf(easel)).toMatchObject([
    {
      message: 'Remove “Customer 2” from this computer?',
      detail: expect.stringContaining('At the service nothing changes') as unknown,
      buttons: ['Cancel', 'Remove connection'],
    },
  ]);
  await expect(rows(window)).toHaveCount(2);
  await question.getByRole('button', { name: 'Remove anyway: Customer 2 (Test)' }).click();
  await expect(rows(window)).toHaveCount(1);
  // Leaving keys behind is another question.
  expect((await questionsOf(easel)).map(({ message, detail }) => [message, detail])).toEqual([
    ['Remove “Customer 2” from this computer?', expect.stringContaining('the keys stay valid')],
    [
      'Remove “Customer 2” from this computer?',
      expect.stringContaining('it is listed under Keys & connections'),
    ],
  ]);
  const leftovers = window.getByRole('group', { name: 'Unused keys' });
  await expect(leftovers).toContainText('1 unused key is still in the keychain.');
  await expect(leftovers).toContainText('from Customer 2');
  await leftovers.getByRole('button', { name: 'Remove keys' }).click();
  await expect(window.getByRole('contentinfo').getByRole('status')).toContainText(
    '1 unused key is still in the keychain.',
  );

  await keyring.unlockInPlace();
  expect(await keysInKeyring(keyring)).toEqual(expect.arrayContaining([practice.apiKey, second]));
  await leftovers.getByRole('button', { name: 'Remove keys' }).click();
  await expect(leftovers).toHaveCount(0);
  expect(await keysInKeyring(keyring)).toContain(practice.apiKey);
  expect(await keysInKeyring(keyring)).not.toContain(second);
});
