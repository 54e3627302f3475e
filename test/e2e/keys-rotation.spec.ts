/** Keys are rotated where there is no network, and verified once there is one. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import type { LaunchedApp } from '../support/driver.ts';
import type { PracticeService } from '../practice/practice.ts';
import { layCable, type Cable } from '../support/cable.ts';
import {
  addPaper,
  answerQuestions,
  boardsListed,
  connect,
  entriesFor,
  questionsOf,
} from '../support/easel.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { filesWith, keysInKeyring } from '../support/stored-key.ts';
import { expect, test as base } from './fixtures.ts';

const test = base.extend<{
  /** The way to the service. */
  readonly cable: Cable;
}>({
  cable: async ({ practice }, use) => {
    const cable = await layCable(practice.origin);
    await use(cable);
    await cable.pull();
  },
});

const card = (window: Page, stage: 'Current' | 'Next' | 'Previous'): Locator =>
  window.getByRole('article', { name: new RegExp(`^${stage}`, 'u') });
const check = (window: Page): Locator => window.getByRole('button', { name: 'Check now' });
const dialogOf = (window: Page): Locator => window.getByRole('dialog').or(window.getByRole('alertdialog'));

/** Check results of a key at an API. */
const found = (window: Page, stage: 'Current' | 'Next', api: 'Board API' | 'Paper API'): Locator =>
  window
    .getByRole('table', { name: 'Check results' })
    .getByRole('row', { name: new RegExp(`^${stage}`, 'u') })
    .getByRole('cell')
    .nth(api === 'Board API' ? 0 : 1);

/** What main asked last. */
const lastQuestion = async (easel: Pick<LaunchedApp, 'app'>) => (await questionsOf(easel)).at(-1);

/** Easel connected by the cable, with a paper that it knows. */
async function connectByCable(window: Page, practice: PracticeService, { origin }: Cable): Promise<void> {
  await connect(window, entriesFor(practice, { paperApi: origin, boardApi: origin, appUrl: origin }));
  const [sample] = practice.samplePapers;
  await addPaper(window, sample?.identifier ?? '', sample?.name ?? '');
}

/** The boards are listed anew, with a key that the service takes. */
async function expectListed(window: Page, practice: PracticeService): Promise<void> {
  await practice.clearRequests();
  await window.keyboard.press('ControlOrMeta+2');
  await window.keyboard.press('F5');
  await expect.poll(async () => (await practice.requests()).counts.listBoards).toBeGreaterThan(1);
  await boardsListed(window);
  expect(new Set((await practice.requests()).log.map(({ key }) => key))).toEqual(new Set(['accepted']));
}

async function stagePasted(window: Page, key: string): Promise<void> {
  await window.getByRole('button', { name: 'Stage next key' }).click();
  const dialog = window.getByRole('dialog', { name: 'Stage next key' });
  await expect(dialog.getByLabel('API key', { exact: true })).toBeFocused();
  // As pasting does: at once, into what has the focus.
  await window.keyboard.insertText(key);
  await dialog.getByRole('button', { name: 'Save key' }).click();
  await dialog.waitFor({ state: 'detached' });
}

const RETIRE = {
  message: expect.stringMatching(/^Retire the previous API key \w+ of “Acme School”\?$/u),
  detail:
    'It is removed from this computer. This can’t be undone. Delete it in the service’s dashboard first.',
  buttons: ['Cancel', 'Retire key'],
};

