/** `npm run tour`: plays the main user journeys in headless mode. `--guide` updates the user guide's screenshots. */
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import { driver, launchApp, type LaunchedApp } from '../support/driver.ts';
import {
  addPaper,
  answerQuestions,
  boardsListed,
  chooseFile,
  choosePaper,
  enterRegister,
  entriesFor,
  fillForm,
  goTo,
  jobsLine,
  runCommand,
  toasts,
  teamSettings,
} from '../support/easel.ts';
import { guestJoined, strokesInGuest } from '../support/guests.ts';
import { button, choose, details, idsOf, pick, review, row } from '../support/jobs-screen.ts';
import { keyringAvailable, startKeyring } from '../support/keyring.ts';
import sharePostgres, { createDatabase, whyNoPostgres } from '../support/postgres.ts';
import { joinAs } from '../support/second-person.ts';
import { waitUntil } from '../support/wait.ts';
import { ROOT } from './process.ts';

const folder = path.join(ROOT, 'out/tour');
const PLANNED = 12;
const docs = path.join(ROOT, '.github/docs');
const guide = process.argv.includes('--guide')
  ? await readFile(path.join(docs, 'user-guide.md'), 'utf8')
  : '';

async function step(app: LaunchedApp, title: string, name: string, act: () => Promise<unknown>) {
  await act();
  const dismiss = toasts(app.window).getByRole('button', { name: 'Dismiss' });
  await dismiss.evaluateAll((buttons) => buttons.forEach((each) => (each as HTMLElement).click()));
  const file = path.join(folder, `${name}.png`);
  await app.window.screenshot({ path: file, animations: 'disabled' });
  const picture = `pictures/${name}.png`;
  if (guide.includes(`(${picture})`)) await copyFile(file, path.join(docs, picture));
  console.log(`${name.padEnd(16)} ${title}`);
}

async function connects(app: LaunchedApp, practice: PracticeService): Promise<void> {
  const { window } = app;
  await step(app, 'Fills in the connection form, and checks it part by part', 'check', async () => {
    await button(window, /^Connect to your service/u).click();
    await fillForm(window, entriesFor(practice));
    await button(window, 'Check connection').click();
    await window
      .getByRole('complementary', { name: 'Connection check' })
      .getByText('The key was accepted')
      .waitFor();
  });
  await button(window, 'Save').click();
  await boardsListed(window);
}

async function visitsClass(app: LaunchedApp, practice: PracticeService): Promise<void> {
  const { window } = app;
  const dialog = window.getByRole('dialog');
  const [template] = practice.samplePapers;
  if (template === undefined) throw new Error('the practice service has no paper');
  await addPaper(window, template.identifier, template.name);
  await step(app, 'Makes a paper from a template, and a join link for each pupil', 'class-pack', async () => {
    await button(window, 'Class pack…').click();
    await dialog.getByRole('textbox', { name: 'Names' }).fill('Grace\nLin\nNoor');
    await dialog.getByLabel('Name of the paper').fill('Class 7a');
    await dialog.getByLabel('Template').selectOption({ label: template.name });
    await button(dialog, 'Create 3 join links').click();
    const jobs = window.getByRole('complementary', { name: 'Jobs' });
    await jobs.getByText('Created 3 join links.').waitFor();
  });
  await window.keyboard.press('ControlOrMeta+j');
  await step(app, 'Asks for the name and reason to join the room', 'join', async () => {
    await choosePaper(window, 'Class 7a');
    await button(window.getByRole('group', { name: 'Papers' }), 'Visit…').click();
    await dialog.getByLabel('Display name').fill('Ada');
    await dialog.getByLabel('Reason or ticket').fill('SUP-4711');
  });
  const paper = (await practice.contents()).papers.find(({ name }) => name === 'Class 7a');
  const grace = await joinAs('Grace', practice, paper?.identifier ?? '');
  await button(dialog, 'Join visibly').click();
  await guestJoined(app.app);
  await step(app, 'A second person draws: the stroke arrives in Ada’s preview', 'stroke', async () => {
    const before = await strokesInGuest(app.app);
    const angles = Array.from({ length: 25 }, (_, at) => at * (Math.PI / 12));
    await grace.draw(angles.map((each) => [0.753 + 0.1 * Math.cos(each), 0.393 + 0.075 * Math.sin(each)]));
    await waitUntil('the stroke arrives', async () => (await strokesInGuest(app.app)) > before);
  });
  await grace.leave();
  await button(window.getByRole('region', { name: /^Preview of/u }), 'Leave').click();
}

