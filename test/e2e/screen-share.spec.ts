/** One key blurs every name, id, host and link, on every screen and in every dialog, until it is pressed again. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import { readable, tooltip } from '../support/blurred.ts';
import {
  addPaper,
  answerQuestions,
  boardsListed,
  choosePaper,
  createPaper,
  entriesFor,
  fillForm,
  goTo,
  previewPaper,
  questionsOf,
} from '../support/easel.ts';
import { guestJoined } from '../support/guests.ts';
import { lookAtJobs } from '../support/jobs-screen.ts';
import { expect, test } from './fixtures.ts';

const CONNECTION = 'Zephyrhaven College';
const PAPER = 'Quokka retrospective';
const PERSON = 'Wilhelmina Ostrander';
const FILE = 'zephyr-connections.json';
const OWNER = 'Bartholomew Quill';

/** Everything that tells this customer from another. */
async function needlesOf(practice: PracticeService): Promise<readonly string[]> {
  const { boards, papers } = await practice.contents();
  const { host } = new URL(practice.origin);
  const papersKnown = [...practice.samplePapers, ...papers].flatMap(({ identifier, name }) => [
    identifier,
    name,
  ]);
  // A few characters of an id tell a board from the others too.
  const inShort = boards.map((id) => id.slice(0, 8));
  return [CONNECTION, PAPER, PERSON, FILE, OWNER, host, ...boards, ...inShort, ...papersKnown];
}

/** A look at the page as it is now: nothing of this customer can be read. */
function looker(window: Page, practice: PracticeService) {
  return async (name: string): Promise<void> => {
    expect.soft(await readable(window, await needlesOf(practice)), name).toEqual([]);
  };
}

const dialogOf = (window: Page) => window.getByRole('dialog').or(window.getByRole('alertdialog'));

async function closed(window: Page): Promise<void> {
  await window.keyboard.press('Escape');
  await dialogOf(window).waitFor({ state: 'detached' });
}

/** Opens a command of the palette by its label. */
async function command(window: Page, label: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+k');
  await window.getByRole('combobox').fill(label);
  await window.keyboard.press('Enter');
}

async function atWork(window: Page, practice: PracticeService): Promise<void> {
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await fillForm(window, entriesFor(practice, { name: CONNECTION }));
  await window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(window);
}

test('the check finds names, ids and hosts while nothing is blurred', async ({ easel, practice }) => {
  const { window } = easel;
  await atWork(window, practice);
  await window.getByRole('grid', { name: 'Boards' }).getByRole('row').nth(2).waitFor();
  const found = await readable(window, await needlesOf(practice));
  expect(found.some((each) => each.includes('title of the window'))).toBe(true);
  expect(found.filter((each) => each.startsWith(CONNECTION)).length).toBeGreaterThan(2);
  expect(found.some((each) => each.includes('code in Boards'))).toBe(true);
  await window.keyboard.press('F8');
  expect(await readable(window, await needlesOf(practice))).toEqual([]);
  await expect(window.getByRole('button', { name: 'Blurred for screen share (F8)' })).toBeVisible();
  await window.keyboard.press('F8');
  expect((await readable(window, await needlesOf(practice))).length).toBeGreaterThan(2);
});

