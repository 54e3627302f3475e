/** axe-core over keys, connections on the move, settings, the lock and a policy, in light and dark. */
import { writeFile } from 'node:fs/promises';
import { lookerInBoth } from '../support/axe.ts';
import {
  addPaper,
  answerQuestions,
  boardsListed,
  connect,
  entriesFor,
  questionsOf,
  runCommand,
  setFirstPassphrase,
} from '../support/easel.ts';
import { policyFile } from '../support/policy-file.ts';
import { expect, test } from './fixtures.ts';

const PASSPHRASE = 'a horse and a battery';

// Every row is like another, and axe looks at each.
test.use({ boards: 6 });

test('screens and dialogs for keys, settings, lock and policy pass axe', async ({
  startEasel,
  practice,
  computer,
}, info) => {
  test.setTimeout(240_000);
  const env = { EASEL_POLICY_FILE: await policyFile(info, '{"version": 1, "idleLockMinutes": 60}') };
  const easel = await startEasel({ env });
  const { app, window } = easel;
  const look = lookerInBoth(easel, info);
  const dialog = window.getByRole('dialog').or(window.getByRole('alertdialog'));
  const card = (stage: string) => window.getByRole('article', { name: new RegExp(`^${stage}`, 'u') });
  const press = (name: string | RegExp) => window.getByRole('button', { name, exact: true }).click();
  const closed = async (): Promise<void> => {
    await window.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  /** Waits until main has asked this, in the system's dialog; the page then shows none of its own. */
  const asked = async (message: RegExp): Promise<void> => {
    await expect.poll(async () => (await questionsOf(easel)).at(-1)?.message).toMatch(message);
    await expect(dialog).toHaveCount(0);
  };
  const chosen = info.outputPath('easel-connections.json');
  const choosing = (file: string) =>
    app.evaluate(({ dialog: system }, filePath) => {
      system.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
      system.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] });
    }, file);
  await dialog.getByRole('button', { name: 'Set passphrase' }).click();
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await look('first-passphrase-error');
  await setFirstPassphrase(window, PASSPHRASE);
  await connect(window, entriesFor(practice));
  const [sample] = practice.samplePapers;
  await addPaper(window, sample?.identifier ?? '', sample?.name ?? '');

  // Keys: staged, refused, from a file, switched, retired.
  await window.keyboard.press('ControlOrMeta+6');
  await card('Current').waitFor();
  await press('Stage next key');
  await press('Save key');
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await look('stage-key-error');
  await dialog.getByLabel('API key', { exact: true }).fill('a-key-of-another-account');
  await dialog.getByLabel('Owner (optional)').fill('Ada');
  await dialog.getByLabel('Rotation reminder').fill('2020-01-31');
  await press('Save key');
  await dialog.waitFor({ state: 'detached' });
  await card('Next').waitFor();
  await look('key-staged-and-reminder-due');
  await press('Check now');
  await window.getByText('Refused', { exact: true }).first().waitFor();
  for (const details of await window.locator('table details').all()) await details.click();
  await look('key-refused');
  await answerQuestions(easel, false);
  await press('Use anyway…');
  await asked(/^Use API key \w+ in “Acme School”\?$/u);
  await answerQuestions(easel, true);
  await card('Next').getByRole('button', { name: 'Edit…' }).click();
  await look('edit-key');
  await closed();
  await press('Discard…');
  await asked(/^Discard the next API key \w+ of “Acme School”\?$/u);
  await card('Next').getByRole('button', { name: 'Discard…' }).waitFor({ state: 'detached' });
  const keyFile = info.outputPath('next-key.txt');
  await writeFile(keyFile, await practice.issueKey());
  await choosing(keyFile);
  await press('Stage next key');
  await press('Choose a file…');
  await dialog.getByText('Key from').waitFor();
  await look('stage-key-from-file');
  await press('Save key');
  await dialog.getByText('Anyone who can read').waitFor();
  await look('shred-file');
  await press('Overwrite and delete');
  await dialog.waitFor({ state: 'detached' });
  await press('Check now');
  await window.getByText('The next key is in use').first().waitFor();
  await look('key-switched');
  await press('Retire…');
  await look('retire-key');
  await closed();
  await window.keyboard.press('F8');
  await look('keys-blurred');
  await window.keyboard.press('F8');

  const keyring = await computer.keyring();
  if (keyring !== null) {
    await keyring.lock();
    await press('Stage next key');
    await dialog.getByLabel('API key', { exact: true }).fill('one-more-key');
    await press('Save key');
    await dialog.getByRole('alert').waitFor();
    await look('keychain-locked-in-dialog');
    await closed();
    await press('Remove…');
    await dialog.getByRole('alert').waitFor();
    expect((await questionsOf(easel)).at(-1)?.message).toBe('Remove “Acme School” from this computer?');
    await look('remove-anyway');
    await closed();
    await look('keychain-locked');
    await keyring.unlockInPlace();
  }

  // A connection with two keys that is read-only.
  await window.keyboard.press('ControlOrMeta+Shift+E');
  await window.getByRole('checkbox', { name: 'Separate board API key' }).check();
  await window.getByLabel('Board API key', { exact: true }).fill(await practice.issueKey());
  await window.getByRole('checkbox', { name: 'Read-only' }).check();
  await look('form-two-keys');
  await press('Save');
  await window.getByRole('button', { name: 'Unlock for 10 minutes' }).waitFor();
  await look('read-only');
  await press(/Unlock for 10 minutes/u);
  await dialog.getByRole('button', { name: /^Allow changes/u }).click();
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await look('unlock-changes-error');
  await closed();
  await window.keyboard.press('ControlOrMeta+6');
  await window.getByRole('heading', { name: 'Board API key' }).waitFor();
  await look('keys-two-slots');

  // Out and in.
  await choosing(chosen);
  await runCommand(window, 'Export connections');
  await dialog.getByLabel('API keys, under a passphrase').check();
  await press('Export 1 connection…');
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await look('export-error');
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Confirm passphrase').fill(PASSPHRASE);
  await press('Export 1 connection…');
  await dialog.getByText(/^Saved as/u).waitFor();
  await look('exported');
  await closed();
  await window.keyboard.press('ControlOrMeta+Shift+E');
  await window.getByLabel('Name', { exact: true }).fill('Acme Academy');
  await press('Save');
  await boardsListed(window);
  await runCommand(window, 'Import connections');
  await dialog.getByRole('table').waitFor();
  await press('Unlock keys');
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await look('import-plan');
  await press('Import 1 connection');
  await window.getByText('Imported: 1 connection changed.').first().waitFor();

  // Settings with a policy, and the lock.
  await window.keyboard.press('ControlOrMeta+,');
  const form = window.getByRole('form', { name: 'Idle lock' });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.locator('[aria-invalid="true"]').waitFor();
  await look('settings-error');
  await window.keyboard.press('ControlOrMeta+Shift+L');
  const locked = window.getByRole('dialog', { name: 'Easel is locked' });
  await locked.getByLabel('Passphrase').fill('not this one');
  await window.keyboard.press('Enter');
  await locked.locator('[aria-invalid="true"]').waitFor();
  await look('locked-wrong-passphrase');
  await locked.getByRole('button', { name: 'Forgot passphrase?' }).click();
  await window.getByRole('dialog', { name: 'Set a passphrase' }).waitFor();
  expect((await questionsOf(easel)).at(-1)).toMatchObject({
    message: 'Remove all keys?',
    detail: expect.stringMatching(
      /^Removes \d+ API keys of \d+ connections? .* asks for a new passphrase\.$/u,
    ),
    buttons: ['Cancel', 'Remove all keys'],
  });
  await look('passphrase-after-removal');
});
