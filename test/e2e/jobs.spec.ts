/** Jobs: deletes that are held, reviewed, stopped and proved. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { startPractice, type PracticeService } from '../../main/practice/practice.ts';
import type { LaunchedApp } from '../support/driver.ts';
import { boardsListed, connect, deleteNow, entriesFor, jobsLine, openJobs } from '../support/easel.ts';
import { expect, test } from './fixtures.ts';

const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Boards' });
const row = (window: Page, id: string): Locator => grid(window).getByRole('row').filter({ hasText: id });
const status = (window: Page): Locator =>
  window.getByRole('contentinfo', { name: 'Status' }).getByRole('status');
const button = (inside: Page | Locator, name: string | RegExp): Locator =>
  inside.getByRole('button', { name, exact: true });
const review = (window: Page): Locator => window.getByRole('dialog', { name: /^Delete .* in / });
const deletes = async (practice: PracticeService): Promise<number> =>
  (await practice.hits()).counts.deleteBoard;
const idsOf = async (practice: PracticeService): Promise<readonly string[]> =>
  (await practice.contents()).boards;

async function idAt(practice: PracticeService, place: number): Promise<string> {
  return (await idsOf(practice)).at(place) ?? 'no such board';
}

/** Asks for the delete of the board at a place of the list and says yes: it is held then. */
async function hold(window: Page, practice: PracticeService, place: number): Promise<string> {
  const id = await idAt(practice, place);
  await row(window, id).click();
  await window.keyboard.press('Delete');
  await window
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete board/ })
    .click();
  await expect(jobsLine(window)).toContainText('will be deleted in');
  return id;
}

/** What the system's dialog for a place to save answers from now on; null is a person who cancels it. */
async function answerSaving({ app }: LaunchedApp, file: string | null): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: chosen === null, filePath: chosen ?? '' });
  }, file);
}

/** Picks the first boards of the list one after another. */
async function pick(window: Page, boards: number): Promise<void> {
  await grid(window).getByRole('row').nth(1).click();
  await window.keyboard.press('Space');
  for (let more = 1; more < boards; more += 1) await window.keyboard.press('Shift+ArrowDown');
}

/** Queues the delete of what is picked, without a list. */
async function queuePicked(window: Page, count: number): Promise<void> {
  await window.keyboard.press('Delete');
  await review(window).getByRole('checkbox', { name: 'Save list as CSV first' }).uncheck();
  if (count > 10)
    await review(window)
      .getByLabel(/^Type /)
      .fill(String(count));
  await review(window)
    .getByRole('button', { name: /^Queue deletion/ })
    .click();
  await expect(review(window)).toHaveCount(0);
}

