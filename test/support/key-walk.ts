/** A walk with keys and passphrases, under a policy with an idle lock, through everything that takes one in: staging, rehearsal, export, import, lock. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import type { Album } from './leak-walk.ts';
import type { LaunchedApp } from './driver.ts';
import {
  addPaper,
  boardsListed,
  chooseFile,
  connectByForm,
  entriesFor,
  questionsOf,
  runCommand,
  setFirstPassphrase,
} from './easel.ts';
import { findLeaks, textPlace, type Secret } from './planted-secrets.ts';

/** Letters of every kind, so that each encoding differs from the raw text. */
const STAGED = 'canary/staged+key=ÖÄ~"quoted"\\and/backslash?%42&long-enough-to-be-found';
const PASSPHRASE = 'a canary “passphrase” of a file & more, %43 Straße';
const WRONG_PASSPHRASE = 'not the canary’s passphrase of that file, ~ Gruß';
const LOCK_PASSPHRASE = 'a canary “passphrase” of the lock + more, Öl';
const WRONG_LOCK_PASSPHRASE = 'not the canary’s passphrase of the lock, Übel';

const dialogOf = (window: Page) => window.getByRole('dialog').or(window.getByRole('alertdialog'));

async function press(window: Page, name: string | RegExp): Promise<void> {
  await dialogOf(window).getByRole('button', { name }).click();
}

/** Waits until main has asked this last; what it asks holds no key. */
async function expectAsked(easel: LaunchedApp, message: RegExp): Promise<void> {
  await expect.poll(async () => (await questionsOf(easel)).at(-1)?.message).toMatch(message);
  const asked = textPlace('main’s questions', JSON.stringify(await questionsOf(easel)));
  expect(findLeaks([{ name: 'the refused key', text: STAGED }], [asked])).toEqual([]);
}

async function closed(window: Page): Promise<void> {
  await dialogOf(window).waitFor({ state: 'detached' });
}

/** Keys by paste and by file: refused with an echo, discarded, verified, switched there and back. */
async function rotate(
  easel: LaunchedApp,
  practice: PracticeService,
  album: Album,
  file: string,
): Promise<void> {
  const { window } = easel;
  const next = window.getByRole('article', { name: /^Next/u });
  const check = window.getByRole('button', { name: 'Check now' });
  const message = `bad key ${STAGED} in Authorization: Bearer ${STAGED}`;
  await window.keyboard.press('ControlOrMeta+6');
  await window.getByRole('button', { name: 'Stage next key' }).click();
  await dialogOf(window).getByLabel('API key', { exact: true }).fill(STAGED);
  await dialogOf(window).getByLabel('Note (optional)').fill('for the spring term');
  await press(window, 'Save key');
  await closed(window);
  await album.keep(window, 'a staged key');
  await practice.faults.set('listBoards', { kind: 'status', status: 401, body: { message } });
  await practice.faults.set('accessToken', { kind: 'status', status: 422, body: { message } });
  await check.click();
  await window.getByRole('table', { name: 'Check results' }).waitFor();
  for (const details of await window.locator('table details').all()) await details.click();
  await album.keep(window, 'a rehearsal with echoes');
  await practice.faults.clear();
  await next.getByRole('button', { name: 'Discard…' }).click();
  await expectAsked(easel, /^Discard the next API key /u);
  await window.getByText('Next key discarded.').first().waitFor();
  await album.keep(window, 'a key discarded');

  await chooseFile(easel, file);
  await window.getByRole('button', { name: 'Stage next key' }).click();
  await press(window, 'Choose a file…');
  await dialogOf(window).getByText('Key from').waitFor();
  await album.keep(window, 'a key from a file');
  await press(window, 'Save key');
  // The person's own file, which Easel only read.
  await rm(file);
  await closed(window);
  await check.click();
  await window.getByText('The next key is in use').first().waitFor();
  await album.keep(window, 'switched');
  await window.getByRole('button', { name: 'Go back' }).click();
  await expectAsked(easel, /^Use API key /u);
  const use = next.getByRole('button', { name: /^Use (?:anyway…|next key)$/u });
  await use.click();
  await use.waitFor({ state: 'detached' });
  await album.keep(window, 'a next key in use again');
}

