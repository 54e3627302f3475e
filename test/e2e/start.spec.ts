import type { Locator, Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import type { LaunchedApp } from '../support/driver.ts';
import { boardsListed, connectByForm, entriesFor, goTo, setPassphrase } from '../support/easel.ts';
import { countPresses, JOURNEYS, pressUntilFocused } from '../support/presses.ts';
import { filesBelow } from '../support/planted-secrets.ts';
import { waitUntil } from '../support/wait.ts';
import { button } from '../support/jobs-screen.ts';
import { expect, test } from './fixtures.ts';

const PASSPHRASE = 'a horse and a battery';
const offer = (window: Page, name: string): Locator =>
  window.getByRole('region', { name: 'Start' }).getByRole('button', { name });
const grid = (window: Page, name: string): Locator => window.getByRole('grid', { name });

async function practise({ window }: LaunchedApp): Promise<void> {
  const tour = window.getByRole('complementary', { name: 'Tour' });
  const press = (name: string) => tour.getByRole('button', { name }).click();
  const next = tour.getByRole('button', { name: 'Next' });
  await window.getByRole('button', { name: 'Take the tour' }).click();
  await expect(tour).toContainText('1 of 6');
  await boardsListed(window);
  await next.focus();
  for (const step of ['2 of 6', '3 of 6']) {
    await window.keyboard.press('Enter');
    await expect(tour).toContainText(step);
    await expect(next).toBeFocused();
  }
  await setPassphrase(window, PASSPHRASE);
  await window.keyboard.press('ControlOrMeta+Shift+L');
  await window.getByRole('dialog', { name: 'Easel is locked' }).getByLabel('Passphrase').fill(PASSPHRASE);
  await window.keyboard.press('Enter');
  await expect(tour).toContainText('3 of 6');
  await expect(window.getByRole('form', { name: 'Idle lock' })).toBeVisible();
  await press('Back');
  await press('Skip');
  await expect(tour).toHaveCount(0);
  await boardsListed(window);
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.describe(() => {
  // Uses its own data folder, because practice mode lasts until Easel quits.
  test.use({ ownComputer: true });

  test('practice mode leaves no data after Easel has quit', async ({ easel, practice, restart }) => {
    await practise(easel);
    await test.step('practice mode lists its boards and papers', () => isNamedEverywhere(easel));
    await test.step('practice mode can simulate an outage of the service', () => rehearsesOutage(easel));
    await test.step('quitting practice mode leaves no process, paper or key', () => leavesNothing(easel));
    const { window } = await restart();
    await test.step('practice mode is off at the next start of Easel', async () => {
      await expect(offer(window, 'Connect to your service')).toBeVisible();
      await expect(offer(window, 'Practise with sample data')).toBeVisible();
      await expect(window.getByText('Practice data is deleted on quit')).toHaveCount(0);
    });
    await test.step('practice mode does not affect a real connection', () => runsBeside(window, practice));
  });

  async function isNamedEverywhere({ window }: LaunchedApp): Promise<void> {
    await expect(window.getByTestId('listing-status')).toHaveText('312 loaded, complete');
    await expect(window.getByRole('banner')).toContainText('Practice');
    await expect(window.getByRole('button', { name: 'Connection: Practice' })).toContainText('Practice');
    await expect(window.getByRole('banner')).toContainText('Practice data is deleted on quit');
    await grid(window, 'Boards').getByRole('row').nth(1).click();
    await window.keyboard.press('Delete');
    const question = window.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Delete board in Practice' })).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await goTo(window, 'Papers');
    await expect(grid(window, 'Papers')).toHaveAttribute('aria-rowcount', '13');
  }

  async function rehearsesOutage({ window }: LaunchedApp): Promise<void> {
    const rehearsal = window.getByRole('complementary', { name: 'Simulation' });
    await window.getByRole('button', { name: 'Practise…' }).click();
    await window.getByRole('menuitem', { name: 'Simulate an outage' }).click();
    await expect(window.getByRole('region', { name: 'Outage' })).toContainText('status 503');
    await expect(rehearsal).toContainText('Simulated outage');
    await goTo(window, 'Boards');
    await expect(grid(window, 'Boards').getByRole('row').nth(1)).toBeVisible();
    await rehearsal.getByRole('button', { name: 'End' }).click();
    await expect(window.getByRole('region', { name: 'Outage' })).toHaveText('');
    await expect(rehearsal).toHaveCount(0);
  }

  async function leavesNothing(easel: LaunchedApp): Promise<void> {
    const main = easel.app.process();
    const started = await easel.app.evaluate(({ app }) => app.getAppMetrics().map(({ pid }) => pid));
    expect(started.length).toBeGreaterThan(1);
    const ended = easel.app.waitForEvent('close');
    // Does not await the call that quits the app, because the app may end before it replies.
    void easel.app.evaluate(({ app }) => app.quit()).catch(() => undefined);
    await ended;
    await waitUntil('every process has ended', () => Promise.resolve(!started.some(runs)));
    expect(main.exitCode).toBe(0);
    expect(filesBelow(easel.userData).filter(({ bytes }) => bytes.includes('practice_'))).toEqual([]);
    expect(easel.output()).not.toContain('practice_');
  }

  async function runsBeside(window: Page, practice: PracticeService): Promise<void> {
    await practice.faults.set('listBoards', { kind: 'status', status: 200, body: [] });
    await connectByForm(window, entriesFor(practice));
    await expect(window.getByText('This account has no boards.')).toBeVisible();
    const presses = await countPresses(window);
    await button(window.getByRole('group', { name: 'Connections' }), /^Practise/u).click();
    await expect(window.getByTestId('listing-status')).toHaveText('312 loaded, complete');
    expect(await presses()).toEqual(JOURNEYS.practise);
    await window.keyboard.press('ControlOrMeta+Shift+C');
    await window.getByRole('menuitemradio', { name: 'Acme School' }).click();
    await expect(window.getByText('This account has no boards.')).toBeVisible();
    await expect(window.getByRole('banner')).toContainText('Test');
    await expect(window.getByRole('banner')).not.toContainText('Practice');
  }
});

test('connecting and loading boards needs only the keyboard', async ({ easel: { window }, practice }) => {
  await expect(offer(window, 'Connect to your service')).toBeVisible();
  await expect(offer(window, 'Practise with sample data')).toBeVisible();
  const facts = window.getByRole('region', { name: 'About Easel' });
  await expect(facts).toContainText('then retire the old one.');
  expect(await facts.evaluate((pane) => pane.scrollHeight - pane.clientHeight)).toBe(0);
  await expect(window.getByRole('navigation', { name: 'Screens' })).toHaveCount(0);
  const { name, paperApi, boardApi, appUrl, apiKey } = entriesFor(practice);
  const { keyboard } = window;
  await pressUntilFocused(window, 'Tab', offer(window, 'Connect to your service'));
  await keyboard.press('Enter');
  await expect(window.getByLabel('Name', { exact: true })).toBeFocused();
  await keyboard.type(name);
  await pressUntilFocused(window, 'Tab', window.getByRole('radio', { name: 'Production' }));
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await expect(window.getByRole('radio', { name: 'Test' })).toBeChecked();
  const fields = [
    ['Paper API address', paperApi],
    ['Board API address', boardApi],
    ['App address', appUrl],
    ['API key', apiKey],
  ] as const;
  for (const [label, text] of fields) {
    await pressUntilFocused(window, 'Tab', window.getByLabel(label, { exact: true }));
    await keyboard.type(text);
  }
  await keyboard.press('Enter');
  const [first = 'no board'] = (await practice.contents()).boards;
  await expect(grid(window, 'Boards').getByRole('row').nth(1)).toContainText(first);
  await pressUntilFocused(window, 'F6', grid(window, 'Boards'));
  await keyboard.press('ArrowDown');
  await expect(grid(window, 'Boards').getByRole('row', { selected: true })).toContainText(first);
});