test('one delete is held in sight: cancelled it sends nothing, started it deletes that one board', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));

  await test.step('it is held, said once, and marked in its row', async () => {
    const id = await hold(window, practice, 1);
    await expect(status(window)).toHaveText(`Board ${id} will be deleted in 10 seconds.`);
    await expect(jobsLine(window)).toContainText(/0:(?:10|0\d)/u);
    await expect(row(window, id)).toContainText('About to be deleted');
    await expect(grid(window)).toBeFocused();
    expect(await deletes(practice)).toBe(0);
  });

  await test.step('cancelled by the keyboard alone, it sends nothing', async () => {
    const id = await idAt(practice, 1);
    await window.keyboard.press('Control+Shift+x');
    await expect(status(window)).toHaveText(
      `Board ${id} will not be deleted: nothing was sent to the service.`,
    );
    await expect(row(window, id)).not.toContainText('About to be deleted');
    await expect(jobsLine(window)).not.toContainText('will be deleted');
  });

  await test.step('cancelled by its button, it sends nothing and the rows have the focus again', async () => {
    await hold(window, practice, 1);
    await button(jobsLine(window), 'Cancel').click();
    await expect(jobsLine(window)).not.toContainText('will be deleted');
    await expect(grid(window)).toBeFocused();
    expect(await deletes(practice)).toBe(0);
  });

  await test.step('a board that is queued can’t be queued again', async () => {
    await hold(window, practice, 2);
    await window.keyboard.press('Delete');
    await expect(status(window)).toHaveText('Delete…: It is about to be deleted already.');
    await button(jobsLine(window), 'Cancel').click();
  });

  await test.step('started at once, it deletes that board and no other', async () => {
    const before = await idsOf(practice);
    const id = await idAt(practice, 3);
    await row(window, id).click();
    await window.keyboard.press('Delete');
    await deleteNow(window);
    await expect(status(window)).toHaveText(`Board ${id} deleted. The service said: Board deleted.`);
    await expect(row(window, id)).toHaveCount(0);
    expect(await idsOf(practice)).toEqual(before.filter((each) => each !== id));
    expect(await deletes(practice)).toBe(1);
  });

  await test.step('left alone, it begins when its time is over', async () => {
    const id = await hold(window, practice, 4);
    await expect(row(window, id)).toHaveCount(0, { timeout: 20_000 });
    expect(await idsOf(practice)).not.toContain(id);
  });

  await test.step('the drawer keeps what ended until it is put away', async () => {
    const drawer = await openJobs(window);
    await expect(drawer.getByRole('listitem')).toHaveCount(5);
    await expect(drawer.getByRole('listitem').first()).toContainText('1 deleted');
    await button(drawer.getByRole('listitem').first(), 'Put away').click();
    await expect(drawer.getByRole('listitem')).toHaveCount(4);
    await window.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
  });
});

test('500 old boards are cleaned up in five clicks and a typed count', async ({ easel }, info) => {
  test.setTimeout(120_000);
  const { window } = easel;
  const practice = await startPractice({ boards: 720 });
  const file = info.outputPath('list.csv');
  await answerSaving(easel, file);
  await connect(window, entriesFor(practice, { environment: 'Production' }));
  const before = new Set(await idsOf(practice));

  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  await click(button(window, 'View: All boards'));
  await click(window.getByRole('menuitemradio', { name: 'Older than 90 days' }));
  await expect(window.getByText(/^\d+ boards found in$/u)).toBeVisible();
  await click(window.getByRole('checkbox', { name: 'Select all that match' }));
  const selected = await window.getByTestId('selected').textContent();
  const count = Number(/^\d+/u.exec(selected ?? '')?.[0]);
  expect(count).toBeGreaterThanOrEqual(490);
  await click(window.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Delete…' }));

  const queue = button(review(window), `Queue deletion of ${count} in Acme School (Production)`);
  await test.step('the review says how many, how old, and what its list is worth', async () => {
    await expect(button(review(window), 'Cancel')).toBeFocused();
    await expect(review(window)).toHaveAccessibleName(`Delete ${count} boards in Production`);
    await expect(review(window)).toContainText(/Oldest[23] years ago/u);
    await expect(review(window)).toContainText('Newest3 months ago');
    await expect(review(window)).toContainText('It is complete.');
    await expect(review(window).getByRole('table').getByRole('row')).toHaveCount(13);
    expect(await deletes(practice)).toBe(0);
  });
  // From Cancel one step back: the count is typed without a click.
  await window.keyboard.press('Shift+Tab');
  await window.keyboard.type(String(count));
  await click(queue);
  await expect(review(window)).toHaveCount(0);
  expect(clicks).toBe(5);

  await test.step('the list was saved first, one line for each board', async () => {
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(count + 1);
  });
  await test.step('it is held for 5 minutes, and started by hand', async () => {
    await expect(status(window)).toHaveText(`${count} boards will be deleted in 5 minutes.`);
    await expect(jobsLine(window)).toContainText(/(?:5:00|4:5\d)/u);
    expect(await deletes(practice)).toBe(0);
    await button(jobsLine(window), 'Start now').click();
  });
  await expect(status(window)).toHaveText(`Finished: of ${count} boards, ${count} deleted.`, {
    timeout: 60_000,
  });
  const left = new Set(await idsOf(practice));
  expect(left.size).toBe(before.size - count);
  expect(await deletes(practice)).toBe(count);
  await expect(window.getByText('No board matches.')).toBeVisible();
  await practice.stop();
});

test('a review leaves out what is protected, keeps what was typed, and queues nothing unless all is right', async ({
  easel,
  practice,
}, info) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  const spared = await idAt(practice, 0);
  await row(window, spared).click();
  await window.getByRole('checkbox', { name: 'Protected' }).check();
  await pick(window, 12);
  await window.keyboard.press('Delete');
  const dialog = review(window);
  const typed = dialog.getByLabel(/^Type 11 /);
  const queue = dialog.getByRole('button', { name: /^Queue deletion of 11 in/ });

  await test.step('the protected board is named as left out', async () => {
    await expect(dialog).toContainText('1 board: protected here');
    await expect(dialog.getByRole('table')).not.toContainText(spared);
  });
  await test.step('Enter at the start is Cancel', async () => {
    await window.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await window.keyboard.press('Delete');
  });
  await test.step('a wrong count is said at its field, and stays typed', async () => {
    await typed.fill('12');
    await queue.click();
    await expect(typed).toHaveAccessibleDescription(/neither 11 nor the connection’s name/u);
    await expect(typed).toHaveValue('12');
    await expect(typed).toBeFocused();
  });
  await test.step('who cancels the file dialog is back in the review, and nothing is queued', async () => {
    await answerSaving(easel, null);
    await typed.fill('Acme School');
    await queue.click();
    await expect(dialog.getByText('No place was chosen for the list, so nothing was queued.')).toBeVisible();
    await expect(typed).toHaveValue('Acme School');
    await expect(jobsLine(window)).toHaveCount(0);
  });
  await test.step('with a place chosen it is queued, under the reason that was given', async () => {
    await answerSaving(easel, info.outputPath('list.csv'));
    await dialog.getByLabel('Reason or ticket (optional)').fill('T-7, term is over');
    await queue.click();
    await expect(dialog).toHaveCount(0);
    const drawer = await openJobs(window);
    await expect(drawer.getByRole('listitem')).toContainText('Reason: T-7, term is over');
    await expect(drawer.getByRole('listitem')).toContainText('Nothing was sent yet.');
    await button(drawer, 'Start now').click();
    await expect(drawer.getByRole('listitem')).toContainText('11 deleted');
  });
  const boards = await idsOf(practice);
  expect(boards).toContain(spared);
  expect(boards).toHaveLength(301);
  expect(await deletes(practice)).toBe(11);
});