test('connections: form, check, switcher, removal, network, export, import', async ({
  computer,
  easel,
  practice,
}, info) => {
  test.setTimeout(120_000);
  const { app, window } = easel;
  const look = looker(window, practice);
  await window.keyboard.press('F8');
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await fillForm(window, entriesFor(practice, { name: CONNECTION, apiKey: 'not-the-key' }));
  await window.getByRole('button', { name: 'Check' }).click();
  await window.getByText('does not accept the API key').first().waitFor();
  for (const details of await window.locator('details').all()) await details.click();
  await look('form and failed check');
  await fillForm(window, entriesFor(practice, { name: CONNECTION }));
  await window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(window);
  await look('saved');
  await window.keyboard.press('ControlOrMeta+Shift+C');
  await window.getByRole('menu', { name: 'Connections' }).waitFor();
  await look('switcher');
  await window.keyboard.press('Escape');
  await command(window, 'Network settings');
  await dialogOf(window).waitFor();
  await expect(dialogOf(window)).not.toContainText('Reading');
  await look('Network settings');
  await closed(window);
  // Main asks before a removal: the page only shows how it ends.
  await answerQuestions(easel, false);
  await command(window, 'Remove connection');
  const messages = async () => (await questionsOf(easel)).map(({ message }) => message);
  await expect.poll(messages).toEqual([`Remove “${CONNECTION}” from this computer?`]);
  await expect(dialogOf(window)).toHaveCount(0);
  await look('removal that was cancelled');
  await answerQuestions(easel, true);
  const keyring = await computer.keyring();
  if (keyring !== null) {
    await keyring.lock();
    await command(window, 'Remove connection');
    await expect(dialogOf(window)).toContainText('The keyring is locked.');
    await look('removal that failed');
    await closed(window);
    await keyring.unlockInPlace();
  }
  await command(window, 'Edit connection');
  await window.getByLabel('Paper API address').waitFor();
  await look('form of a saved connection');
  await window.keyboard.press('Escape');

  await mkdir(info.outputDir, { recursive: true });
  const file = path.join(info.outputDir, FILE);
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  await command(window, 'Export connections');
  await window.getByRole('button', { name: 'Export 1 connection' }).click();
  await window.getByText('It contains 1 connection').waitFor();
  await look('export');
  await closed(window);
  await command(window, 'Import connections');
  await window.getByRole('table', { name: 'Connections in the file' }).waitFor();
  await look('import');
  await closed(window);
});

test('boards: rows, details, palette, failures, deletion', async ({ easel, practice }) => {
  test.setTimeout(120_000);
  const { window } = easel;
  const look = looker(window, practice);
  await atWork(window, practice);
  await window.keyboard.press('F8');
  const boards = window.getByRole('grid', { name: 'Boards' });
  await boards.getByRole('row').nth(2).click();
  await window.getByRole('complementary', { name: 'Board details' }).getByText('Read at').waitFor();
  await look('summary');
  for (const tab of ['Fields', 'JSON']) {
    await window.getByRole('tab', { name: tab }).click();
    await look(tab);
  }
  const id = (await practice.contents()).boards[5] ?? 'no board';
  await window.getByRole('searchbox').fill(id);
  await expect(boards.getByRole('row')).toHaveCount(2);
  await look('found');
  await window.getByRole('searchbox').fill('');
  await window.keyboard.press('ControlOrMeta+k');
  await window.getByRole('combobox').fill(id);
  await window.getByRole('option').first().waitFor();
  await look('palette with a board');
  await closed(window);
  await boards.getByRole('row').nth(3).click();
  await boards.focus();
  // What just failed must answer again first: until then changes are off.
  await expect(window.getByRole('button', { name: 'Delete…' })).not.toHaveAttribute('aria-disabled', {
    timeout: 30_000,
  });
  await window.keyboard.press('Delete');
  await window.getByRole('alertdialog').waitFor();
  await look('question before a deletion');
  await lookAtJobs(window, look);
  // The last of these: while the list can't be read anew, no board is deleted.
  await practice.faults.set('listBoards', { kind: 'status', status: 503, headers: { 'retry-after': '120' } });
  await boards.focus();
  await window.keyboard.press('F5');
  await window.getByRole('alert').waitFor({ timeout: 30_000 });
  await window.getByRole('alert').getByText('Details', { exact: true }).click();
  await look('failed listing');
  await command(window, 'Service status');
  await window.getByRole('dialog', { name: 'Service status' }).waitFor();
  await look('service status');
  await window.keyboard.press('Escape');
});

