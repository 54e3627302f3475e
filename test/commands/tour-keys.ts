/** The part of the tour about keys and screen share. */
import type { PracticeService } from '../practice/practice.ts';
import type { LaunchedApp } from '../support/driver.ts';
import { boardsListed } from '../support/easel.ts';
import type { Step } from './tour-step.ts';

/** Goes on where there is a connection with a key and a paper. */
export async function keysRun(step: Step, app: LaunchedApp, practice: PracticeService): Promise<void> {
  const { window } = app;
  const dialog = window.getByRole('dialog').or(window.getByRole('alertdialog'));
  const press = (name: string) => window.getByRole('button', { name }).click();
  const goTo = (screen: string) =>
    window.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: screen }).click();
  const next = await practice.issueKey();
  await step(app, 'Pastes the next key, with owner, note and a reminder', 'key-dialog', async () => {
    await goTo('Keys & connections');
    await press('Stage next key');
    await dialog.getByLabel('API key', { exact: true }).fill(next);
    await dialog.getByLabel('Owner (optional)').fill('Ada');
    await dialog.getByLabel('Note (optional)').fill('Rotation of the spring term');
    await dialog.getByRole('button', { name: '90 days' }).click();
  });
  await step(app, 'Keeps it beside the one in use', 'key-staged', async () => {
    await dialog.getByRole('button', { name: 'Save key' }).click();
    await window.getByRole('heading', { name: 'Check the next key' }).waitFor();
  });
  await step(
    app,
    'Checks both keys at both APIs: the next one takes over by itself',
    'key-switched',
    async () => {
      await press('Check now');
      await window.getByText('The next key is in use').first().waitFor();
    },
  );
  await step(app, 'Exports connections, with keys only under a passphrase', 'export', async () => {
    await window.keyboard.press('ControlOrMeta+k');
    await window.getByRole('combobox').fill('Export connections');
    await window.keyboard.press('Enter');
    await dialog.getByLabel('API keys, under a passphrase').check();
  });
  await window.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await step(app, 'Blurs names, ids and links for a shared screen', 'blurred', async () => {
    await goTo('Boards');
    await boardsListed(window);
    await window.keyboard.press('F8');
  });
  await window.keyboard.press('F8');
}
