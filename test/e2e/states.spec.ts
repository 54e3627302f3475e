/** Checks every screen: axe rules, covered or cut text, forced colours, blur during screen sharing, and no secrets. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import { findings, lookerInBoth } from '../support/axe.ts';
import type { LaunchedApp } from '../support/driver.ts';
import { readable, tooltip } from '../support/blurred.ts';
import {
  addPaper,
  boardsListed,
  callMain,
  chooseFile,
  choosePaper,
  connect,
  copied,
  createPaper,
  entriesFor,
  fillForm,
  goTo,
  holdFor,
  openJobs,
  previewPaper,
  runCommand,
  jobsLine,
  toasts,
} from '../support/easel.ts';
import { guestJoined, waitForPictures } from '../support/guests.ts';
import { button, status } from '../support/jobs-screen.ts';
import { misplaced } from '../support/misplaced.ts';
import {
  filesBelow,
  findLeaks,
  leaksInPage,
  processPlaces,
  textPlace,
  type Secret,
} from '../support/planted-secrets.ts';
import { setLook } from '../support/theme.ts';
import { expect, test } from './fixtures.ts';

const CONNECTION = 'Zephyrhaven College, the larger of two';
const PAPER = 'Quokka retrospective with rather a long name';
const PERSON = 'Wilhelmina Ostrander';
/** Fake API key with characters that every encoding escapes, so that all its encoded forms are different. */
const WRONG_KEY = 'canary/wrong+key=ÄÖ~"quoted"\\and/backslash?%41&long-enough-to-be-found';
const STAGED_KEY = 'canary/staged+key=ÖÄ~"quoted"\\and/backslash?%42&long-enough-to-be-found';
const PASSPHRASE = 'a canary “passphrase” of the lock + more, Öl';
/** Fake access token in JWE format. Its part for the encrypted key is empty. */
const TOKEN = `eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..Y2FuYXJ5LWl2LTEy.${'Y2FuYXJ5OiBh'.repeat(8)}.Y2FuYXJ5LXRhZy1vZi1pdA`;

// Uses only a few boards, because axe checks every row of the list.
test.use({ boards: 6 });

async function needlesOf(practice: PracticeService): Promise<readonly string[]> {
  const { boards, papers } = await practice.contents();
  const known = [...practice.samplePapers, ...papers].flatMap(({ identifier, name }) => [identifier, name]);
  const { host } = new URL(practice.origin);
  return [CONNECTION, PAPER, PERSON, host, ...boards, ...boards.map((id) => id.slice(0, 8)), ...known];
}

const echo = (status: number, key: string) =>
  ({
    kind: 'status',
    status,
    body: { message: `bad key ${key} in Authorization: Bearer ${key}, and token ${TOKEN}` },
  }) as const;

const secretsOf = ({ apiKey }: PracticeService): Secret[] => [
  { name: 'the API key', text: apiKey },
  { name: 'the repeated token', text: TOKEN },
];
const tokenIn = (name: string, address: string): Secret => ({
  name,
  text: new URL(address).searchParams.get('token') ?? '',
});

async function savingInto({ app }: LaunchedApp, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await app.evaluate(({ dialog }, into) => {
    const save = (...args: readonly unknown[]): Promise<object> => {
      const { defaultPath } = args.at(-1) as { readonly defaultPath: string };
      return Promise.resolve({ canceled: false, filePath: `${into}/${defaultPath.split(/[/\\]/u).at(-1)}` });
    };
    dialog.showSaveDialog = save as typeof dialog.showSaveDialog;
  }, folder);
}

function expectNowhere(secrets: readonly Secret[], easel: LaunchedApp, ...saved: readonly string[]): void {
  expect(secrets.filter(({ text }) => text.length < 20)).toEqual([]);
  const places = [
    ...[easel.userData, ...saved].flatMap(filesBelow),
    ...processPlaces(easel.app.process().pid ?? 0),
    textPlace('the output', easel.output()),
  ];
  expect(places.map(({ name }) => name).join('\n')).toContain('easel.log');
  expect(findLeaks(secrets, places)).toEqual([]);
}

const entries = (practice: PracticeService) => entriesFor(practice, { name: CONNECTION });
const dialogOf = (window: Page) => window.getByRole('dialog').or(window.getByRole('alertdialog'));

async function closeDialog(window: Page): Promise<void> {
  await window.keyboard.press('Escape');
  await dialogOf(window).waitFor({ state: 'detached' });
}

