import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  answerQuestions,
  boardsListed,
  chooseFile,
  connect,
  entriesFor,
  holdFor,
  jobsLine,
  openJobs,
  questionsOf,
} from '../support/easel.ts';
import {
  button,
  deletes,
  hold,
  idAt,
  idsOf,
  pick,
  queuePicked,
  review,
  row,
  status,
} from '../support/jobs-screen.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { expect, test } from './fixtures.ts';

/** Test with a new data folder, because Easel remembers the folder in which a test saves lists. */
const alone = test.extend({ ownComputer: true });

alone('deleting old boards takes three clicks and a typed number', async ({ easel, practice }, info) => {
  const { window } = easel;
  const folder = info.outputPath('lists');
  await mkdir(folder, { recursive: true });
  await chooseFile(easel, folder);
  await connect(window, entriesFor(practice, { environment: 'Production' }));
  const before = await idsOf(practice);

  const presses = await countPresses(window);
  await button(window, 'Older than 90 days').click();
  const matching = await window.getByText(/^\d+ boards match$/u).textContent();
  const count = Number(/\d+/u.exec(matching ?? '')?.[0]);
  expect(count).toBeGreaterThan(150);
  await button(window, 'Delete all matching…').click();
  await expect(button(review(window), 'Cancel')).toBeFocused();
  await expect(review(window)).toHaveAccessibleName(`Delete ${count} boards in Production`);
  await expect(review(window)).toContainText(/Oldest board[23] years ago/u);
  await expect(review(window)).toContainText('Newest board3 months ago');
  await expect(review(window)).toContainText('It is complete.');
  await window.keyboard.press('Shift+Tab');
  await window.keyboard.type(String(count));
  await button(review(window), `Delete ${count} boards in Production`).click();
  await expect(review(window)).toHaveCount(0);
  expect(await presses()).toEqual(JOURNEYS.cleanUp);

  const [file = ''] = await readdir(folder);
  expect((await readFile(path.join(folder, file), 'utf8')).trim().split('\n')).toHaveLength(count + 1);
  await expect(status(window)).toHaveText(`${count} boards will be deleted in 5 minutes.`);
  expect(await deletes(practice)).toBe(0);
  await expect(jobsLine(window)).toContainText(
    new RegExp(`^${count} boards will be deleted in (?:5:00|4:\\d\\d)`, 'u'),
  );
  await button(jobsLine(window), 'Start now').click();
  await expect(status(window)).toHaveText(`Deleted ${count} boards.`, { timeout: 30_000 });
  const questions = (await questionsOf(easel)).map(({ message }) => message);
  const boards = `Delete ${count} boards from “Acme School” (Production)`;
  expect(questions).toEqual([`${boards}?`, `${boards} now?`]);
  expect(await idsOf(practice)).toHaveLength(before.length - count);
  expect(await deletes(practice)).toBe(count);

  await test.step('the file dialog for a board list opens in the folder that the user chose last', async () => {
    await chooseFile(easel, null);
    await button(window, /^View: /u).click();
    await window.getByRole('menuitemradio', { name: 'All boards' }).click();
    await pick(window, 2);
    await window.keyboard.press('Delete');
    await review(window)
      .getByLabel(/^Type 2 /u)
      .fill('2');
    await button(review(window), /^Delete 2 boards in/u).click();
    await expect(review(window)).toHaveCount(0);
    expect(await readdir(folder)).toHaveLength(2);
  });
});

