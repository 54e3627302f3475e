/**
 * `npm run tour`: plays the main journeys headless against a practice service. Prints each step and writes a
 * screenshot of it to out/tour/; `--guide` copies them into the user guide.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import { driver, launchApp, type LaunchedApp } from '../support/driver.ts';
import {
  addPaper,
  answerQuestions,
  boardsListed,
  chooseFile,
  createPaper,
  entriesFor,
  fillForm,
  goTo,
  previewPaper,
  jobsLine,
} from '../support/easel.ts';
import { guestJoined, strokesInGuest } from '../support/guests.ts';
import { button, review } from '../support/jobs-screen.ts';
import { keyringAvailable, startKeyring } from '../support/keyring.ts';
import { joinAs } from '../support/second-person.ts';
import { waitUntil } from '../support/wait.ts';
import { ROOT } from './process.ts';

const folder = path.join(ROOT, 'out/tour');
const guide = path.join(ROOT, '.github/docs/pictures');

async function step(app: LaunchedApp, title: string, name: string, act: () => Promise<unknown>) {
  await act();
  const file = path.join(folder, `${name}.png`);
  await app.window.screenshot({ path: file, animations: 'disabled' });
  if (process.argv.includes('--guide')) await copyFile(file, path.join(guide, `${name}.png`));
  console.log(`${name.padEnd(16)} ${title}`);
}

async function connects(app: LaunchedApp, practice: PracticeService): Promise<void> {
  const { window } = app;
  await step(app, 'Fills in the connection form, and checks it part by part', 'check', async () => {
    await window.getByRole('button', { name: 'Connect to your service' }).click();
    await fillForm(window, entriesFor(practice));
    await window.getByRole('button', { name: 'Check' }).click();
    await window.getByRole('complementary', { name: 'Check' }).getByText('Accepted the key').waitFor();
  });
  await window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(window);
}

async function visitsPaper(app: LaunchedApp, practice: PracticeService): Promise<void> {
  const { window } = app;
  const [template] = practice.samplePapers;
  if (template === undefined) throw new Error('the practice service has no paper');
  await addPaper(window, template.identifier, template.name);
  await step(app, 'Creates a paper from a template, confirmed by the service', 'paper', () =>
    createPaper(window, 'Tour paper', template.name),
  );
  const dialog = window.getByRole('dialog');
  await step(app, 'Asks by which name to join its room', 'join', async () => {
    const papers = window.getByRole('grid', { name: 'Papers' });
    await papers.getByRole('row').filter({ hasText: 'Tour paper' }).click();
    await window.getByRole('group', { name: 'Papers' }).getByRole('button', { name: 'Visit…' }).click();
    await dialog.getByLabel('Display name').waitFor();
  });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await previewPaper(window, 'Tour paper', 'Ada');
  await guestJoined(app.app);
  const paper = (await practice.contents()).papers.find(({ name }) => name === 'Tour paper');
  const grace = await joinAs('Grace', practice, paper?.identifier ?? '');
  await step(app, 'A second person draws: her stroke arrives in Ada’s preview', 'stroke', async () => {
    const before = await strokesInGuest(app.app);
    await grace.draw([0.3, 0.4, 0.5, 0.6, 0.7].map((x, at) => [x, at % 2 === 0 ? 0.8 : 0.7] as const));
    await waitUntil('the stroke arrives', async () => (await strokesInGuest(app.app)) > before);
  });
  await grace.leave();
  await window
    .getByRole('region', { name: /^Preview of/ })
    .getByRole('button', { name: 'Leave' })
    .click();
}

async function cleansUp(app: LaunchedApp): Promise<void> {
  const { window } = app;
  const dialog = review(window);
  await step(
    app,
    'Reviews the boards older than 90 days before any is deleted',
    'cleanup-review',
    async () => {
      await goTo(window, 'Boards');
      await button(window, 'View: All boards').click();
      await window.getByRole('menuitemradio', { name: 'Older than 90 days' }).click();
      await window.getByText(/^\d+ boards match$/u).waitFor();
      await window.getByRole('checkbox', { name: 'Select all matching' }).click();
      await window.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Delete…' }).click();
      await dialog.getByRole('table').waitFor();
    },
  );
  await step(app, 'Says yes to main’s own question: the deletion is held', 'cleanup-held', async () => {
    await chooseFile(app, folder);
    await dialog.getByRole('button', { name: /^Delete \d+ boards? in/u }).click();
    await jobsLine(window).getByRole('button', { name: 'Start now' }).waitFor();
  });
}

async function rotatesKey(app: LaunchedApp, practice: PracticeService): Promise<void> {
  const { window } = app;
  const dialog = window.getByRole('dialog').or(window.getByRole('alertdialog'));
  await step(app, 'Checks both keys at both APIs: the next one takes over', 'key-switched', async () => {
    await goTo(window, 'Keys & connections');
    await button(window, 'Stage next key').click();
    await dialog.getByLabel('API key', { exact: true }).fill(await practice.issueKey());
    await dialog.getByRole('button', { name: 'Save key' }).click();
    await button(window, 'Check now').click();
    await window.getByText('The next key is in use').first().waitFor();
  });
  await step(app, 'Exports connections, with keys only under a passphrase', 'export', async () => {
    await window.keyboard.press('ControlOrMeta+k');
    await window.getByRole('combobox').fill('Export connections');
    await window.keyboard.press('Enter');
    await dialog.getByLabel('API keys, encrypted with a passphrase').check();
  });
  await window.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await step(app, 'Blurs names, ids and links for a shared screen', 'blurred', async () => {
    await goTo(window, 'Boards');
    await boardsListed(window);
    await window.keyboard.press('F8');
  });
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const practice = await startPracticeThread({ roomFiles: path.join(ROOT, 'out/app/renderer') });
const keyring = keyringAvailable() ? await startKeyring({ state: 'unlocked' }) : null;
const userData = path.join(folder, 'user-data');
const app = await launchApp({ env: keyring?.environment ?? {}, userData, moves: true });
try {
  console.log(`Tour on ${driver()}`);
  await answerQuestions(app, true);
  await connects(app, practice);
  await visitsPaper(app, practice);
  await cleansUp(app);
  await rotatesKey(app, practice);
  console.log(`The pictures are in ${path.relative(ROOT, folder)}${path.sep}`);
} catch (error) {
  await app.window.screenshot({ path: path.join(folder, 'failed.png') }).catch(() => undefined);
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await app.close();
  await practice.stop();
  await keyring?.stop();
  await rm(userData, { recursive: true, force: true });
}