test('the boards screen, the jobs and the connection form pass the layout checks', async ({
  easel,
  practice,
}, info) => {
  test.setTimeout(180_000);
  const { app, window } = easel;
  const secrets = secretsOf(practice);
  const look = lookerInBoth(easel, info, { blurred: () => needlesOf(practice), secrets });
  await savingInto(easel, info.outputPath('saved'));
  const boards = window.getByRole('grid', { name: 'Boards' });

  await window.getByRole('button', { name: /^Connect to your service/u }).waitFor();
  await look('welcome');
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await fillForm(window, { ...entries(practice), apiKey: WRONG_KEY });
  await practice.faults.set('listBoards', { ...echo(401, WRONG_KEY), times: 1 });
  await window.getByRole('button', { name: 'Check connection', exact: true }).click();
  await window.getByText('doesn’t accept the API key').first().waitFor();
  await window.getByLabel('API key', { exact: true }).fill('');
  secrets.push({ name: 'the refused key', text: WRONG_KEY });
  await window.getByLabel('App address').fill('nonsense');
  await window.getByRole('button', { name: 'Save' }).click();
  await window.locator('[aria-invalid="true"]').first().waitFor();
  await look('connection-form', 'every colour');
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Discard changes' }).click();

  await connect(window, entries(practice));
  await boards.getByRole('row').nth(2).click();
  await window.getByRole('complementary', { name: 'Board details' }).getByText('Details loaded').waitFor();
  await look('board-selected', 'every colour');
  await test.step('the layout checks find a button without a name, low contrast, cut-off text and an API key', async () => {
    const found = await readable(window, await needlesOf(practice));
    expect(found.some((each) => each.includes('title of the window'))).toBe(true);
    expect(found.some((each) => each.includes('code in Boards'))).toBe(true);
    await window.locator('main').evaluate((place) => {
      const planted = Object.assign(document.createElement('p'), {
        textContent: 'Pale and cut off at its end',
      });
      const style = {
        color: '#bbb',
        background: '#fff',
        width: '40px',
        overflow: 'hidden',
        whiteSpace: 'nowrap',
      };
      Object.assign(planted.style, style);
      planted.append(document.createElement('button'));
      planted.dataset['planted'] = '';
      place.prepend(planted);
    });
    const faults = (await findings(window)).join('\n');
    expect(faults).toContain('button-name');
    expect(faults).toContain('color-contrast');
    expect((await misplaced(window)).join('\n')).toContain('cut: “Pale and cut off');
    await window.locator('[data-planted]').evaluate((planted, key) => (planted.id = key), practice.apiKey);
    expect(await leaksInPage(window, secrets)).toContain('the API key (raw) in the page');
    await window.locator('[data-planted]').evaluate((planted) => planted.remove());
  });
  await boards.focus();
  await window.keyboard.press('Delete');
  await dialogOf(window).waitFor();
  await look('delete-board');
  await holdFor(window, 3600);
  await button(dialogOf(window), /^Delete board/).click();
  await dialogOf(window).waitFor({ state: 'detached' });
  await jobsLine(window).getByRole('button', { name: 'Start now' }).waitFor();
  await practice.faults.set('deleteBoard', echo(422, practice.apiKey));
  const jobs = await openJobs(window);
  await jobs.getByRole('button', { name: 'Start now' }).click();
  await window
    .getByText(/was not deleted/u)
    .first()
    .waitFor({ timeout: 30_000 });
  await jobs.getByRole('button', { name: 'Items' }).click();
  await jobs.getByRole('grid').getByRole('row').nth(1).click();
  await expect(jobs).toContainText('bad key [redacted]');
  await look('jobs', 'every colour');
  await button(jobs, 'Save results…').click();
  await window.getByRole('radio', { name: /^Excel workbook/u }).check();
  await button(dialogOf(window), 'Save 1 result…').click();
  await expect(status(window)).toHaveText(/^Exported 1 result/u);
  await window.keyboard.press('ControlOrMeta+j');
  await boards.focus();
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.press('Delete');
  await window.getByRole('dialog').getByRole('table').waitFor();
  await look('review-delete');
  await closeDialog(window);
  await window.keyboard.press('ControlOrMeta+k');
  await window.getByRole('combobox').fill('paper');
  await look('palette');
  await closeDialog(window);
  await window.keyboard.press('F1');
  await look('help');
  await closeDialog(window);
  await window.keyboard.press('ControlOrMeta+Shift+o');
  await window.getByRole('region', { name: 'Boards by age' }).waitFor();
  await look('home');
  await expect(window.locator('[data-command="boards.gallery"]')).toHaveCount(0);
  await window.keyboard.press('ControlOrMeta+,');
  await window.getByRole('checkbox', { name: 'Save a picture when leaving a room' }).check();
  await window.getByLabel('Your display name').fill(PERSON);
  await window.keyboard.press('ControlOrMeta+2');
  await window.locator('[data-command="boards.gallery"]').waitFor();
  const preferences = () => callMain(window, 'app.preferences', {});
  await expect.poll(preferences).toMatchObject({ value: { roomName: PERSON } });
  await runCommand(window, 'Switch between list and gallery');
  await expect(status(window)).toHaveText('Switched to the gallery.');
  await look('gallery');
  await window.getByRole('button', { name: /^Messages/u }).click();
  await expect(window.getByRole('dialog', { name: 'Messages' })).toContainText(CONNECTION);
  await window.keyboard.press('F8');
  await expect.poll(() => readable(window, [CONNECTION])).toEqual([]);
  await window.keyboard.press('F8');
  await window.keyboard.press('Escape');
  await runCommand(window, 'Switch between list and gallery');
  await expect(status(window)).toHaveText('Switched to the list.');

  await runCommand(window, 'Edit connection');
  await window.getByRole('checkbox', { name: 'Read-only' }).check();
  await window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(window);
  await runCommand(window, 'Unlock connection');
  await dialogOf(window).getByLabel('Connection name').fill(CONNECTION);
  await button(dialogOf(window), /^Allow changes/u).click();
  await dialogOf(window).waitFor({ state: 'detached' });
  await boards.getByRole('row').nth(3).click();
  await window.keyboard.press('Delete');
  await button(dialogOf(window), /^Delete board/).click();
  await dialogOf(window).waitFor({ state: 'detached' });
  await setLook(app, 'light');
  await practice.faults.set('*', echo(503, practice.apiKey));
  await window.keyboard.press('F5');
  await expect(window.getByRole('region', { name: 'Outage' })).toContainText('bad key [redacted]');
  await look('outage', 'every colour');
  expect(await readdir(info.outputPath('saved'))).toHaveLength(1);
  expectNowhere(secrets, easel, info.outputPath('saved'));
});

