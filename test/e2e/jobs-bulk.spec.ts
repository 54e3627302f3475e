/** Many deletes at once: reviewed, run, tried again and proved. */
import { readFile } from 'node:fs/promises';
import { startPractice } from '../practice/practice.ts';
import {
  connect,
  entriesFor,
  jobsLine,
  openJobs,
  questionsOf,
  runCommand,
  toasts,
} from '../support/easel.ts';
import {
  answerSaving,
  button,
  deletes,
  grid,
  idAt,
  idsOf,
  pick,
  queuePicked,
  review,
  row,
  status,
} from '../support/jobs-screen.ts';
import { countPresses, JOURNEYS, pressUntilFocused } from '../support/presses.ts';
import { expect, test } from './fixtures.ts';

test('500 old boards are deleted with few presses and a typed count', async ({ easel }, info) => {
  test.setTimeout(120_000);
  const { window } = easel;
  const practice = await startPractice({ boards: 720 });
  const file = info.outputPath('list.csv');
  await answerSaving(easel, file);
  await connect(window, entriesFor(practice, { environment: 'Production' }));
  const before = new Set(await idsOf(practice));

  const presses = await countPresses(window);
  await button(window, 'View: All boards').click();
  await window.getByRole('menuitemradio', { name: 'Older than 90 days' }).click();
  await expect(window.getByText(/^\d+ boards found$/u)).toBeVisible();
  await window.getByRole('checkbox', { name: 'Select all matching' }).click();
  const selected = await window.getByTestId('selected').textContent();
  const count = Number(/\d+/u.exec(selected ?? '')?.[0]);
  expect(count).toBeGreaterThanOrEqual(490);
  await window.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Delete…' }).click();

  const queue = button(review(window), `Delete ${count} boards in Acme School (Production)`);
  await test.step('the review says how many, how old, and how current its list is', async () => {
    await expect(button(review(window), 'Cancel')).toBeFocused();
    await expect(review(window)).toHaveAccessibleName(`Delete ${count} boards in Production`);
    await expect(review(window)).toContainText(/Oldest[23] years ago/u);
    await expect(review(window)).toContainText('Newest3 months ago');
    await expect(review(window)).toContainText('Complete.');
    await expect(review(window).getByRole('table').getByRole('row')).toHaveCount(13);
    expect(await deletes(practice)).toBe(0);
  });
  // From Cancel one step back: the count is typed without a click.
  await window.keyboard.press('Shift+Tab');
  await window.keyboard.type(String(count));
  await queue.click();
  await expect(review(window)).toHaveCount(0);
  expect(await presses()).toEqual(JOURNEYS.cleanUp);

  await test.step('the list is saved first, one line for each board', async () => {
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(count + 1);
  });
  await test.step('the job is held for 5 minutes, and started by hand', async () => {
    await expect(status(window)).toHaveText(`${count} boards will be deleted in 5 minutes.`);
    await expect(toasts(window)).toContainText(/(?:5:00|4:5\d)/u);
    expect(await deletes(practice)).toBe(0);
    await button(toasts(window), 'Start now').click();
  });
  await test.step('main asks in its own dialog before they are queued, and before they are sent early', async () => {
    const asked = (await questionsOf(easel)).map(({ message }) => message);
    const boards = `Delete ${count} boards from “Acme School” (Production)`;
    expect(asked).toEqual([`${boards}?`, `${boards} now?`]);
  });
  await expect(status(window)).toHaveText(`Deleted ${count} boards.`, {
    timeout: 60_000,
  });
  const left = new Set(await idsOf(practice));
  expect(left.size).toBe(before.size - count);
  expect(await deletes(practice)).toBe(count);
  await expect(window.getByText('No boards match.')).toBeVisible();

  await test.step('the keyboard alone cleans up too', async () => {
    await runCommand(window, 'newer than 90 days');
    await expect(window.getByText(`${left.size} boards found`)).toBeVisible();
    await pressUntilFocused(window, 'F6', grid(window));
    await window.keyboard.press('ControlOrMeta+a');
    await window.keyboard.press('Delete');
    await expect(button(review(window), 'Cancel')).toBeFocused();
    await window.keyboard.press('Shift+Tab');
    await window.keyboard.type(String(left.size));
    await window.keyboard.press('Enter');
    await expect(review(window)).toHaveCount(0);
    await runCommand(window, 'Start the next delete now');
    await expect.poll(() => idsOf(practice), { timeout: 60_000 }).toEqual([]);
  });
  await practice.stop();
});

