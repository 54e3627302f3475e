/** A walk through everything that writes a file for a person, with a key and tokens that must be in none of them. */
import { mkdir } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import type { LaunchedApp } from './driver.ts';
import { addPaper, choosePaper, goTo, openJobs, runCommand } from './easel.ts';
import { button, grid, pick, review, status } from './jobs-screen.ts';

/** Whatever is saved from now on lands in this folder, under the name that Easel suggests. */
async function savingInto({ app }: LaunchedApp, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await app.evaluate(({ dialog }, into) => {
    const save = (...args: readonly unknown[]): Promise<object> => {
      const { defaultPath } = args.at(-1) as { readonly defaultPath: string };
      // Behind the last folder of the person, once there is one.
      const name = defaultPath.split(/[/\\]/u).at(-1);
      return Promise.resolve({ canceled: false, filePath: `${into}/${name}` });
    };
    dialog.showSaveDialog = save as typeof dialog.showSaveDialog;
  }, folder);
}

/** Deletes three boards by a review, with its list and a plan; the service repeats the key in each answer. */
async function deleteThree(window: Page, practice: PracticeService, token: string): Promise<void> {
  const { apiKey } = practice;
  const message = `bad key ${apiKey} in Authorization: Bearer ${apiKey}, and token ${token}`;
  await practice.faults.set('deleteBoard', { kind: 'status', status: 422, body: { message } });
  await pick(window, 3);
  await window.keyboard.press('Delete');
  const dialog = review(window);
  const note = dialog.getByLabel('Note (optional)');
  const reason = dialog.getByLabel('Reason or ticket (optional)');
  const queue = button(dialog, /^Delete 3 boards in/u);

  // Pasted where words belong, they are refused; what was typed stays until it is mended.
  await dialog.getByText('Save as a cleanup plan').click();
  await note.fill(`see https://app.example/p?token=${token}`);
  await button(dialog, 'Save plan…').click();
  await expect(note).toHaveAccessibleDescription(/^This text contains a key or an access token\./u);
  await expect(note).toHaveValue(/token=/u);
  await note.fill('Term is over');
  await button(dialog, 'Save plan…').click();
  await dialog.getByText(/^Saved as easel-cleanup-/u).waitFor();
  await reason.fill(`with ${apiKey}`);
  await queue.click();
  await expect(reason).toHaveAccessibleDescription(/^This text contains a key or an access token\./u);
  await expect(reason).toBeFocused();
  await reason.fill('T-7');
  await queue.click();
  await dialog.waitFor({ state: 'detached' });

  const drawer = await openJobs(window);
  await button(drawer, 'Start now').click();
  await expect(drawer.getByRole('listitem')).toContainText('3 failed');
  await button(drawer, 'Items').click();
  await button(drawer, 'Save results…').click();
  await expect(status(window)).toHaveText(/^Saved 3 results/u);
  await window.keyboard.press('Escape');
  await window.keyboard.press('ControlOrMeta+j');
  await drawer.waitFor({ state: 'detached' });
  await practice.faults.clear();
}

/** Two join links to a paper, and their codes on a sheet; gives the token of the first. */
async function mintLinks({ app, window }: LaunchedApp, practice: PracticeService): Promise<string> {
  const [sample] = practice.samplePapers;
  await goTo(window, 'Papers');
  await addPaper(window, sample?.identifier ?? '', 'A sample');
  await choosePaper(window, 'A sample');
  await runCommand(window, 'Make join links');
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Names' }).fill('Ada\nGrace');
  await dialog.getByRole('button', { name: 'Make 2 join links' }).click();
  await expect(status(window)).toHaveText('Made 2 join links.');
  const drawer = await openJobs(window);
  await button(drawer, 'Copy links').click();
  await expect(status(window)).toHaveText(/^Copied 2 join links/u);
  const [first = ''] = (await app.evaluate(({ clipboard }) => clipboard.readText())).split('\n');
  await button(drawer, 'QR codes…').click();
  await button(dialog, 'Save PDF…').click();
  await expect(status(window)).toHaveText(/^Saved 2 QR codes as /u, { timeout: 30_000 });
  await button(drawer, 'Dismiss').click();
  await window.keyboard.press('ControlOrMeta+j');
  await drawer.waitFor({ state: 'detached' });
  return new URL(first.split('\t')[1] ?? '').searchParams.get('token') ?? '';
}

async function exportBoards(window: Page): Promise<void> {
  const dialog = window.getByRole('dialog');
  await grid(window).getByRole('row').nth(1).click();
  const label = window.getByRole('textbox', { name: 'Label' });
  await label.fill('A school');
  await label.press('Enter');
  await expect(grid(window).getByRole('row').nth(1)).toContainText('A school');
  for (const format of ['CSV', 'JSON']) {
    await grid(window).focus();
    await window.keyboard.press('ControlOrMeta+e');
    await dialog.getByRole('radio', { name: format }).check();
    await dialog.getByRole('button', { name: /^Export [\d,]+ boards?…$/u }).click();
    await dialog.getByText(/^Exported [\d,]+ boards to /u).waitFor();
    await window.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await runCommand(window, 'Export notes');
  await window
    .getByText(/^Exported the notes of 1 board to /u)
    .first()
    .waitFor();
}

/** The walk, from a connection to `practice`; its files are in `folder`. Gives the token that was made on the way. */
export async function walkWithFiles(
  easel: LaunchedApp,
  practice: PracticeService,
  folder: string,
): Promise<string> {
  const { window } = easel;
  await savingInto(easel, folder);
  const token = await mintLinks(easel, practice);
  await goTo(window, 'Boards');
  await deleteThree(window, practice, token);
  await exportBoards(window);
  await window.keyboard.press('ControlOrMeta+5');
  await runCommand(window, 'Export activity…');
  await expect(status(window)).toHaveText(/entries to .*\.csv/u);
  await runCommand(window, 'Export activity as JSON');
  await expect(status(window)).toHaveText(/entries to .*\.json/u);
  await runCommand(window, 'Save diagnostics…');
  await expect(status(window)).toHaveText(/^Saved diagnostics in /u);
  await runCommand(window, 'Check for updates');
  await expect(window.getByRole('region', { name: 'Updates' })).toContainText('No update address is set');
  return token;
}