test('the papers screen, dialogs and rooms pass the layout checks', async ({ easel, practice }, info) => {
  test.setTimeout(180_000);
  const { app, window } = easel;
  const secrets = secretsOf(practice);
  const look = lookerInBoth(easel, info, { blurred: () => needlesOf(practice), secrets });
  const dialog = window.getByRole('dialog');
  const papers = window.getByRole('grid', { name: 'Papers' });
  const [sample] = practice.samplePapers;
  await connect(window, entries(practice));
  await addPaper(window, sample?.identifier ?? '', sample?.name ?? '');
  await practice.faults.set('createPaper', { kind: 'create-paper-shape', variant: 'no-template' });
  await createPaper(window, PAPER, sample?.name);
  await practice.faults.set('createPaper', echo(403, practice.apiKey));
  await window.keyboard.press('ControlOrMeta+n');
  await dialog.getByLabel('Name').fill(PAPER);
  await dialog.getByRole('button', { name: 'Create paper' }).click();
  await expect(dialog.getByRole('alert')).toContainText('bad key [redacted]');
  await practice.faults.set('createPaper', { kind: 'cut', at: 'after-processing' });
  await dialog.getByLabel('Name').fill('x'.repeat(300));
  await look('new-paper');
  await dialog.getByLabel('Name').fill(PAPER);
  await dialog.getByRole('button', { name: 'Create paper' }).click();
  await dialog.getByRole('alert').waitFor();
  await window.keyboard.press('Escape');
  await closeDialog(window);
  await practice.faults.clear();
  await choosePaper(window, sample?.identifier ?? '');
  await look('papers', 'every colour');
  await papers.focus();
  await window.keyboard.press('l');
  await dialog.getByLabel('Name of the person').fill(PERSON);
  await dialog.getByRole('button', { name: 'Copy join link' }).click();
  await dialog.getByRole('status').waitFor();
  secrets.push(tokenIn('the link’s token', await copied(easel)));
  await look('join-link');
  await closeDialog(window);
  await waitForPictures(easel);
  await previewPaper(window, sample?.identifier ?? '', PERSON);
  await guestJoined(app);
  const address = await window.locator('webview').getAttribute('src');
  secrets.push(tokenIn('the room’s token', address ?? ''));
  await look('room', 'every colour');
  await window.keyboard.press('F8');
  await expect(window.locator('webview')).toHaveCSS('filter', /blur\(\d{2}px\)/);
  await window.keyboard.press('F8');

  await test.step('no tooltip shows the name of a paper template while F8 blurs texts', async () => {
    await goTo(window, 'Papers');
    const template = papers.getByTitle(sample?.name ?? '', { exact: true }).first();
    await template.hover();
    expect(await tooltip(window)).toBe(sample?.name);
    await window.keyboard.press('F8');
    expect(await tooltip(window)).toBe('');
    await window.keyboard.press('F8');
  });
  expectNowhere(secrets, easel);
});

