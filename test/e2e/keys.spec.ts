/** Where the API key is: in the system's keychain and nowhere else, whatever becomes of the keychain. */
import type { Locator, Page } from 'playwright';
import {
  addPaper,
  boardsListed,
  connectByForm,
  entriesFor,
  fillForm,
  goTo,
  runCommand,
} from '../support/easel.ts';
import { keyringAvailable, startKeyring, type Keyring } from '../support/keyring.ts';
import { accountOfKey, accountsOfKeys, filesWith, itemInKeyring } from '../support/stored-key.ts';
import { expect, test as base } from './fixtures.ts';

const test = base.extend<{
  readonly keyring: Keyring;
  readonly userData: string;
}>({
  keyring: async ({}, use) => {
    base.skip(!keyringAvailable(), 'needs gnome-keyring');
    const keyring = await startKeyring({ state: 'unlocked' });
    await use(keyring);
    await keyring.stop();
  },
  userData: async ({}, use, info) => use(info.outputPath('user-data')),
});
test.use({ ownEasel: true });

const keyField = (window: Page): Locator => window.getByLabel('API key', { exact: true });
const notice = (window: Page): Locator => window.getByRole('alert');
const light = (window: Page): Locator => window.getByRole('button', { name: /^Secret Service: / });

async function expectConnectionAndRegister(window: Page): Promise<void> {
  await expect(window.getByRole('button', { name: 'Connection: Acme School' })).toBeVisible();
  await goTo(window, 'Papers');
  await expect(window.getByRole('grid', { name: 'Papers' }).getByRole('row').nth(1)).toContainText(
    'Remembered',
  );
  await goTo(window, 'Boards');
}

async function removeConnection(window: Page): Promise<Locator> {
  await runCommand(window, 'Remove connection');
  return window.getByRole('alertdialog', { name: 'Remove this connection?' });
}

test('Save puts the key into the keychain and nowhere else, a restart uses it, and it goes with its connection', async ({
  startEasel,
  practice,
  keyring,
  userData,
}) => {
  const { apiKey } = practice;
  const first = await startEasel({ userData });
  await connectByForm(first.window, entriesFor(practice));
  await first.window.keyboard.press('Control+,');
  await expect(keyField(first.window)).toHaveValue('');
  expect(await first.window.content()).not.toContain(apiKey);
  await first.window.keyboard.press('Escape');
  await addPaper(first.window, 'a-paper', 'Remembered');
  await first.close();
  const account = accountOfKey(userData);
  expect(await itemInKeyring(keyring, account)).toBe(apiKey);
  expect(await filesWith(userData, apiKey)).toEqual([]);
  expect(first.output()).not.toContain(apiKey);

  await practice.clearRequests();
  const easel = await startEasel({ userData });
  const { window } = easel;
  await test.step('after a restart every request has it', async () => {
    await boardsListed(window);
    // The list of the last run is on show before this one has asked.
    const keys = async () => new Set((await practice.requests()).log.map(({ key }) => key));
    await expect.poll(keys).toEqual(new Set(['accepted']));
    await expectConnectionAndRegister(window);
  });
  await test.step('the question before its removal says what goes, and Enter cancels', async () => {
    const question = await removeConnection(window);
    await expect(question).toContainText('Nothing is deleted at the service');
    await expect(question.getByRole('list', { name: 'Keys that will be removed' })).toContainText(
      /^Current key, fingerprint \w+, in the keychain$/u,
    );
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    expect(await itemInKeyring(keyring, account)).toBe(apiKey);
  });
  await test.step('removed with its connection, it is in the keychain no more', async () => {
    const question = await removeConnection(window);
    await question.getByRole('button', { name: 'Remove Acme School (Test)' }).click();
    await expect(window.getByRole('button', { name: 'Practise with sample data' })).toBeVisible();
    await expect(window.getByRole('contentinfo').getByRole('status')).toContainText(
      'Removed the connection Acme School',
    );
    expect(await itemInKeyring(keyring, account)).toBeNull();
    const { counts } = await practice.requests();
    expect(counts.deleteBoard + counts.deletePaper).toBe(0);
    await easel.close();
    const again = await startEasel({ userData });
    await expect(again.window.getByRole('button', { name: 'Connect to your service' })).toBeVisible();
  });
});

test('a key for this session only is kept in no place, and the connection says what to do after a restart', async ({
  startEasel,
  practice,
  userData,
}) => {
  const first = await startEasel({ userData });
  await first.window.getByRole('button', { name: 'Connect to your service' }).click();
  await fillForm(first.window, entriesFor(practice));
  await first.window.getByRole('checkbox', { name: 'Keep for this session only' }).check();
  await expect(first.window.getByText('Easel forgets the key when it quits.')).toBeVisible();
  await first.window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(first.window);
  await first.close();
  expect(accountsOfKeys(userData)).toEqual([]);
  expect(await filesWith(userData, practice.apiKey)).toEqual([]);
  await practice.clearRequests();
  const { window } = await startEasel({ userData });
  await expect(notice(window)).toContainText('This connection has no API key on this computer.');
  await expect(notice(window)).toContainText('Edit the connection and paste its API key.');
  expect((await practice.requests()).counts.listBoards).toBe(0);
});

