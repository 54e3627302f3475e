import type { Locator, Page } from 'playwright';
import { startAppHost } from '../support/app-host.ts';
import { boardsListed, entriesFor, fillForm } from '../support/easel.ts';
import { button } from '../support/jobs-screen.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { expect, test } from './fixtures.ts';

const field = (window: Page, label: string): Locator => window.getByLabel(label, { exact: true });
const checks = (window: Page): Locator => window.getByRole('complementary', { name: 'Connection check' });
const part = (window: Page, name: string): Locator =>
  checks(window)
    .getByRole('listitem')
    .filter({ has: window.getByText(name, { exact: true }) });

const openForm = (window: Page): Promise<void> =>
  window.getByRole('button', { name: 'Connect to your service' }).click();

test('the connection form’s check reports the state of both APIs, the keychain and the app host', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await test.step('the connection form’s check distinguishes a refused key from an unreachable host', async () => {
    await openForm(window);
    await fillForm(window, entriesFor(practice));
    const host = await startAppHost();
    await host.takeDown();
    const body = { message: 'Unauthenticated.' };
    await practice.faults.set('listBoards', { kind: 'status', status: 401, body });
    await button(window, 'Check connection').click();
    await expect(part(window, 'Board API')).toContainText(/doesn’t accept the API key/u);
    await expect(part(window, 'Board API')).toContainText(/Check the key in .* then paste it again/u);
    await expect(part(window, 'App')).toContainText('Responding');
    await expect(field(window, 'API key')).toHaveValue(practice.apiKey);
    await field(window, 'Board API address').fill(host.origin);
    await button(window, 'Check connection').click();
    await expect(part(window, 'Board API')).toContainText(
      `The board API at ${new URL(host.origin).host} refused the connection.`,
    );
    await expect(part(window, 'Paper API')).toContainText('The host responds.');
    await field(window, 'Board API address').fill(`${new URL(practice.origin).host}/api/board`);
    await button(window, 'Save').click();
    await button(window, `Change to ${practice.origin}`).click();
    await expect(field(window, 'Board API address')).toHaveValue(practice.origin);
    await button(window, 'Cancel').click();
    await button(window, 'Discard changes').click();
    await openForm(window);
    await expect(field(window, 'API key')).toHaveValue('');
    await button(window, 'Cancel').click();
    await practice.faults.clear();
    await practice.clearRequests();
  });
  const presses = await countPresses(window);
  await openForm(window);
  await fillForm(window, entriesFor(practice, { environment: 'Production' }));
  await button(window, 'Check connection').click();
  await expect(part(window, 'Board API')).toContainText('The key was accepted');
  await expect(part(window, 'Keychain')).toContainText('is ready.');
  await expect(part(window, 'Paper API')).toContainText('To check the key, enter a paper’s identifier');
  await expect(part(window, 'App')).toContainText('Responding');
  const { counts, log } = await practice.requests();
  expect(counts.createPaper + counts.createBoard + counts.accessToken).toBe(0);
  expect(log.filter(({ key }) => key === 'accepted').map(({ path }) => path)).toEqual([
    '/api/board?limit=1&offset=0',
  ]);
  await field(window, 'API key').fill('another-key');
  await expect(checks(window)).toContainText('You changed the form after this check.');
  await field(window, 'API key').fill(practice.apiKey);
  await button(window, 'Save').click();
  await boardsListed(window);
  expect(await presses()).toEqual(JOURNEYS.firstRun);
});