test.describe(() => {
  // Uses its own data folder, because a passphrase can't be removed afterwards.
  test.use({ ownComputer: true });

  test('the keys, import, settings and lock screens pass the layout checks', async ({
    easel,
    practice,
  }, info) => {
    test.setTimeout(180_000);
    const { window } = easel;
    const secrets = secretsOf(practice);
    const look = lookerInBoth(easel, info, { blurred: () => needlesOf(practice), secrets });
    const saved = info.outputPath('saved');
    const dialog = dialogOf(window);
    const press = (name: string | RegExp) => window.getByRole('button', { name, exact: true }).click();
    await connect(window, entries(practice));
    await window.keyboard.press('ControlOrMeta+6');
    await press('Stage next key');
    await dialog.getByLabel('API key', { exact: true }).fill(STAGED_KEY);
    await dialog.getByLabel('Note (optional)').fill(PERSON);
    await dialog.getByLabel('Rotation reminder').fill('0020-01-31');
    await press('Save key');
    await expect(dialog).toContainText('Enter a complete date after 1970.');
    await dialog.getByLabel('Rotation reminder').press('Backspace');
    await press('Save key');
    await expect(dialog).toContainText('Enter a complete date after 1970.');
    await press('Never');
    await expect(dialog.locator(':invalid')).toHaveCount(0);
    await dialog.getByLabel('Rotation reminder').fill('2020-01-31');
    await press('Save key');
    await dialog.waitFor({ state: 'detached' });
    secrets.push({ name: 'the staged key', text: STAGED_KEY });
    await practice.faults.set('listBoards', echo(401, STAGED_KEY));
    await press('Check keys');
    await window.getByText('Refused', { exact: true }).first().waitFor();
    await practice.faults.clear();
    for (const details of await window.locator('table details').all()) await details.click();
    await expect(window.locator('table')).toContainText('bad key [redacted]');
    await look('keys', 'every colour');

    await savingInto(easel, saved);
    await chooseFile(easel, path.join(saved, 'easel-connections.json'));
    await runCommand(window, 'Export connections');
    await press(/^Export 1 connection/u);
    await toasts(window)
      .getByText(/^Saved as/u)
      .waitFor();
    const exported = path.join(saved, 'easel-connections.json');
    await writeFile(
      exported,
      (await readFile(exported, 'utf8')).replace(/"color": "\w+"/u, '"color": "red"'),
    );
    await runCommand(window, 'Import connections');
    await dialog.getByText('Differences').waitFor();
    await look('import');
    await closeDialog(window);

    await window.keyboard.press('ControlOrMeta+5');
    await window.getByRole('treegrid', { name: 'Activity' }).waitFor();
    await look('activity', 'every colour');
    await savingInto(easel, saved);
    await runCommand(window, 'Export activity…');
    await expect(status(window)).toHaveText(/entries to .*\.csv/u);
    await runCommand(window, 'Save diagnostics…');
    await expect(status(window)).toHaveText(/^Saved as easel-diagnostics/u);
    await window.keyboard.press('ControlOrMeta+,');
    const form = window.getByRole('form', { name: 'Idle lock' });
    await form.getByLabel('Passphrase', { exact: true }).fill('short');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.locator('[aria-invalid="true"]').first()).toBeFocused();
    await look('settings', 'every colour');
    await form.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await form.getByLabel('Confirm passphrase').fill(PASSPHRASE);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByLabel('Current passphrase').waitFor();
    secrets.push({ name: 'the passphrase', text: PASSPHRASE });
    await window.keyboard.press('ControlOrMeta+Shift+L');
    const locked = window.getByRole('dialog', { name: 'Easel is locked' });
    await locked.getByLabel('Passphrase').fill('not this one');
    await window.keyboard.press('Enter');
    await locked.locator('[aria-invalid="true"]').waitFor();
    const alert = locked.getByRole('alert').first();
    await alert.evaluate((place) => {
      const observer = new MutationObserver(() => place.setAttribute('data-changed', ''));
      observer.observe(place, { childList: true, subtree: true, characterData: true });
    });
    await window.keyboard.press('Enter');
    await expect(alert).toHaveAttribute('data-changed');
    await look('locked');
    expect(await readdir(saved)).toHaveLength(3);
    expectNowhere(secrets, easel, saved);
  });
});