test('a keychain that is locked or hangs is said as such, takes nothing away, and gives its key again', async ({
  startEasel,
  practice,
  keyring,
  userData,
}) => {
  test.setTimeout(120_000);
  const first = await startEasel({ userData });
  await connectByForm(first.window, entriesFor(practice));
  await addPaper(first.window, 'a-paper', 'Remembered');
  await first.close();
  await keyring.lock();
  await practice.clearRequests();
  const locked = await startEasel({ userData });
  await test.step('it is said, and the connection, its boards and its register are there', async () => {
    await expect(notice(locked.window)).toContainText('The keyring is locked.');
    await expect(notice(locked.window)).toContainText('Unlock it');
    await expect(locked.window.getByText(/no API key/u)).toHaveCount(0);
    await expect(light(locked.window)).toHaveText('Secret Service: locked');
    // The list is the one of the last run, and says so.
    await expect(locked.window.getByRole('grid', { name: 'Boards' })).toHaveAttribute('aria-rowcount', '313');
    await expect(locked.window.getByText(/^As of \d\d:\d\d$/u)).toBeVisible();
    await expectConnectionAndRegister(locked.window);
    expect((await practice.requests()).counts.listBoards).toBe(0);
  });
  await test.step('the connection can’t be removed, for its key could not be', async () => {
    const question = await removeConnection(locked.window);
    await question.getByRole('button', { name: 'Remove Acme School (Test)' }).click();
    await expect(question.getByRole('alert')).toContainText('The keyring is locked.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectConnectionAndRegister(locked.window);
  });
  await test.step('a new key is taken for the session', async () => {
    await locked.window.getByRole('button', { name: 'Edit connection' }).click();
    await expect(keyField(locked.window)).toHaveAccessibleDescription(/A key is stored/u);
    await keyField(locked.window).fill(await practice.issueKey());
    await expect(locked.window.getByRole('checkbox', { name: 'Keep for this session only' })).toBeChecked();
    await locked.window.getByRole('button', { name: 'Save' }).click();
    await boardsListed(locked.window);
    await locked.close();
  });
  await keyring.unlock();
  const unlocked = await startEasel({ userData });
  await test.step('unlocked, the stored key is there again', async () => {
    await boardsListed(unlocked.window);
    expect(await itemInKeyring(keyring, accountOfKey(userData))).toBe(practice.apiKey);
  });
  await test.step('a keychain that hangs is said as such, and quitting does not wait for it', async () => {
    keyring.freeze();
    await light(unlocked.window).click();
    // Its deadline of 10 s is real here.
    await expect(light(unlocked.window)).toHaveText('Secret Service: not answering', { timeout: 15_000 });
    const ended = new Promise((resolve) => unlocked.app.process().once('exit', resolve));
    await unlocked.app.evaluate(({ app }) => app.quit()).catch(() => undefined);
    await ended;
    keyring.thaw();
    await unlocked.close();
    const { window } = await startEasel({ userData });
    await expectConnectionAndRegister(window);
  });
});

test.describe('without a keychain', () => {
  let bare: Keyring;
  test.beforeEach(async () => {
    bare = await startKeyring({ state: 'no-bus' });
  });
  test.afterEach(() => bare.stop());

  test('the key is for this session only, said before it is typed, and works', async ({
    startEasel,
    practice,
    userData,
  }) => {
    const env = bare.environment;
    const first = await startEasel({ userData, env });
    // Nothing has needed it, so nobody was asked.
    await expect(light(first.window)).toHaveText('Secret Service: not asked yet');
    await first.window.getByRole('button', { name: 'Connect to your service' }).click();
    await expect(light(first.window)).toHaveText('Secret Service: not found');
    await expect(first.window.getByRole('region', { name: 'Connection fields' })).toContainText(
      'No keyring service (Secret Service) can be reached in this session.',
    );
    const choice = first.window.getByRole('checkbox', { name: 'Keep for this session only' });
    await expect(choice).toBeChecked();
    await expect(choice).toBeDisabled();
    await expect(choice).toHaveAccessibleDescription(
      /^Secret Service is not there, so a key can be kept for this session only: Easel forgets it when it quits\./u,
    );
    await fillForm(first.window, entriesFor(practice));
    await first.window.getByRole('button', { name: 'Save' }).click();
    await boardsListed(first.window);
    await addPaper(first.window, 'a-paper', 'Remembered');
    await first.close();
    expect(await filesWith(userData, practice.apiKey)).toEqual([]);

    const { window } = await startEasel({ userData, env });
    await expect(notice(window)).toContainText('This connection has no API key on this computer.');
    await expectConnectionAndRegister(window);
    await window.getByRole('button', { name: 'Edit connection' }).click();
    await window.getByRole('button', { name: 'Save' }).click();
    await expect(keyField(window)).toHaveAccessibleDescription(/Paste the API key/u);
    await keyField(window).fill(practice.apiKey);
    await window.getByRole('button', { name: 'Save' }).click();
    await boardsListed(window);
  });
});
