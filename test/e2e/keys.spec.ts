import type { Locator, Page } from 'playwright';
import {
  addPaper,
  answerQuestions,
  boardsListed,
  connect,
  connectByForm,
  entriesFor,
  fillForm,
  goTo,
  questionsOf,
  runCommand,
} from '../support/easel.ts';
import { keyringAvailable, startKeyring } from '../support/keyring.ts';
import { filesWith } from '../support/planted-secrets.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { keysInKeyring } from '../support/stored-key.ts';
import { expect, test } from './fixtures.ts';

const keyField = (window: Page): Locator => window.getByLabel('API key', { exact: true });
const notice = (window: Page): Locator => window.getByRole('alert');
const light = (window: Page): Locator => window.getByRole('button', { name: /^Keychain: / });

async function expectConnectionAndRegister(window: Page): Promise<void> {
  await expect(window.getByRole('button', { name: 'Connection: Acme School' })).toBeVisible();
  await goTo(window, 'Papers');
  await expect(window.getByRole('grid', { name: 'Papers' }).getByRole('row').nth(1)).toContainText(
    'Remembered',
  );
  await goTo(window, 'Boards');
}

const REMOVE = {
  message: 'Remove connection “Acme School” from this computer?',
  detail: expect.stringMatching(
    /Nothing changes on the service: the keys stay valid\.\n\nThe current API key with fingerprint \w+ is saved in the keychain\.$/u,
  ),
  buttons: ['Cancel', 'Remove connection'],
};

test('an API key is stored only in the keychain', async ({ easel, practice, keyring, restart }) => {
  const { apiKey } = practice;
  const { userData } = easel;
  await connectByForm(easel.window, entriesFor(practice));
  await easel.window.keyboard.press('ControlOrMeta+Shift+E');
  await expect(keyField(easel.window)).toHaveValue('');
  expect(await easel.window.content()).not.toContain(apiKey);
  await easel.window.keyboard.press('Escape');
  await addPaper(easel.window, 'a-paper', 'Remembered');
  const second = await restart(async () => {
    expect(await keysInKeyring(keyring)).toContain(apiKey);
    expect(filesWith(userData, apiKey)).toEqual([]);
    expect(easel.output()).not.toContain(apiKey);
    await practice.clearRequests();
  });
  const { window } = second;
  await test.step('after a restart, Easel sends the stored API key with every request', async () => {
    await goTo(window, 'Boards');
    await boardsListed(window);
    const keys = async () => new Set((await practice.requests()).log.map(({ key }) => key));
    await expect.poll(keys).toEqual(new Set(['accepted']));
    await expectConnectionAndRegister(window);
  });
  await test.step('cancelling the confirmation dialog before a connection is removed keeps the connection', async () => {
    await answerQuestions(second, false);
    await runCommand(window, 'Remove connection');
    await expect.poll(() => questionsOf(second)).toMatchObject([REMOVE]);
    expect(await questionsOf(second)).toMatchObject([{ defaultId: 0, cancelId: 0 }]);
    await expectConnectionAndRegister(window);
    await expect(notice(window)).toHaveCount(0);
    expect(await keysInKeyring(keyring)).toContain(apiKey);
  });
  await test.step('removing a connection removes its API key from the keychain', async () => {
    await answerQuestions(second, true);
    await runCommand(window, 'Remove connection');
    await expect(window.getByRole('button', { name: 'Practise with sample data' })).toBeVisible();
    await expect(window.getByRole('contentinfo').getByRole('status')).toContainText(
      'Acme School and its keys removed.',
    );
    expect(await questionsOf(second)).toMatchObject([REMOVE, REMOVE]);
    expect(await keysInKeyring(keyring)).not.toContain(apiKey);
    const { counts } = await practice.requests();
    expect(counts.deleteBoard + counts.deletePaper).toBe(0);
  });
});

