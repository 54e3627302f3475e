import http from 'node:http';
import type { Locator, Page } from 'playwright';
import type { LaunchedApp } from '../support/driver.ts';
import type { PracticeService } from '../practice/practice.ts';
import { startHost, type Host } from '../support/host.ts';
import { filesWith } from '../support/planted-secrets.ts';
import { addPaper, boardsListed, connect, entriesFor, questionsOf } from '../support/easel.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { keysInKeyring } from '../support/stored-key.ts';
import { expect, test as base } from './fixtures.ts';

function startProxyOf(origin: string): Promise<Host> {
  const { host } = new URL(origin);
  return startHost((request, response) => {
    const { method, headers, url } = request;
    const options = { method, headers: { ...headers, host } };
    const forwarded = http.request(`${origin}${url}`, options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
}

const test = base.extend<{ readonly network: Host }>({
  network: async ({ practice }, use) => {
    const network = await startProxyOf(practice.origin);
    await use(network);
    await network.takeDown();
  },
});

const card = (window: Page, stage: 'Current' | 'Next' | 'Previous'): Locator =>
  window.getByRole('article', { name: new RegExp(`^${stage}`, 'u') });
const check = (window: Page): Locator => window.getByRole('button', { name: 'Check keys' });

const result = (window: Page, stage: 'Current' | 'Next', api: 'Board API' | 'Paper API'): Locator =>
  window
    .getByRole('table', { name: 'Key check results' })
    .getByRole('row', { name: new RegExp(`^${stage}`, 'u') })
    .getByRole('cell')
    .nth(api === 'Board API' ? 0 : 1);

const lastQuestion = async (easel: Pick<LaunchedApp, 'app'>) => (await questionsOf(easel)).at(-1);

async function connectByNetwork(window: Page, practice: PracticeService, { origin }: Host): Promise<void> {
  await connect(window, entriesFor(practice, { paperApi: origin, boardApi: origin, appUrl: origin }));
  const [sample] = practice.samplePapers;
  await addPaper(window, sample?.identifier ?? '', sample?.name ?? '');
}

async function expectListed(window: Page, practice: PracticeService): Promise<void> {
  await window.keyboard.press('ControlOrMeta+2');
  // Waits for the listing that started when the API key changed, because F5 does nothing while boards are loading.
  await boardsListed(window);
  await practice.clearRequests();
  await window.keyboard.press('F5');
  await expect.poll(async () => (await practice.requests()).counts.listBoards).toBeGreaterThan(1);
  await boardsListed(window);
  expect(new Set((await practice.requests()).log.map(({ key }) => key))).toEqual(new Set(['accepted']));
}

async function stagePasted(window: Page, key: string): Promise<void> {
  await window.getByRole('button', { name: 'Stage next key' }).click();
  const dialog = window.getByRole('dialog', { name: 'Stage next key' });
  await expect(dialog.getByLabel('API key', { exact: true })).toBeFocused();
  await window.keyboard.insertText(key);
  await dialog.getByRole('button', { name: 'Save key' }).click();
  await dialog.waitFor({ state: 'detached' });
}

const RETIRE = {
  message: expect.stringMatching(/^Retire the previous API key with fingerprint \w+ of “Acme School”\?$/u),
  detail:
    'The key will be removed from this computer. This can’t be undone. Delete the key in the service’s dashboard first.',
  buttons: ['Cancel', 'Retire key'],
};

test('the next API key becomes the current key after it has passed all checks', async ({
  easel: offline,
  practice,
  keyring,
  network,
  restart,
}) => {
  const next = await practice.issueKey();
  await connectByNetwork(offline.window, practice, network);

  await network.takeDown();
  await practice.clearRequests();
  const offlinePresses = await countPresses(offline.window);
  await offline.window.getByRole('button', { name: 'Keys & connections' }).click();
  await stagePasted(offline.window, next);
  await expect(card(offline.window, 'Next')).toContainText('Saved in the keychain');
  await expect(card(offline.window, 'Next')).toContainText('when all checks pass');
  expect(await offlinePresses()).toEqual(JOURNEYS.stageOffline);
  const { window, ...easel } = await restart(async () =>
    expect(await keysInKeyring(keyring)).toEqual(expect.arrayContaining([practice.apiKey, next])),
  );
  await expect(window.getByRole('region', { name: 'Outage' })).toContainText('refused the connection');
  await window.keyboard.press('ControlOrMeta+6');
  await expect(card(window, 'Next')).toContainText('Saved in the keychain');
  await expect(window.getByRole('heading', { name: 'Check the next key' })).toBeVisible();
  await expect(window.getByRole('button', { name: /^Check/u })).toHaveCount(1);
  await expect(card(window, 'Current')).toContainText('Saved in the keychain');
  expect((await practice.requests()).log).toEqual([]);

  const onlinePresses = await countPresses(window);
  await check(window).click();
  await expect(result(window, 'Next', 'Board API')).toContainText('Not checked (offline)');
  await expect(result(window, 'Next', 'Paper API')).toContainText('Not checked (offline)');
  await network.bringUp();
  await check(window).click();
  for (const stage of ['Current', 'Next'] as const)
    for (const api of ['Board API', 'Paper API'] as const)
      await expect(result(window, stage, api)).toContainText('Passed', { timeout: 30_000 });
  await expect(
    window.getByText('The next key is now in use. A replaced key stays saved until you retire it.').first(),
  ).toBeVisible();
  expect(await onlinePresses()).toEqual(JOURNEYS.checkOnline);
  await expect(card(window, 'Next')).toContainText('Stage a new key here, even offline.');
  await expect(card(window, 'Previous')).toContainText('Saved in the keychain');

  await practice.retireKey(practice.apiKey);
  await expectListed(window, practice);
  await window.keyboard.press('ControlOrMeta+6');
  const retirePresses = await countPresses(window);
  await card(window, 'Previous').getByRole('button', { name: 'Retire key…' }).click();
  const question = window.getByRole('alertdialog', { name: 'Retire the previous key?' });
  await expect(question).toContainText('First delete this key in the service’s dashboard.');
  const retire = question.getByRole('button', { name: 'Retire key in Test' });
  await expect(retire).toHaveAttribute('aria-disabled', 'true');
  await question.getByLabel('Type “retired” to confirm').fill('retired');
  await window.keyboard.press('Enter');
  await expect.poll(() => lastQuestion(easel)).toMatchObject(RETIRE);
  expect(await retirePresses()).toEqual(JOURNEYS.retire);
  await expect(card(window, 'Previous')).toContainText('A replaced key is kept here');
  expect(await keysInKeyring(keyring)).toContain(next);
  expect(await keysInKeyring(keyring)).not.toContain(practice.apiKey);
  await easel.close();
  expect(filesWith(easel.userData, next)).toEqual([]);
});
