import { writeFile } from 'node:fs/promises';
import { boardsListed, chooseFile, connect, entriesFor, questionsOf, runCommand } from '../support/easel.ts';
import { countPresses, enter, JOURNEYS } from '../support/presses.ts';
import { expect, test } from './fixtures.ts';

test('a connection is exported and imported by keyboard alone', async ({ easel, practice }, info) => {
  const { window } = easel;
  await chooseFile(easel, info.outputPath('easel-connections.json'));
  await connect(window, entriesFor(practice));
  const button = (name: string) => window.getByRole('button', { name });
  const handedOver = await countPresses(window);
  await runCommand(window, 'Export connection for a colleague');
  await expect(window.getByText('The file contains 1 connection and no keys.').first()).toBeVisible();
  expect(await handedOver()).toEqual(JOURNEYS.handOver);

  await runCommand(window, 'Remove connection');
  await window.getByText('Acme School and its keys removed.').first().waitFor();
  expect((await questionsOf(easel)).at(-1)).toMatchObject({
    message: 'Remove connection “Acme School” from this computer?',
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

const AS_EXPORTED = {
  environment: 'test',
  color: 'blue',
  paperApi: 'https://acme.example',
  boardApi: 'https://acme.example',
  appUrl: 'https://acme.example',
  separateBoardKey: false,
  readOnly: false,
  keys: [],
  papers: [],
  notes: [],
} as const;

test('an API key for an imported connection is not used for another connection', async ({ easel }, info) => {
  const { window } = easel;
  const file = info.outputPath('two.json');
  const connections = ['Acme', 'Brook'].map((name, index) => ({
    ...AS_EXPORTED,
    id: `7b1c3f6e-2f0a-4c55-9a6e-6d2f1f0f8a0${index}`,
    name,
  }));
  const head = { format: 'easel-connections', version: 1, exportedAt: '2026-03-01T10:00:00.000Z' };
  await writeFile(file, JSON.stringify({ ...head, connections }));
  await chooseFile(easel, file);
  await window.getByRole('button', { name: 'Import connections' }).click();
  const key = window.getByLabel('API key', { exact: true });
  await window.getByLabel('Import Brook').uncheck();
  await key.fill('the-key-of-acme');
  await window.getByLabel('Import Acme').uncheck();
  await window.getByLabel('Import Brook').check();
  await expect(key).toHaveValue('');
});