test('Easel uses the stored API key again after the locked keychain was unlocked', async ({
  easel,
  practice,
  keyring,
  restart,
}) => {
  test.setTimeout(120_000);
  await connect(easel.window, entriesFor(practice));
  await addPaper(easel.window, 'a-paper', 'Remembered');
  const locked = await restart(async () => {
    await keyring.lock();
    await practice.clearRequests();
  });
  await test.step('the boards of a connection stay visible while the keychain is locked', async () => {
    await goTo(locked.window, 'Boards');
    await expect(notice(locked.window)).toContainText('The keychain is locked.');
    await expect(notice(locked.window)).toContainText('Unlock the keychain');
    await expect(locked.window.getByText(/no API key/u)).toHaveCount(0);
    await expect(light(locked.window)).toHaveText('Keychain: locked');
    await expect(locked.window.getByRole('grid', { name: 'Boards' })).toHaveAttribute('aria-rowcount', '313');
    await expect(locked.window.getByText(/^List as of \d\d:\d\d$/u)).toBeVisible();
    await expectConnectionAndRegister(locked.window);
    expect((await practice.requests()).counts.listBoards).toBe(0);
  });
  await test.step('an API key that is typed while the keychain is locked is kept only for the session', async () => {
    await locked.window.getByRole('button', { name: 'Edit connection' }).click();
    await expect(keyField(locked.window)).toHaveAccessibleDescription(/^Saved in the keychain \(/u);
    await keyField(locked.window).fill(await practice.issueKey());
    await expect(locked.window.getByRole('radio', { name: 'Keep for this session only' })).toBeChecked();
    await locked.window.getByRole('button', { name: 'Save' }).click();
    await boardsListed(locked.window);
  });
  const { window } = await restart();
  await test.step('Easel reads the stored API key after the keychain is unlocked', async () => {
    await goTo(window, 'Boards');
    await keyring.unlock();
    const presses = await countPresses(window);
    await notice(window).getByRole('button', { name: 'Try again' }).click();
    await boardsListed(window);
    expect(await presses()).toEqual(JOURNEYS.lockedKeychain);
    expect(await keysInKeyring(keyring)).toContain(practice.apiKey);
  });
});

test('on a computer without a keychain, an API key is dropped when Easel closes', async ({
  startEasel,
  practice,
}, info) => {
  test.skip(!keyringAvailable(), 'needs all parts of a Linux keychain');
  const bare = await startKeyring({ state: 'no-bus' });
  const env = bare.environment;
  const userData = info.outputPath('user-data');
  const first = await startEasel({ userData, env });
  await expect(light(first.window)).toHaveText('Keychain: not checked yet');
  await first.window.getByRole('button', { name: 'Connect to your service' }).click();
  await expect(light(first.window)).toHaveText('Keychain: not found');
  await expect(first.window.getByRole('region', { name: 'Connection settings' })).toContainText(
    'No keychain is available in this session.',
  );
  await expect(first.window.getByRole('radio', { name: 'Keep for this session only' })).toBeChecked();
  const stored = first.window.getByRole('radio', { name: 'Save in the keychain' });
  await expect(stored).toBeDisabled();
  await expect(stored).toHaveAccessibleDescription(/sign in again\./u);
  await fillForm(first.window, entriesFor(practice));
  await first.window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(first.window);
  await first.close();
  expect(filesWith(userData, practice.apiKey)).toEqual([]);

  const next = await startEasel({ userData, env });
  await goTo(next.window, 'Boards');
  await expect(notice(next.window)).toContainText('This connection has no API key on this computer.');
  await notice(next.window).getByRole('button', { name: 'Add key…' }).click();
  await expect(keyField(next.window)).toBeFocused();
  await expect(light(next.window)).toHaveText('Keychain: not found');
  await next.window.keyboard.insertText(practice.apiKey);
  await next.window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(next.window);
  await next.close();
  await bare.stop();
});