test('a bulk delete is queued only after the list of the boards to be deleted was saved', async ({
  easel,
  practice,
}, info) => {
  const { window } = easel;
  await connect(window, entriesFor(practice, { environment: 'Production' }));
  const spared = await idAt(practice, 0);
  await row(window, spared).click();
  await window.getByRole('checkbox', { name: 'Protected' }).check();
  await pick(window, 12);
  await window.keyboard.press('Delete');
  const dialog = review(window);
  const typed = dialog.getByLabel(/^Type 11 /);
  const queue = dialog.getByRole('button', { name: /^Delete 11 boards in/ });
  await expect(dialog).toContainText('1 board: protected');
  await expect(dialog.getByRole('table')).not.toContainText(spared);
  await typed.fill('12');
  await queue.click();
  await expect(typed).toHaveAccessibleDescription('Type 11 or the connection’s name “Acme School”.');
  await test.step('no delete is queued if the list of the boards to be deleted is not saved', async () => {
    await chooseFile(easel, null);
    await typed.fill('Acme School');
    await queue.click();
    await expect(dialog.getByRole('alert')).toContainText(
      'Nothing will be deleted, because the list of items to delete wasn’t saved.',
    );
    await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await expect(jobsLine(window)).toHaveCount(0);
  });
  await chooseFile(easel, info.outputDir);
  await test.step('cancelling main’s confirmation dialog before a bulk delete queues no delete', async () => {
    const earlier = (await questionsOf(easel)).length;
    await answerQuestions(easel, false);
    await queue.click();
    await expect.poll(() => questionsOf(easel)).toHaveLength(earlier + 1);
    await expect(queue).toBeEnabled();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await expect(jobsLine(window)).toHaveCount(0);
    await answerQuestions(easel, true);
  });
  await dialog.getByLabel('Reason or ticket (optional)').fill('T-7, term is over');
  await queue.click();
  await expect(dialog).toHaveCount(0);
  const job = (await openJobs(window)).getByRole('listitem');
  await expect(job).toContainText('Reason: T-7, term is over');
  await expect(job).toContainText('Nothing has been sent yet.');
  await button(job, 'Start now').click();
  await expect(job).toContainText('Deleted 11 boards.');
  expect(await idsOf(practice)).toContain(spared);
  expect(await deletes(practice)).toBe(11);
});