test('a running job is paused, goes on, fails in part, is tried again and proved item by item', async ({
  easel,
  practice,
}, info) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await pick(window, 40);
  await queuePicked(window, 40);
  await practice.faults.set('deleteBoard', { kind: 'latency', ms: 300 });
  const drawer = await openJobs(window);
  const job = drawer.getByRole('listitem');
  await button(job, 'Start now').click();

  await test.step('a pause sends nothing new, and it goes on when a person says so', async () => {
    await button(job, 'Pause').click();
    await expect(job).toContainText('You paused it.');
    await expect(job.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /of 40/u);
    await expect(job).not.toContainText('being sent');
    await window.waitForTimeout(600);
    const before = await deletes(practice);
    expect(before).toBeLessThan(40);
    await window.waitForTimeout(600);
    expect(await deletes(practice)).toBe(before);
    await practice.faults.set('deleteBoard', { kind: 'delete-shape', variant: 'refused', times: 3 });
    await button(job, 'Resume').click();
  });
  await test.step('what failed is told apart', async () => {
    await expect(job).toContainText('Finished: of 40 boards, 37 deleted, 3 failed.');
    await button(job, 'Show items').click();
    const items = drawer.getByRole('grid', { name: 'Items of the job' });
    await expect(items).toHaveAttribute('aria-rowcount', '41');
    await drawer.getByLabel('Show').selectOption({ label: 'Failed 3' });
    await expect(items).toHaveAttribute('aria-rowcount', '4');
    await items.focus();
    await window.keyboard.press('ArrowDown');
    await expect(drawer.getByRole('status')).toContainText('Failed');
    await expect(drawer.getByRole('status')).toContainText('in use');
  });
  await test.step('all results are saved, not only the failed', async () => {
    const file = info.outputPath('results.csv');
    await answerSaving(easel, file);
    await button(drawer, 'Save results as CSV…').click();
    await expect(status(window)).toHaveText('Saved 40 results as results.csv.');
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(41);
    await window.keyboard.press('Escape');
  });
  await test.step('the failed are tried again, and no others', async () => {
    const before = await deletes(practice);
    await button(job, 'Retry 3 failed').click();
    await expect(job).toContainText('Finished: of 40 boards, 40 deleted.');
    expect(await deletes(practice)).toBe(before + 3);
    expect(await idsOf(practice)).toHaveLength(272);
  });
});