async function rotatesKey(app: LaunchedApp, practice: PracticeService): Promise<void> {
  const { window } = app;
  const dialog = window.getByRole('dialog');
  await step(app, 'Checks both keys at both APIs: the next key takes over', 'key-switched', async () => {
    await goTo(window, 'Keys & connections');
    await button(window, 'Stage next key').click();
    await dialog.getByLabel('API key', { exact: true }).fill(await practice.issueKey());
    await dialog.getByLabel('Rotation reminder').fill('2027-06-30');
    await button(dialog, 'Save key').click();
    await button(window, 'Check keys').click();
    await window.getByText('The next key is now in use').first().waitFor();
  });
}

async function worksByCustomer(app: LaunchedApp): Promise<void> {
  const { window } = app;
  await button(window, /^Practise with sample data/u).click();
  // Waits for a board of the sample data, because the earlier service has the same number of boards.
  await window.getByText('Spanish 8c, at the market').first().waitFor();
  await step(app, 'Opens the page of a customer from the palette', 'customer', async () => {
    await runCommand(window, 'Linden Academy');
    await window.getByRole('region', { name: 'Boards (33)' }).waitFor();
  });
}

async function cleansUp(app: LaunchedApp): Promise<void> {
  const { window } = app;
  const dialog = window.getByRole('dialog');
  await goTo(window, 'Boards');
  await choose(window, /^View: /u, 'Without a label');
  await step(app, 'Home counts the boards of a cleanup rule', 'cleanup-rule', async () => {
    await choose(window, /^View: /u, 'Save as view…');
    await dialog.getByLabel('Name').fill('Unlabelled');
    await dialog.getByLabel('Cleanup rule').check();
    await button(dialog, 'Save view').click();
    await button(window, 'Home').click();
    await window.getByText(/boards match Unlabelled/u).waitFor();
  });
  await step(app, 'The rule opens the review before any board is deleted', 'cleanup-review', async () => {
    await button(window, /^Review \d+…$/u).click();
    await review(window).getByRole('table').waitFor();
  });
  await step(app, 'Confirms main’s dialog: the delete is on hold', 'cleanup-held', async () => {
    await chooseFile(app, folder);
    await button(review(window), /^Delete \d+ boards? in/u).click();
    await button(jobsLine(window), 'Start now').waitFor();
  });
}

async function practises(app: LaunchedApp): Promise<void> {
  const { window } = app;
  const outage = window.getByRole('region', { name: 'Outage' }).getByText('503');
  await step(app, 'Simulates an outage: the delete on hold waits', 'outage', async () => {
    await goTo(window, 'Boards');
    await button(window, 'Practise…').click();
    await window.getByRole('menuitem', { name: 'Simulate an outage' }).click();
    await outage.waitFor();
    await window.getByRole('grid', { name: 'Boards' }).getByRole('row').nth(1).waitFor();
  });
  await button(window, 'End').click();
  await outage.waitFor({ state: 'detached' });
  await step(app, 'Blurs names, ids and links for a shared screen', 'blurred', async () => {
    await button(window, 'Home').click();
    await window.getByText(/complete, as of/u).waitFor();
    await window.keyboard.press('F8');
  });
}