test('a review excludes protected boards, keeps what was typed, and queues nothing until it is valid', async ({
  easel,
  practice,
}, info) => {
  const { window } = easel;
  await connect(window, entriesFor(practice, { environment: 'Production' }));
  const spared = await idAt(practice, 0);
  await row(window, spared).click();
  await window.getByRole('checkbox', { name: 'Protected' }).check();
  await window.getByRole('button', { name: 'Columns' }).click();
  await window.getByRole('menuitemcheckbox', { name: 'updated_at' }).click();
  await window.keyboard.press('Escape');
  await pick(window, 12);
  await window.keyboard.press('Delete');
  const dialog = review(window);
  const typed = dialog.getByLabel(/^Type 11 /);
  const queue = dialog.getByRole('button', { name: /^Delete 11 boards in/ });

  await test.step('the protected board is listed as excluded', async () => {
    await expect(dialog).toContainText('1 board: protected');
    await expect(dialog.getByRole('table')).not.toContainText(spared);
  });
  await test.step('the boards are shown with the field that the list shows', async () => {
    await expect(dialog.getByRole('columnheader', { name: 'updated_at' })).toBeVisible();
    await expect(dialog.getByRole('cell', { name: /^\d{4}-\d\d-\d\d / })).toHaveCount(11);
  });
  await test.step('Enter cancels at first', async () => {
    await window.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await window.keyboard.press('Delete');
  });
  await test.step('a wrong count is reported at its field and stays typed', async () => {
    await typed.fill('12');
    await queue.click();
    await expect(typed).toHaveAccessibleDescription(/^That is neither\.$/u);
    await expect(typed).toHaveValue('12');
    await expect(typed).toBeFocused();
  });
  await test.step('cancelling the file dialog returns to the review, and nothing is queued', async () => {
    await answerSaving(easel, null);
    await typed.fill('Acme School');
    await queue.click();
    await expect(dialog.getByText('Nothing was queued: the list wasn’t saved.')).toBeVisible();
    await expect(typed).toHaveValue('Acme School');
    await expect(jobsLine(window)).toHaveCount(0);
  });
  await test.step('where the list can’t be written, the review says why, and nothing is queued', async () => {
    await answerSaving(easel, info.outputPath('no such folder/list.csv'));
    await queue.click();
    await expect(dialog.getByRole('alert')).toContainText('This folder no longer exists.');
    await expect(typed).toHaveValue('Acme School');
    await expect(jobsLine(window)).toHaveCount(0);
  });
  await test.step('once a file is chosen the job is queued with the given reason', async () => {
    await answerSaving(easel, info.outputPath('list.csv'));
    await dialog.getByLabel('Reason or ticket (optional)').fill('T-7, term is over');
    await queue.click();
    await expect(dialog).toHaveCount(0);
    const drawer = await openJobs(window);
    await expect(drawer.getByRole('listitem')).toContainText('Reason: T-7, term is over');
    await expect(drawer.getByRole('listitem')).toContainText('Nothing sent yet.');
    await button(drawer, 'Start now').click();
    await expect(drawer.getByRole('listitem')).toContainText('Deleted 11 boards.');
  });
  const boards = await idsOf(practice);
  expect(boards).toContain(spared);
  expect(boards).toHaveLength(301);
  expect(await deletes(practice)).toBe(11);
});

test('a running job is paused, resumed, fails in part and is retried, and its results are recorded item by item', async ({
  easel,
  practice,
}, info) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await pick(window, 40);
  await queuePicked(window);
  await test.step('each of its boards shows its state in the list', async () => {
    await expect(row(window, await idAt(practice, 39))).toContainText('Queued for deletion');
    await expect(row(window, await idAt(practice, 40))).not.toContainText('Queued for deletion');
  });
  // Long enough for a slow machine to press Pause meanwhile.
  await practice.faults.set('deleteBoard', { kind: 'latency', ms: 1500 });
  const drawer = await openJobs(window);
  const job = drawer.getByRole('listitem');
  await button(job, 'Start now').click();

  await test.step('a pause sends nothing new until a person resumes the job', async () => {
    await button(job, 'Pause').click();
    await expect(job).toContainText('You paused it.');
    await expect(job.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /of 40/u);
    await expect(job).not.toContainText('sending');
    await window.waitForTimeout(600);
    const before = await deletes(practice);
    expect(before).toBeLessThan(40);
    await window.waitForTimeout(600);
    expect(await deletes(practice)).toBe(before);
    await practice.faults.set('deleteBoard', { kind: 'delete-shape', variant: 'refused', times: 3 });
    await button(job, 'Resume').click();
  });
  await test.step('failed items are shown apart', async () => {
    await expect(job).toContainText('Finished deleting 40 boards: 37 deleted, 3 failed.');
    await button(job, 'Items').click();
    const items = drawer.getByRole('grid', { name: 'Items' });
    await expect(items).toHaveAttribute('aria-rowcount', '41');
    await drawer.getByLabel('Show').selectOption({ label: 'Failed 3' });
    await expect(items).toHaveAttribute('aria-rowcount', '4');
    await items.focus();
    await window.keyboard.press('ArrowDown');
    await expect(drawer.getByRole('status')).toContainText('Failed');
    await expect(drawer.getByRole('status')).toContainText('in use');
    await window.keyboard.press('ControlOrMeta+Enter');
    await expect(window.getByRole('dialog', { name: 'Preview this board' })).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(items).toBeFocused();
  });
  await test.step('all results are saved, not only the failed ones', async () => {
    const file = info.outputPath('results.csv');
    await answerSaving(easel, file);
    await button(drawer, 'Save results…').click();
    await expect(status(window)).toHaveText('Saved 40 results as results.csv.');
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(41);
    await window.keyboard.press('Escape');
  });
  await test.step('a retry covers the failed items and no others, and is held anew until main has asked', async () => {
    const before = await deletes(practice);
    const asked = (await questionsOf(easel)).length;
    await button(job, 'Retry 3 failed').click();
    await expect(job).toContainText(/^Starts in (?:5:00|4:\d\d)/u);
    await expect(job).toContainText('37 deleted3 left');
    expect(await deletes(practice)).toBe(before);
    expect(await questionsOf(easel)).toHaveLength(asked);
    await button(job, 'Start now').click();
    await expect(job).toContainText('Deleted 40 boards.');
    expect((await questionsOf(easel)).slice(asked).map(({ message }) => message)).toEqual([
      'Delete 3 boards from “Acme School” now?',
    ]);
    expect(await deletes(practice)).toBe(before + 3);
    expect(await idsOf(practice)).toHaveLength(272);
  });
});