test('a stop leaves the rest untouched and says so, and a restart waits for a person', async ({
  startEasel,
  practice,
}, info) => {
  test.setTimeout(120_000);
  const userData = info.outputPath('user-data');
  const first = await startEasel({ userData });
  await connect(first.window, entriesFor(practice));
  await practice.faults.set('deleteBoard', { kind: 'latency', ms: 400 });

  await test.step('a stop asks, and says exactly what it leaves', async () => {
    const { window } = first;
    await pick(window, 60);
    await queuePicked(window, 60);
    const drawer = await openJobs(window);
    const job = drawer.getByRole('listitem');
    await button(job, 'Start now').click();
    await button(job, 'Stop…').click();
    const question = window.getByRole('alertdialog', { name: 'Stop deleting 60 boards?' });
    await expect(button(question, 'Go on')).toBeFocused();
    await expect(question).toContainText('stay untouched');
    await button(question, 'Stop in Acme School (Test)').click();
    await expect(job).toContainText(/Stopped: of 60 boards, .*\d+ left untouched\./u);
    const said = (await job.textContent()) ?? '';
    const untouched = Number(/(\d+) left untouched/u.exec(said)?.[1]);
    await expect(job).toContainText(`${60 - untouched} deleted`);
    expect(await idsOf(practice)).toHaveLength(312 - 60 + untouched);
    await window.keyboard.press('Escape');
  });

  await test.step('held jobs wait after a restart, and nothing is sent', async () => {
    const { window } = first;
    await grid(window).focus();
    await window.keyboard.press('Home');
    await hold(window, practice, 13);
    await pick(window, 11);
    await queuePicked(window, 11);
    const sent = await deletes(practice);
    await first.close();
    const again = await startEasel({ userData });
    await boardsListed(again.window);
    await expect(status(again.window)).toHaveText('2 jobs wait for you.');
    await button(jobsLine(again.window), '2 jobs wait for you.').click();
    const drawer = again.window.getByRole('complementary', { name: 'Jobs' });
    const many = drawer.getByRole('listitem').filter({ hasText: 'Delete 11 boards' });
    await expect(many).toContainText('Easel was closed meanwhile. Nothing was sent.');
    await again.window.waitForTimeout(11_000);
    expect(await deletes(practice)).toBe(sent);
    await button(many, 'Start now').click();
    await expect(many).toContainText('11 deleted');
    await button(drawer.getByRole('listitem').filter({ hasText: 'Delete board' }), 'Cancel').click();
    await expect(jobsLine(again.window)).not.toContainText('wait for you');
    expect(await deletes(practice)).toBe(sent + 11);
  });
});

test('how long deletes are held is chosen in Settings', async ({ easel, practice }) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await window.keyboard.press('Control+5');
  await window.getByLabel('Hold the delete of one board or paper for').selectOption({ label: '1 minute' });
  await expect(status(window)).toHaveText(
    'Hold the delete of one board or paper for 1 minute: from the next delete on.',
  );
  await window.keyboard.press('Control+1');
  await hold(window, practice, 1);
  await expect(jobsLine(window)).toContainText(/1:00|0:5\d/u);
  expect(await deletes(practice)).toBe(0);
});