/** Tours the team features. The colleague's changes are written to the database directly, without a second Easel. */
async function sharesWithTeam(app: LaunchedApp, practice: PracticeService): Promise<void> {
  const { window } = app;
  const database = await createDatabase();
  const [id = ''] = await idsOf(practice);
  const [account] = await database.as(
    'ben',
    `INSERT INTO easel.accounts (name) VALUES ('Acme') RETURNING id`,
  );
  const change = async (revision: number, label: string): Promise<void> => {
    const body = { label, note: '', tags: [], customer: '', protected: false };
    const changes = JSON.stringify([{ kind: 'note', id, revision, body }]);
    const { id: accountId } = account as { readonly id: string };
    await database.as('ben', 'SELECT easel.change_items($1, $2)', [accountId, changes]);
  };
  const label = details(window).getByLabel('Label', { exact: true });
  await goTo(window, 'Boards');
  await row(window, id).click();
  await label.fill('Chemistry 7b');
  await label.press('Enter');
  await row(window, id).filter({ hasText: 'Chemistry 7b' }).waitFor();
  await change(0, 'Chemistry, year 7');
  await enterRegister(window, 'ann', database);
  const joining = window.getByRole('dialog', { name: 'Join a team account' });
  await step(app, 'Joins an account of the team, after a comparison', 'team-join', async () => {
    await teamSettings(window).getByRole('button', { name: 'Join account…' }).click();
    await joining.getByRole('table', { name: 'Differences' }).waitFor();
  });
  await joining.getByRole('button', { name: 'Join account' }).click();
  await joining.waitFor({ state: 'detached' });
  await step(app, 'Two people change a label: the second person decides', 'team-conflict', async () => {
    await goTo(window, 'Boards');
    await row(window, id).filter({ hasText: 'Chemistry, year 7' }).click();
    await label.fill('Chemistry 7c');
    await change(1, 'Physics, year 7');
    await row(window, id).filter({ hasText: 'Physics' }).waitFor();
    await label.press('Enter');
    await window.getByRole('alertdialog', { name: 'Changed by a colleague' }).waitFor();
  });
  await button(window, 'Use my values').click();
  await toasts(window).getByRole('button', { name: 'Dismiss' }).click();
  const plans = window.getByRole('dialog', { name: 'Team plans' });
  await step(app, 'Saves a delete as a plan, and a colleague approves it', 'team-plan', async () => {
    await pick(window, PLANNED);
    await window.keyboard.press('Delete');
    await review(window).getByText('Save as a cleanup plan').click();
    await review(window).getByLabel('Note (optional)').fill('Practice lessons, SUP-4711');
    await button(review(window), 'Save as team plan').click();
    await review(window).waitFor({ state: 'detached' });
    await database.as('ben', `SELECT easel.decide_plan(id, digest, 'approved', '') FROM easel.plans`);
    await runCommand(window, 'Team plans');
    await plans.getByText('Approved by ben').waitFor();
  });
  await window.keyboard.press('Escape');
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const practice = await startPracticeThread({ roomFiles: path.join(ROOT, 'out/app/renderer') });
const keyring = keyringAvailable() ? await startKeyring({ state: 'unlocked' }) : null;
const endPostgres = await sharePostgres();
const userData = path.join(folder, 'user-data');
let app: LaunchedApp | null = null;
try {
  app = await launchApp({ env: keyring?.environment ?? {}, userData, moves: true });
  console.log(`Tour on ${driver()}`);
  await answerQuestions(app, true);
  await connects(app, practice);
  await visitsClass(app, practice);
  await rotatesKey(app, practice);
  const why = whyNoPostgres();
  if (why === null) await sharesWithTeam(app, practice);
  else console.log(`team-join, team-conflict and team-plan are skipped: ${why}`);
  await worksByCustomer(app);
  await cleansUp(app);
  await practises(app);
  console.log(`The pictures are in ${path.relative(ROOT, folder)}${path.sep}`);
} catch (error) {
  await app?.window.screenshot({ path: path.join(folder, 'failed.png') }).catch(() => undefined);
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await app?.close();
  await practice.stop();
  await keyring?.stop();
  await endPostgres();
  await rm(userData, { recursive: true, force: true });
}
