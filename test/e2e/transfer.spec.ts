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
