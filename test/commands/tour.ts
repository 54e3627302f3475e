/**
 * `npm run tour`: the main job from the first start to a restart, then a cleanup, keys and lock, headless, against a
 * practice service of its own. Prints a line for each step and writes a picture of each to out/tour/.
 * Options: `--dark`, `--large` (1600×1000); `--guide` takes the pictures of the user guide over.
 */
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import { driver, launchApp, type LaunchedApp } from '../support/driver.ts';
import {
  answerQuestions,
  boardsListed,
  createPaper,
  addPaper,
  deleteNow,
  entriesFor,
  fillForm,
  goTo,
  previewPaper,
} from '../support/easel.ts';
import { guestCount, guestJoined, peopleInGuest, strokesInGuest } from '../support/guests.ts';
import { keyringAvailable, startKeyring } from '../support/keyring.ts';
import { joinAs } from '../support/second-person.ts';
import { waitUntil } from '../support/wait.ts';
import { ROOT } from './process.ts';
import { cleanupRun } from './tour-cleanup.ts';
import { keysRun } from './tour-keys.ts';
import type { Step } from './tour-step.ts';

const dark = process.argv.includes('--dark');
const size = process.argv.includes('--large') ? { width: 1600, height: 1000 } : { width: 1000, height: 700 };
const folder = path.join(
  ROOT,
  'out',
  dark || size.width > 1000 ? `tour-${dark ? 'dark' : 'light'}-${size.width}` : 'tour',
);

let steps = 0;
/** Where the picture of each step is. */
const pictures = new Map<string, string>();

const step: Step = async (app, said, name, act) => {
  await act();
  steps += 1;
  const file = `${String(steps).padStart(2, '0')}-${name}.png`;
  await app.window.screenshot({ path: path.join(folder, file), animations: 'disabled' });
  pictures.set(name, path.join(folder, file));
  console.log(`${String(steps).padStart(2)}  ${said.padEnd(78)} ${file}`);
};

/** Puts the pictures that the user guide shows beside it. */
async function showInGuide(): Promise<void> {
  const docs = path.join(ROOT, '.github/docs');
  const guide = await readFile(path.join(docs, 'user-guide.md'), 'utf8');
  for (const [, name = ''] of guide.matchAll(/\(pictures\/([\w-]+)\.png\)/gu)) {
    const picture = pictures.get(name);
    if (picture === undefined) throw new Error(`the guide shows “${name}”, which is no step of the tour`);
    await copyFile(picture, path.join(docs, 'pictures', `${name}.png`));
  }
}

async function start(environment: Readonly<Record<string, string>>, userData: string): Promise<LaunchedApp> {
  const app = await launchApp({ env: environment, userData, moves: true });
  await answerQuestions(app, true);
  await app.app.evaluate(
    ({ BrowserWindow, nativeTheme }, [theme, wanted]) => {
      nativeTheme.themeSource = theme;
      const [window] = BrowserWindow.getAllWindows();
      window?.setBounds({ ...window.getBounds(), ...wanted });
    },
    [dark ? 'dark' : 'light', size] as const,
  );
  return app;
}

async function firstRun(app: LaunchedApp, practice: PracticeService): Promise<void> {
  const { window } = app;
  const dialog = window.getByRole('dialog');
  const question = window.getByRole('alertdialog');
  const [template] = practice.samplePapers;
  if (template === undefined) throw new Error('the practice service has no paper');
  await step(app, 'Starts without a connection: welcome', 'welcome', () =>
    window.getByRole('button', { name: 'Connect to your service' }).waitFor(),
  );
  await step(app, 'Fills in the connection form, and checks it part by part', 'check', async () => {
    await window.getByRole('button', { name: 'Connect to your service' }).click();
    await fillForm(window, entriesFor(practice));
    await window.getByRole('button', { name: 'Check' }).click();
    await window.getByRole('complementary', { name: 'Check' }).getByText('Accepted the key').waitFor();
  });
  await step(app, 'Saves it, and lists every board', 'boards', async () => {
    await window.getByRole('button', { name: 'Save' }).click();
    await boardsListed(window);
    await window
      .getByRole('grid', { name: 'Boards' })
      .getByRole('row')
      .nth(1)
      .getByRole('gridcell')
      .first()
      .waitFor();
  });
  await step(app, 'Creates a board, and views it', 'board', async () => {
    await window.getByRole('group', { name: 'Boards' }).getByRole('button', { name: 'New board' }).click();
    await window.getByRole('complementary', { name: 'Board details' }).getByText('Read at').waitFor();
  });
  await step(app, 'Adds a paper that exists already to the register', 'register', () =>
    addPaper(window, template.identifier, template.name),
  );
  await step(app, 'Creates a paper from it as a template, confirmed by the service', 'paper', () =>
    createPaper(window, 'Tour paper', template.name),
  );
  await step(app, 'Asks by which name to join its room', 'join', async () => {
    await window
      .getByRole('grid', { name: 'Papers' })
      .getByRole('row')
      .filter({ hasText: 'Tour paper' })
      .click();
    await window.getByRole('group', { name: 'Papers' }).getByRole('button', { name: 'Preview' }).click();
    await dialog.getByLabel('Display name').waitFor();
  });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await visitRoom(app, practice);
  await step(app, 'Deletes the paper, which can’t be recovered', 'paper-deleted', async () => {
    await goTo(window, 'Papers');
    await window
      .getByRole('grid', { name: 'Papers' })
      .getByRole('row')
      .filter({ hasText: 'Tour paper' })
      .click();
    await window.keyboard.press('Delete');
    await deleteNow(window);
    await window
      .getByText(/^Paper .* deleted\./u)
      .first()
      .waitFor();
  });
  await step(app, 'Asks before the board is deleted', 'board-delete', async () => {
    await goTo(window, 'Boards');
    await window.getByRole('grid', { name: 'Boards' }).getByRole('row').nth(1).click();
    await window.keyboard.press('Delete');
    await question.getByRole('button', { name: /^Delete board/ }).waitFor();
  });
  await step(app, 'Deletes the board, and shows what the service said', 'board-deleted', async () => {
    await deleteNow(window);
    await window
      .getByText(/^Board .* deleted\./u)
      .first()
      .waitFor();
  });
}

