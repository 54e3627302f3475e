/** Connections move from one computer to another: with and without keys, and with what can go wrong. */
import { mkdir, readFile } from 'node:fs/promises';
import type { ElectronApplication, Page } from 'playwright';
import { boardsListed, connect, connectByForm, entriesFor, questionsOf } from '../support/easel.ts';
import { countPresses, enter, JOURNEYS } from '../support/presses.ts';
import { expect, test } from './fixtures.ts';

const PASSPHRASE = 'a horse and a battery';

/** Answers the system's file dialogs with this file. */
async function choosing(app: ElectronApplication, file: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
}

async function command(window: Page, label: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+k');
  await window.getByRole('combobox').fill(label);
  await window.keyboard.press('Enter');
}

test('connections with keys are moved to another computer under a passphrase, and work there', async ({
  easel,
  startEasel,
  practice,
}, info) => {
  test.setTimeout(120_000);
  await mkdir(info.outputDir, { recursive: true });
  const file = info.outputPath('easel-connections.json');
  await connectByForm(easel.window, entriesFor(practice));
  await choosing(easel.app, file);
  await command(easel.window, 'Export connections');
  const exporting = easel.window.getByRole('dialog');
  const save = exporting.getByRole('button', { name: 'Export 1 connection' });
  await exporting.getByLabel('API keys, under a passphrase').check();
  await save.click();
  await expect(exporting.getByText('Enter a passphrase.')).toBeVisible();
  await exporting.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await exporting.getByLabel('Confirm passphrase').fill('another');
  await save.click();
  await expect(exporting.getByText('They don’t match.')).toBeVisible();
  await exporting.getByLabel('Confirm passphrase').fill(PASSPHRASE);
  await save.click();
  await expect(exporting.getByText('It contains 1 connection and 1 key.')).toBeVisible();
  expect((await questionsOf(easel)).at(-1)).toMatchObject({
    message: 'Export API keys to a file?',
    buttons: ['Cancel', 'Export with keys'],
  });
  await expect(exporting.getByLabel('Passphrase', { exact: true })).toHaveValue('');
  expect(await readFile(file, 'utf8')).not.toContain(practice.apiKey);

  const { app, window } = await startEasel();
  await choosing(app, file);
  await window.getByRole('button', { name: 'Connect to your service' }).waitFor();
  await command(window, 'Import connections');
  const importing = window.getByRole('dialog');
  await expect(importing.getByRole('row', { name: /Acme School.*New/ })).toBeVisible();
  await importing.getByLabel('Passphrase', { exact: true }).fill('not this one');
  await importing.getByRole('button', { name: 'Unlock keys' }).click();
  await expect(importing.getByText('Wrong passphrase.')).toBeVisible();
  await importing.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await window.keyboard.press('Enter');
  await expect(importing.getByText('Keys unlocked.')).toBeVisible();
  await expect(importing.getByText('With 1 key.')).toBeVisible();
  await importing.getByRole('button', { name: 'Import 1 connection' }).click();
  await expect(window.getByText('Imported: 1 connection added and 1 key.').first()).toBeVisible();
  await boardsListed(window);
});

test('the keyboard alone hands a connection over without its key, and a colleague enters their own', async ({
  easel,
  practice,
}, info) => {
  const { app, window } = easel;
  await mkdir(info.outputDir, { recursive: true });
  await choosing(app, info.outputPath('easel-connections.json'));
  await connect(window, entriesFor(practice));
  const button = (name: string) => window.getByRole('button', { name });
  const handedOver = await countPresses(window);
  await command(window, 'Hand over connection');
  await expect(window.getByText('It contains 1 connection and no keys.').first()).toBeVisible();
  expect(await handedOver()).toEqual(JOURNEYS.handOver);

  // What a colleague has: a computer that knows nothing of it.
  await command(window, 'Remove connection');
  // Main tells that it is gone before it answers.
  await window.getByText('Removed Acme School and its keys.').first().waitFor();
  expect((await questionsOf(easel)).at(-1)).toMatchObject({
    message: 'Remove “Acme School” from this computer?',
    buttons: ['Cancel', 'Remove connection'],
  });
  await button('Import connections').waitFor();
  const takenOver = await countPresses(window);
  await enter(window, button('Import connections'));
  await expect(window.getByLabel('API key', { exact: true })).toBeFocused();
  await window.keyboard.insertText(practice.apiKey);
  await window.keyboard.press('Enter');
  await boardsListed(window);
  expect(await takenOver()).toEqual(JOURNEYS.takeOver);
});