test('a next key is staged offline, verified and switched to with few presses, and the old key is retired', async ({
  easel: offline,
  practice,
  keyring,
  cable,
  restart,
}) => {
  const next = await practice.issueKey();
  await connectByCable(offline.window, practice, cable);

  await cable.pull();
  await practice.clearRequests();
  const offlinePresses = await countPresses(offline.window);
  await offline.window.getByRole('button', { name: 'Keys & connections' }).click();
  await stagePasted(offline.window, next);
  await expect(card(offline.window, 'Next')).toContainText('In the keychain');
  await expect(card(offline.window, 'Next')).toContainText('when all checks pass');
  expect(await offlinePresses()).toEqual(JOURNEYS.stageOffline);
  const { window, ...easel } = await restart(async () =>
    expect(await keysInKeyring(keyring)).toEqual(expect.arrayContaining([practice.apiKey, next])),
  );
  await expect(window.getByRole('region', { name: 'Outage' })).toContainText('refused the connection');
  await window.keyboard.press('ControlOrMeta+6');
  await expect(card(window, 'Next')).toContainText('In the keychain');
  await expect(window.getByRole('heading', { name: 'Check the next key' })).toBeVisible();
  await expect(card(window, 'Current')).toContainText('In the keychain');
  expect((await practice.requests()).log).toEqual([]);

  // Offline, a check says nothing of the keys; what creates nothing is repeated once the service answers.
  const onlinePresses = await countPresses(window);
  await check(window).click();
  await expect(found(window, 'Next', 'Board API')).toContainText('Not checked (offline)');
  await practice.clearRequests();
  await cable.plug();
  await expect(found(window, 'Next', 'Board API')).toContainText('Passed', { timeout: 30_000 });
  await expect(found(window, 'Next', 'Paper API')).toContainText('Not checked (offline)');
  expect((await practice.requests()).log.filter(({ method }) => method === 'POST')).toEqual([]);
  await check(window).click();
  for (const stage of ['Current', 'Next'] as const)
    for (const api of ['Board API', 'Paper API'] as const)
      await expect(found(window, stage, api)).toContainText('Passed', { timeout: 30_000 });
  await expect(
    window.getByText('The next key is in use, the old one kept until retired.').first(),
  ).toBeVisible();
  expect(await onlinePresses()).toEqual(JOURNEYS.checkOnline);
  await expect(card(window, 'Next')).toContainText('You can stage one offline.');
  await expect(card(window, 'Previous')).toContainText('In the keychain');

  // The old one is not needed any more.
  await practice.retireKey(practice.apiKey);
  await expectListed(window, practice);
  await window.keyboard.press('ControlOrMeta+6');
  await card(window, 'Previous').getByRole('button', { name: 'Retire…' }).click();
  const question = window.getByRole('alertdialog', { name: 'Retire the previous key?' });
  await expect(question).toContainText('First delete this key in the service’s dashboard.');
  const retire = question.getByRole('button', { name: 'Retire key in Acme School (Test)' });
  await expect(retire).toHaveAttribute('aria-disabled', 'true');
  await question.getByLabel('Type “retired” when done').fill('retired');
  await window.keyboard.press('Enter');
  await expect.poll(() => lastQuestion(easel)).toMatchObject(RETIRE);
  await expect(card(window, 'Previous')).toContainText('after a switch');
  expect(await keysInKeyring(keyring)).toContain(next);
  expect(await keysInKeyring(keyring)).not.toContain(practice.apiKey);
  await easel.close();
  expect(await filesWith(easel.userData, next)).toEqual([]);
});

test('a wrong next key is reported, with the name of the host that refused it, and the current key stays in use', async ({
  easel,
  practice,
  cable,
}) => {
  const { window } = easel;
  await connectByCable(window, practice, cable);
  await window.keyboard.press('ControlOrMeta+6');
  await stagePasted(window, 'a-key-of-another-account');
  const current = await card(window, 'Current').getByRole('heading').textContent();
  await check(window).click();
  await expect(found(window, 'Current', 'Board API')).toContainText('Passed');
  for (const [api, name] of [
    ['Board API', /The board API at \S+ says “.+” \(status 401\)\. It does not accept the API key/u],
    ['Paper API', /The paper API at \S+ says “.+” \(status 401\)\. It does not accept the API key/u],
  ] as const) {
    await expect(found(window, 'Next', api)).toContainText(name);
    await expect(found(window, 'Next', api)).toContainText('then discard it here and stage the right one.');
  }
  await expect(window.getByRole('option', { name: /Acme School/u })).toContainText('Next key failed');
  await expect(card(window, 'Current').getByRole('heading')).toHaveText(current ?? '');
  const next = card(window, 'Next');
  await answerQuestions(easel, false);
  await next.getByRole('button', { name: 'Use anyway…' }).click();
  await expect
    .poll(() => lastQuestion(easel))
    .toMatchObject({
      message: expect.stringMatching(/^Use API key \w+ in “Acme School”\?$/u),
      detail: expect.stringMatching(/^It has not passed every check\. .+ instead of \w+\./u),
      buttons: ['Cancel', 'Use this key'],
      defaultId: 0,
    });
  // After a no both keys stay where they are, and nothing is called a failure.
  await expect(next.getByRole('button', { name: 'Use anyway…' })).not.toHaveAttribute('aria-busy', 'true');
  await expect(card(window, 'Current').getByRole('heading')).toHaveText(current ?? '');
  await expect(window.getByRole('alert')).toHaveCount(0);
  await expectListed(window, practice);
});

test('a key is read from a file, which is then overwritten and deleted', async ({
  easel,
  practice,
  cable,
  keyring,
}, info) => {
  const { app, window } = easel;
  await connectByCable(window, practice, cable);
  await mkdir(info.outputDir, { recursive: true });
  const file = info.outputPath('next-key.txt');
  const next = await practice.issueKey();
  await writeFile(file, `${next}\n`);
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  await window.keyboard.press('ControlOrMeta+6');
  await window.getByRole('button', { name: 'Stage next key' }).click();
  await dialogOf(window).getByRole('button', { name: 'Choose a file…' }).click();
  await expect(dialogOf(window)).toContainText('Key from next-key.txt');
  await dialogOf(window).getByRole('button', { name: 'Save key' }).click();
  const question = window.getByRole('alertdialog', { name: 'Key saved. Delete its file?' });
  await expect(question.getByRole('button', { name: 'Keep file' })).toBeFocused();
  await question.getByRole('button', { name: 'Overwrite and delete' }).click();
  await question.waitFor({ state: 'detached' });
  expect(existsSync(file)).toBe(false);
  expect(await keysInKeyring(keyring)).toContain(next);
});