test('a delete job can be paused, resumed, stopped and retried', async ({ easel, practice }) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await pick(window, 60);
  await queuePicked(window);
  await practice.faults.set('deleteBoard', { kind: 'held' });
  const drawer = await openJobs(window);
  const job = drawer.getByRole('listitem').first();
  await button(job, 'Start now').click();
  await expect.poll(() => deletes(practice)).toBeGreaterThan(0);
  // Clicks “Resume” as soon as it replaces “Pause”, like a user who wanted to click “Pause”.
  await job.evaluate((row) => {
    new MutationObserver((_changes, watching) => {
      const resume = [...row.querySelectorAll('button')].find((each) => each.textContent === 'Resume');
      resume?.click();
      if (resume !== undefined) watching.disconnect();
    }).observe(row, { childList: true, characterData: true, subtree: true });
  });
  await button(job, 'Pause').click();
  await expect(status(window)).toHaveText('The buttons just changed. To use this one, click again.');
  await practice.faults.clear('deleteBoard');
  await expect(job).toContainText('You paused this job.');
  await expect(job).not.toContainText('sending');
  await expect(jobsLine(window)).toContainText('Paused: Deleting 60 boards');
  expect(await deletes(practice)).toBeLessThan(60);
  await practice.faults.set('deleteBoard', [
    { kind: 'latency', ms: 1500 },
    { kind: 'delete-shape', variant: 'refused', times: 3 },
  ]);
  await button(job, 'Items').click();
  await expect(button(drawer, 'Stop…')).toBeVisible();
  await button(drawer, 'Resume').click();
  await drawer.getByLabel('Show').selectOption('sending');
  const items = drawer.getByRole('grid', { name: 'Items' });
  await expect(items).not.toHaveAttribute('aria-rowcount', '1');
  await items.focus();
  await window.keyboard.press('End');
  const last = (await drawer.getByRole('status').textContent()) ?? 'no item';
  const sending = (await items.getAttribute('aria-rowcount')) ?? '';
  await expect(items).not.toHaveAttribute('aria-rowcount', sending);
  await expect(drawer.getByRole('status')).toHaveText(last);
  await button(drawer, 'All jobs').click();
  await expect(job).toContainText('Finished deleting 60 boards: 57 deleted, 3 failed.');
  await button(job, 'Items').click();
  await drawer.getByLabel('Show').selectOption({ label: 'Failed 3' });
  await expect(items).toHaveAttribute('aria-rowcount', '4');
  await items.getByRole('columnheader', { name: 'State' }).click({ button: 'right' });
  await expect(window.getByRole('menu')).toHaveCount(0);
  await items.focus();
  await window.keyboard.press('ArrowDown');
  await expect(drawer.getByRole('status')).toContainText('in use');
  // The drawer covers the boards list, so the command “Delete” must not ask about the list's current board.
  await window.keyboard.press('Delete');
  await window.keyboard.press('Escape');
  await test.step('starting a retried delete job before its hold ends requires a confirmation', async () => {
    const before = await deletes(practice);
    const earlier = (await questionsOf(easel)).length;
    await button(job, 'Retry 3 failed').click();
    await expect(job).toContainText(/^Job starts in (?:5:00|4:\d\d)/u);
    await expect(job).toContainText('57 deleted3 left');
    expect(await deletes(practice)).toBe(before);
    await button(job, 'Start now').click();
    await expect(job).toContainText('Deleted 60 boards.');
    expect((await questionsOf(easel)).slice(earlier).map(({ message }) => message)).toEqual([
      'Delete 3 boards from “Acme School” now?',
    ]);
    expect(await deletes(practice)).toBe(before + 3);
    expect(await idsOf(practice)).toHaveLength(252);
  });
  await test.step('a stopped delete job leaves its remaining boards untouched', async () => {
    await expect(async () => {
      await button(job, 'Dismiss').click();
      await expect(job).toHaveCount(0, { timeout: 500 });
    }).toPass();
    await practice.faults.set('deleteBoard', { kind: 'held' });
    await pick(window, 40);
    await queuePicked(window);
    const before = await deletes(practice);
    await button(job, 'Start now').click();
    await expect.poll(() => deletes(practice)).toBeGreaterThan(before);
    const presses = await countPresses(window);
    await button(job, 'Stop…').click();
    await button(window.getByRole('alertdialog'), 'Stop in Test').click();
    expect(await presses()).toEqual(JOURNEYS.stopDelete);
    await practice.faults.clear('deleteBoard');
    await expect(job).toContainText(/Stopped deleting 40 boards: .*\d+ not done\./u);
    const untouched = Number(/(\d+) not done/u.exec((await job.textContent()) ?? '')?.[1]);
    expect(untouched).toBeGreaterThan(0);
    expect(await idsOf(practice)).toHaveLength(212 + untouched);
  });
});

test('jobs on hold wait for the user after a restart', async ({ easel, practice, restart }) => {
  const { app, window } = easel;
  await connect(window, entriesFor(practice));
  await holdFor(window, 300);
  await pick(window, 11);
  await queuePicked(window);
  await hold(window, practice, 13);
  await answerQuestions(easel, false);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect
    .poll(async () => (await questionsOf(easel)).at(-1))
    .toMatchObject({
      detail: expect.stringContaining('nothing has been sent'),
      buttons: ['Keep Easel open', 'Close Easel'],
    });
  await expect(jobsLine(window)).toContainText('will be deleted in');
  await answerQuestions(easel, true);
  const again = (await restart()).window;
  await boardsListed(again);
  await expect(status(again)).toHaveText('2 jobs need your attention');
  await button(jobsLine(again), '2 jobs need your attention').click();
  const drawer = again.getByRole('complementary', { name: 'Jobs' });
  const many = drawer.getByRole('listitem').filter({ hasText: 'Delete 11 boards' });
  await expect(many).toContainText('Easel was closed. Nothing was sent.');
  expect(await deletes(practice)).toBe(0);
  await button(many, 'Start now').click();
  await expect(many).toContainText('Deleted 11 boards.');
  await button(drawer.getByRole('listitem').filter({ hasText: 'Delete board' }), 'Cancel').click();
  await expect(jobsLine(again)).not.toContainText('your attention');
  expect(await deletes(practice)).toBe(11);
});