/** Out into a file and in again; the dialogs are looked at whenever no passphrase stands in them. */
async function move(easel: LaunchedApp, album: Album, file: string): Promise<void> {
  const { window } = easel;
  await chooseFile(easel, file);
  await runCommand(window, 'Export connections');
  const dialog = dialogOf(window);
  await dialog.getByLabel('API keys, under a passphrase').check();
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Confirm passphrase').fill(PASSPHRASE);
  await press(window, 'Export 1 connection');
  await dialog.getByText(/^Saved as/u).waitFor();
  await album.keep(window, 'an export');
  await press(window, 'Done');
  await runCommand(window, 'Remove connection');
  await expectAsked(easel, /^Remove “Acme School” from this computer\?$/u);
  // Main tells that it is gone before it answers.
  await window.getByText('Removed Acme School and its keys.').first().waitFor();
  await window.getByRole('button', { name: 'Connect to your service' }).waitFor();
  await album.keep(window, 'a connection removed');
  await runCommand(window, 'Import connections');
  const field = dialog.getByLabel('Passphrase', { exact: true });
  await field.fill(WRONG_PASSPHRASE);
  await press(window, 'Unlock keys');
  await dialog.getByText('Wrong passphrase.').waitFor();
  await field.fill('');
  await album.keep(window, 'a wrong passphrase');
  await field.fill(PASSPHRASE);
  await press(window, 'Unlock keys');
  await dialog.getByText('Keys unlocked.').waitFor();
  await album.keep(window, 'an import to look at');
  await press(window, /^Import$/u);
  await window.getByText('Imported: 1 connection added').first().waitFor();
  await album.keep(window, 'an import');
}

/** Locked, and opened by the second passphrase. */
async function lock({ window }: LaunchedApp, album: Album): Promise<void> {
  await window.keyboard.press('ControlOrMeta+,');
  const form = window.getByRole('form', { name: 'Idle lock' });
  await form.getByLabel('Current passphrase').waitFor();
  await album.keep(window, 'settings');
  await window.keyboard.press('ControlOrMeta+Shift+L');
  const locked = window.getByRole('dialog', { name: 'Easel is locked' });
  for (const passphrase of [WRONG_LOCK_PASSPHRASE, LOCK_PASSPHRASE]) {
    await locked.getByLabel('Passphrase').fill('');
    await album.keep(window, 'locked');
    await locked.getByLabel('Passphrase').fill(passphrase);
    await window.keyboard.press('Enter');
    if (passphrase === WRONG_LOCK_PASSPHRASE)
      await expect(locked.getByLabel('Passphrase')).toHaveAttribute('aria-invalid', 'true');
  }
  await locked.waitFor({ state: 'detached' });
  await window.keyboard.press('ControlOrMeta+2');
  await window.keyboard.press('F5');
  await boardsListed(window);
  await album.keep(window, 'unlocked');
}

/** The walk, with its files in `folder`; gives the secrets that were used on it, and the file that was exported. */
export async function walkWithKeys(
  easel: LaunchedApp,
  practice: PracticeService,
  album: Album,
  folder: string,
): Promise<{ readonly secrets: readonly Secret[]; readonly exported: string }> {
  const next = await practice.issueKey();
  const exported = path.join(folder, 'easel-connections.json');
  const keyFile = path.join(folder, 'next-key.txt');
  await mkdir(folder, { recursive: true });
  await writeFile(keyFile, next);
  await setFirstPassphrase(easel.window, LOCK_PASSPHRASE);
  await connectByForm(easel.window, entriesFor(practice));
  const [sample] = practice.samplePapers;
  await addPaper(easel.window, sample?.identifier ?? '', sample?.name ?? '');
  await rotate(easel, practice, album, keyFile);
  await move(easel, album, exported);
  await lock(easel, album);
  const secrets = [
    { name: 'the key in use first', text: practice.apiKey },
    { name: 'the key from a file', text: next },
    { name: 'the refused key', text: STAGED },
    { name: 'the passphrase of the file', text: PASSPHRASE },
    { name: 'a wrong passphrase of the file', text: WRONG_PASSPHRASE },
    { name: 'the passphrase of the lock', text: LOCK_PASSPHRASE },
    { name: 'a wrong passphrase of the lock', text: WRONG_LOCK_PASSPHRASE },
  ];
  return { secrets, exported };
}