test('papers and rooms: register, lineage, links, templates, previews', async ({ easel, practice }) => {
  test.setTimeout(120_000);
  const { app, window } = easel;
  const look = looker(window, practice);
  await atWork(window, practice);
  await window.keyboard.press('F8');
  const [sample] = practice.samplePapers;
  await addPaper(window, sample?.identifier ?? '', sample?.name ?? '');
  await look('added');
  await window.getByRole('button', { name: 'New paper' }).first().click();
  await dialogOf(window).getByLabel('Name').fill(PAPER);
  await look('new paper, with its list of templates');
  await closed(window);
  await window.keyboard.press('F8');
  await createPaper(window, PAPER, sample?.name);
  await window.keyboard.press('F8');
  await look('created');
  const papers = window.getByRole('grid', { name: 'Papers' });
  await choosePaper(window, PAPER);
  await look('lineage');
  await window.getByRole('tab', { name: 'JSON' }).click();
  await look('answer');
  await papers.focus();
  await window.keyboard.press('l');
  await dialogOf(window).getByLabel('Who is it for?').fill(PERSON);
  await dialogOf(window).getByRole('button', { name: 'Copy join link' }).click();
  await dialogOf(window).getByText('Copied for').waitFor();
  await look('join link');
  await closed(window);
  await papers.focus();
  await window.keyboard.press('Delete');
  await dialogOf(window).waitFor();
  await look('question before a deletion');
  await closed(window);
  await window.keyboard.press('ControlOrMeta+k');
  await window.getByRole('combobox').fill('quokka');
  await window.getByRole('option').first().waitFor();
  await look('palette with a paper');
  await closed(window);
  await papers.focus();
  await window.keyboard.press('Space');
  await dialogOf(window).getByLabel('Display name').fill(PERSON);
  await look('before joining');
  await closed(window);
  await previewPaper(window, PAPER, PERSON);
  await guestJoined(app);
  await look('in the room');
  await expect(window.locator('webview')).toHaveCSS('filter', /blur\(\d{2}px\)/);
  await goTo(window, 'Papers');
  await choosePaper(window, PAPER);
  await window.getByRole('button', { name: 'More for this paper' }).click();
  await window.getByRole('menuitem', { name: 'Forget paper' }).click();
  await window.getByText('from this computer. It is still at the service').waitFor();
  await look('forgotten');
});

test.describe(() => {
  // Its passphrase would stay with the next test.
  test.use({ ownComputer: true });
  test('keys, settings, lock screen and what follows it', async ({ easel, practice }) => {
    test.setTimeout(120_000);
    const { window } = easel;
    const look = looker(window, practice);
    await atWork(window, practice);
    await window.keyboard.press('F8');
    await window.keyboard.press('ControlOrMeta+6');
    await window.getByRole('heading', { name: 'Keys & connections' }).waitFor();
    await look('keys');
    await window.keyboard.press('ControlOrMeta+,');
    const form = window.getByRole('form', { name: 'Idle lock' });
    await form.getByLabel('Passphrase', { exact: true }).fill('open sesame');
    await form.getByLabel('Confirm passphrase').fill('open sesame');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByLabel('Current passphrase').waitFor();
    await look('settings');
    await window.keyboard.press('ControlOrMeta+Shift+L');
    await window.getByRole('heading', { name: 'Easel is locked' }).waitFor();
    await look('lock screen');
    await window.keyboard.press('F8');
    await expect(window.getByRole('button', { name: 'Blurred for screen share (F8)' })).toHaveCount(0);
    // Locked, there is nothing to be read, blurred or not.
    await look('lock screen without blur');
    await window.keyboard.press('F8');
    await window.getByLabel('Passphrase').fill('open sesame');
    await window.keyboard.press('Enter');
    await form.waitFor();
    await look('after unlocking');
  });
});

test('F8 works above a dialog; tooltips don’t show what is blurred, and come back afterwards', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await atWork(window, practice);
  const [sample] = practice.samplePapers;
  await addPaper(window, sample?.identifier ?? '', sample?.name ?? '');
  await createPaper(window, PAPER, sample?.name);
  const template = window
    .getByRole('grid', { name: 'Papers' })
    .getByTitle(sample?.name ?? '', { exact: true })
    .first();
  await template.hover();
  expect(await tooltip(window)).toBe(sample?.name);
  await window.keyboard.press('F8');
  expect(await tooltip(window)).toBe('');
  await window.getByRole('button', { name: 'New paper' }).first().hover();
  expect(await tooltip(window)).toBe('');
  await window.keyboard.press('ControlOrMeta+k');
  await window.keyboard.press('F8');
  expect((await readable(window, [CONNECTION])).length).toBeGreaterThan(1);
  await closed(window);
  await template.hover();
  expect(await tooltip(window)).toBe(sample?.name);
});