async function visitRoom(app: LaunchedApp, practice: PracticeService): Promise<void> {
  const { window } = app;
  await step(app, 'Joins the room as “Ada” in a live preview', 'room', async () => {
    await previewPaper(window, 'Tour paper', 'Ada');
    await guestJoined(app.app);
  });
  const paper = (await practice.contents()).papers.find(({ name }) => name === 'Tour paper');
  if (paper === undefined) throw new Error('the service has no such paper');
  const grace = await joinAs('Grace', practice, paper.identifier);
  try {
    await step(
      app,
      'A second person, “Grace”, draws: her stroke arrives in Ada’s preview',
      'stroke',
      async () => {
        const before = await strokesInGuest(app.app);
        await grace.draw([
          [0.3, 0.8],
          [0.4, 0.7],
          [0.5, 0.8],
          [0.6, 0.7],
          [0.7, 0.8],
        ]);
        await waitUntil('the stroke arrives', async () => (await strokesInGuest(app.app)) > before);
        await waitUntil('both are seen', async () => (await peopleInGuest(app.app)).length === 2);
      },
    );
    await grace.page.screenshot({ path: path.join(folder, 'grace.png') });
  } finally {
    await grace.leave();
  }
  await step(app, 'Leaves the room', 'left', async () => {
    await window
      .getByRole('region', { name: /^Preview of/ })
      .getByRole('button', { name: 'Leave' })
      .click();
    await waitUntil('the guest page is gone', async () => (await guestCount(app.app)) === 0);
  });
}

async function secondRun(app: LaunchedApp, templateName: string): Promise<void> {
  const { window } = app;
  await step(app, 'Starts again: the connection is there, and its boards are listed', 'again', () =>
    boardsListed(window).catch(() => window.getByRole('navigation', { name: 'Screens' }).waitFor()),
  );
  await step(app, 'Finds its register of papers', 'register-again', async () => {
    await goTo(window, 'Papers');
    await window.getByRole('grid', { name: 'Papers' }).getByText(templateName).first().waitFor();
  });
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const practice = await startPracticeThread({ roomFiles: path.join(ROOT, 'out/app/renderer') });
const keyring = keyringAvailable() ? await startKeyring({ state: 'unlocked' }) : null;
const userData = path.join(folder, 'user-data');
let app: LaunchedApp | null = null;
try {
  console.log(
    `Tour on ${driver()}; keychain: ${keyring === null ? 'this system’s' : 'gnome-keyring, private'}`,
  );
  app = await start(keyring?.environment ?? {}, userData);
  await firstRun(app, practice);
  await app.close();
  app = await start(keyring?.environment ?? {}, userData);
  await secondRun(app, practice.samplePapers[0]?.name ?? '');
  await cleanupRun(step, app, folder);
  await keysRun(step, app, practice);
  if (process.argv.includes('--guide')) await showInGuide();
  console.log(`${steps} steps; the pictures are in ${path.relative(ROOT, folder)}${path.sep}`);
} catch (error) {
  await app?.window.screenshot({ path: path.join(folder, 'failed.png') }).catch(() => undefined);
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await app?.close();
  await practice.stop();
  await keyring?.stop();
  await rm(userData, { recursive: true, force: true });
}
