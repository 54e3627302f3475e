import type { Locator, Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import type { LaunchedApp } from '../support/driver.ts';
import { boardsListed, copied, entriesFor, fillForm, questionsOf, toasts } from '../support/easel.ts';
import { button, grid, listing } from '../support/jobs-screen.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { setLook } from '../support/theme.ts';
import { expect, test } from './fixtures.ts';

const notice = (window: Page): Locator => window.getByRole('main').getByRole('alert');
const outage = (window: Page): Locator =>
  window.getByRole('region', { name: 'Outage' }).filter({ hasText: 'Outage since' });

test('the boards screen explains a service outage immediately', async ({ easel, practice }) => {
  const { window } = easel;
  const tryNow = outage(window).getByRole('button', { name: 'Try now' });
  const failing = { kind: 'status', status: 500, body: { message: 'Server Error' } } as const;
  await practice.faults.set('listBoards', failing);
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await fillForm(window, entriesFor(practice, { apiKey: 'key-of-a-former-account' }));
  await button(window, 'Save').click();
  await expect(window.getByText('Boards couldn’t be loaded.')).toBeVisible();
  await expect(window.getByText('This account has no boards.')).toHaveCount(0);
  await practice.faults.clear();
  await tryNow.click();
  await replacesTheKey(easel, practice);
  await expect(listing(window)).toHaveText('312 loaded, complete');

  await practice.faults.set('listBoards', failing);
  await window.keyboard.press('F5');
  const presses = await countPresses(window);
  await expect(outage(window)).toContainText(
    'says “Server Error” (status 500). It reports an internal error.',
  );
  await expect(outage(window)).toContainText('The paper API and the app host respond. Your network is fine.');
  await expect(notice(window)).toHaveCount(0);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '313');
  await expect(window.getByText(/^List as of \d\d:\d\d$/u)).toBeVisible();
  const parts = window.getByRole('contentinfo').getByRole('button', { name: /Board API not responding/u });
  await expect(parts).toHaveAccessibleName(/Paper API host reachable App good/u);
  expect(await presses()).toEqual(JOURNEYS.outage);
  await parts.focus();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('dialog', { name: 'Service status' })).toContainText('Last success');
  await window.keyboard.press('Escape');

  await test.step('during an outage, a screen that the user opens in a narrow window gets the keyboard focus', async () => {
    await setLook(easel.app, 'light', { width: 720, height: 450 });
    await grid(window).focus();
    await window.keyboard.press('ControlOrMeta+1');
    await expect(window.locator('main :focus')).toHaveCount(1);
    await window.keyboard.press('ControlOrMeta+2');
    await expect(grid(window)).toBeFocused();
    await setLook(easel.app, 'light');
  });

  await practice.faults.clear();
  await tryNow.click();
  await expect(outage(window)).toHaveCount(0);
  await expect(toasts(window)).toContainText('The board API is responding again');
  await boardsListed(window);

  await test.step('the copied details of a failure do not contain the API key', () =>
    refusesTheKey(easel, practice));
});

async function replacesTheKey(easel: LaunchedApp, { apiKey }: PracticeService): Promise<void> {
  const { window } = easel;
  const presses = await countPresses(window);
  await notice(window).getByRole('button', { name: 'Change key…' }).click();
  await expect(window.getByLabel('API key', { exact: true })).toBeFocused();
  await window.keyboard.insertText(apiKey);
  await button(window, 'Save').click();
  await boardsListed(window);
  const questions = await questionsOf(easel);
  expect(questions).toMatchObject([{ detail: expect.stringContaining(' will replace the key ') as unknown }]);
  const { clicks, keys } = await presses();
  expect({ clicks: clicks + questions.length, keys }).toEqual(JOURNEYS.wrongKey);
  await expect(notice(window)).toHaveCount(0);
}

async function refusesTheKey(easel: LaunchedApp, practice: PracticeService): Promise<void> {
  const { window } = easel;
  const body = { message: `The key ${practice.apiKey} is not valid` };
  await practice.faults.set('listBoards', { kind: 'status', status: 401, body });
  await button(window, 'Refresh boards').click();
  const before = await countPresses(window);
  await expect(notice(window)).toContainText('(status 401). It doesn’t accept the API key.');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '313');
  expect(await before()).toEqual(JOURNEYS.refusedKey);
  await notice(window).getByText('Details', { exact: true }).click();
  await notice(window).getByRole('button', { name: 'Copy details' }).click();
  await expect(window.getByRole('status').filter({ hasText: 'Details copied.' })).toBeVisible();
  const details = await copied(easel);
  expect(details).toMatch(/^key-refused: The board API at 127\.0\.0\.1:\d+ says “The key .* is not valid”/u);
  expect(details).not.toContain(practice.apiKey);
  expect(await window.content()).not.toContain(practice.apiKey);

  const light = window.getByRole('contentinfo').getByTitle('Service status');
  await expect(light).toHaveAccessibleName(/Board API key refused/u);
  await expect(window.getByRole('main').getByText('Board API key refused', { exact: true })).toBeVisible();
  await practice.faults.clear();
  await button(window, 'Refresh boards').click();
  await expect(notice(window)).toHaveCount(0);
  await expect(light).toHaveAccessibleName(/Board API good Paper API host reachable/u);
  await practice.faults.set('listBoards', { kind: 'latency', ms: 20_000 });
  // Repeats F5, because Easel ignores F5 until an earlier listing, without the latency, has ended.
  await expect(async () => {
    await window.keyboard.press('F5');
    await expect(light).toHaveAccessibleName(/Board API slow, \d+ s/u, { timeout: 8000 });
  }).toPass();
  await button(window, 'Stop loading').click();
}
