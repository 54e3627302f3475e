/** Jobs: deletes that are held in sight, stopped, and that outlive a restart. */
import {
  boardsListed,
  connect,
  deleteNow,
  entriesFor,
  holdFor,
  jobsLine,
  toasts,
  openJobs,
  callMain,
} from '../support/easel.ts';
import {
  button,
  deletes,
  grid,
  hold,
  idAt,
  idsOf,
  pick,
  queuePicked,
  row,
  status,
} from '../support/jobs-screen.ts';
import { expect, test } from './fixtures.ts';

test('a held delete is visible: cancelled it sends nothing, started it deletes that one board', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));

  await test.step('a delete is held, announced once, and marked in its row', async () => {
    const id = await hold(window, practice, 1);
    await expect(status(window)).toHaveText(`Board ${id.slice(0, 8)} will be deleted in 10 seconds.`);
    await expect(jobsLine(window)).toContainText(/0:(?:10|0\d)/u);
    await expect(row(window, id)).toContainText('Queued for deletion');
    await expect(grid(window)).toBeFocused();
    expect(await deletes(practice)).toBe(0);
  });

  await test.step('above an open dialog it is seen and cancelled too, and covers none of its buttons', async () => {
    await window.keyboard.press('F1');
    const help = window.getByRole('dialog', { name: 'Help' });
    const cancel = button(help.getByRole('region', { name: 'Messages' }), 'Cancel');
    await expect(cancel).toBeVisible();
    const toast = await help.locator('[data-toast]').boundingBox();
    const box = await help.boundingBox();
    expect(toast?.y).toBeGreaterThanOrEqual((box?.y ?? Infinity) + (box?.height ?? 0));
    await cancel.click();
    await expect(help.getByText('Nothing was sent.').first()).toBeAttached();
    await window.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    expect(await deletes(practice)).toBe(0);
  });

  await test.step('cancelling by keyboard sends nothing', async () => {
    const id = await hold(window, practice, 2);
    await window.keyboard.press('ControlOrMeta+Shift+x');
    await expect(status(window)).toHaveText(`Cancelled: Board ${id.slice(0, 8)}. Nothing was sent.`);
    await expect(row(window, id)).not.toContainText('Queued for deletion');
    await expect(toasts(window).getByText('will be deleted')).toHaveCount(0);
  });

  await test.step('cancelling by button sends nothing and returns the focus to the rows', async () => {
    await hold(window, practice, 1);
    await button(toasts(window), 'Cancel').click();
    await expect(toasts(window).getByText('will be deleted')).toHaveCount(0);
    await expect(grid(window)).toBeFocused();
    expect(await deletes(practice)).toBe(0);
  });

  await test.step('a queued board can’t be queued again', async () => {
    const id = await hold(window, practice, 2);
    // Said later, this would take the place of what is waited for.
    await expect(status(window)).toHaveText(`Board ${id.slice(0, 8)} will be deleted in 10 seconds.`);
    await window.keyboard.press('Delete');
    await expect(status(window)).toHaveText('Delete…: Already queued for deletion.');
    await button(toasts(window), 'Cancel').click();
  });

  await test.step('“Start now” deletes that board and no other', async () => {
    const before = await idsOf(practice);
    const id = await idAt(practice, 3);
    await row(window, id).click();
    await window.keyboard.press('Delete');
    await deleteNow(window);
    await expect(status(window)).toHaveText(
      `Board ${id.slice(0, 8)} deleted. The service said: Board deleted.`,
    );
    await expect(row(window, id)).toHaveCount(0);
    expect(await idsOf(practice)).toEqual(before.filter((each) => each !== id));
    expect(await deletes(practice)).toBe(1);
  });

  await test.step('a held delete starts by itself when its time is over', async () => {
    await holdFor(window, 5);
    const id = await hold(window, practice, 4);
    await expect(row(window, id)).toHaveCount(0, { timeout: 20_000 });
    expect(await idsOf(practice)).not.toContain(id);
  });

  await test.step('the drawer keeps finished jobs until they are dismissed', async () => {
    const drawer = await openJobs(window);
    await expect(drawer.getByRole('listitem')).toHaveCount(6);
    await expect(drawer.getByRole('listitem').first()).toContainText('1 deleted');
    await button(drawer.getByRole('listitem').first(), 'Dismiss').click();
    await expect(drawer.getByRole('listitem')).toHaveCount(5);
    await window.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
  });
});

test('a press on a button just as another deletion moves under it does nothing, and says so', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await holdFor(window, 300);
  const first = await hold(window, practice, 1);
  await holdFor(window, 600);
  const second = await hold(window, practice, 2);
  await expect(toasts(window)).toContainText(first);
  // Below a dialog that still closes stands another stack.
  await expect(toasts(window)).toContainText('1 more');
  // Its end is another message, which comes later.
  await practice.faults.set('deleteBoard', { kind: 'latency', ms: 3000 });
  // The finger was on its way already: it comes down in the moment in which the first deletion begins.
  await toasts(window).evaluate((stack, gone) => {
    new MutationObserver((_changes, watching) => {
      if (stack.textContent.includes(gone)) return;
      watching.disconnect();
      [...stack.querySelectorAll('button')].find((each) => each.textContent === 'Start now')?.click();
    }).observe(stack, { childList: true, characterData: true, subtree: true });
  }, first);
  const jobs = await callMain(window, 'jobs.list', {});
  const soon = jobs.ok
    ? jobs.value.find(({ holdUntil }) => holdUntil !== null && holdUntil < Date.now() + 400_000)
    : undefined;
  await callMain(window, 'jobs.startNow', { jobId: soon?.id ?? '' });
  await expect(status(window)).toHaveText(/^Another deletion moved here\./u);
  await expect(toasts(window)).toContainText(second);
  await expect(status(window)).toContainText(`Board ${first.slice(0, 8)} deleted.`);
  await button(toasts(window), 'Cancel').click();
  await expect(toasts(window).getByText('will be deleted')).toHaveCount(0);
  expect(await idsOf(practice)).toContain(second);
  expect(await deletes(practice)).toBe(1);
});

test('Stop… pauses a running delete at once, and only Keep going lets it go on', async ({
  easel: { window },
  practice,
}) => {
  test.setTimeout(120_000);
  await connect(window, entriesFor(practice));
  // Long enough that the next boards would be sent while the question is open.
  await practice.faults.set('deleteBoard', { kind: 'latency', ms: 1500 });
  await pick(window, 60);
  await queuePicked(window);
  const drawer = await openJobs(window);
  const job = drawer.getByRole('listitem');
  await button(job, 'Start now').click();
  await expect.poll(() => deletes(practice)).toBeGreaterThan(0);
  await button(job, 'Stop…').click();
  const question = window.getByRole('alertdialog', { name: 'Stop deleting 60 boards?' });
  await expect(question).toContainText('It is paused.');
  // What was on its way when it was paused arrives meanwhile.
  await window.waitForTimeout(300);
  const sent = await deletes(practice);
  expect(sent).toBeLessThan(60);

  await test.step('nothing more is sent while the question is open', async () => {
    await window.waitForTimeout(4000);
    expect(await deletes(practice)).toBe(sent);
    expect(await idsOf(practice)).toHaveLength(312 - sent);
    await expect(question).toBeVisible();
    await expect(job).toContainText('You paused it.');
  });
  await test.step('it goes on after Keep going, and leaves nothing out', async () => {
    await button(question, 'Keep going').click();
    await expect(question).toHaveCount(0);
    await expect.poll(() => deletes(practice)).toBeGreaterThan(sent);
    await practice.faults.clear('deleteBoard');
    await expect(job).toContainText('Deleted 60 boards.', { timeout: 30_000 });
    expect(await deletes(practice)).toBe(60);
    expect(await idsOf(practice)).toHaveLength(312 - 60);
  });
});

test('Stop leaves the rest untouched and says so, and held jobs wait for a person after a restart', async ({
  easel: { window },
  practice,
  restart,
}) => {
  test.setTimeout(120_000);
  await connect(window, entriesFor(practice));
  await practice.faults.set('deleteBoard', { kind: 'latency', ms: 1500 });

  await test.step('Stop asks first and says exactly what it leaves', async () => {
    await pick(window, 60);
    await queuePicked(window);
    const drawer = await openJobs(window);
    const job = drawer.getByRole('listitem');
    await button(job, 'Start now').click();
    await button(job, 'Stop…').click();
    const question = window.getByRole('alertdialog', { name: 'Stop deleting 60 boards?' });
    await expect(button(question, 'Keep going')).toBeFocused();
    await expect(question).toContainText('untouched');
    await button(question, 'Stop in Acme School (Test)').click();
    await expect(job).toContainText(/Stopped deleting 60 boards: .*\d+ untouched\./u);
    const said = (await job.textContent()) ?? '';
    const untouched = Number(/(\d+) untouched/u.exec(said)?.[1]);
    await expect(job).toContainText(`${60 - untouched} deleted`);
    expect(await idsOf(practice)).toHaveLength(312 - 60 + untouched);
    await window.keyboard.press('ControlOrMeta+j');
  });

  await test.step('held jobs wait after a restart, and nothing is sent', async () => {
    await holdFor(window, 300);
    await grid(window).focus();
    await window.keyboard.press('Home');
    await hold(window, practice, 13);
    await pick(window, 11);
    await queuePicked(window);
    const sent = await deletes(practice);
    const again = await restart();
    await boardsListed(again.window);
    await expect(status(again.window)).toHaveText('2 jobs are waiting for you');
    await button(jobsLine(again.window), '2 jobs are waiting for you').click();
    const drawer = again.window.getByRole('complementary', { name: 'Jobs' });
    const many = drawer.getByRole('listitem').filter({ hasText: 'Delete 11 boards' });
    await expect(many).toContainText('Easel was closed. Nothing was sent.');
    expect(await deletes(practice)).toBe(sent);
    await practice.faults.clear('deleteBoard');
    await button(many, 'Start now').click();
    await expect(many).toContainText('Deleted 11 boards.');
    await button(drawer.getByRole('listitem').filter({ hasText: 'Delete board' }), 'Cancel').click();
    await expect(jobsLine(again.window)).not.toContainText('waiting for you');
    expect(await deletes(practice)).toBe(sent + 11);
  });
});

test('the hold time for deletes is set in Settings', async ({ easel, practice }) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await window.keyboard.press('ControlOrMeta+,');
  await test.step('settings are found by their words; theme and density apply at once', async () => {
    const find = window.getByLabel('Find a setting');
    // At once: the screen may still be on its way.
    await window.keyboard.press('ControlOrMeta+f');
    await expect(find).toBeFocused();
    await window.keyboard.type('nothing like it');
    await expect(window.getByText('No setting has')).toBeVisible();
    await button(window, 'Show all settings').click();
    await find.fill('appearance');
    await expect(window.getByLabel('Hold single deletes for')).toBeHidden();
    const scheme = () => window.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    // By a key: each choice needs a press of its own.
    const choose = (label: string, key: string) => window.getByLabel(label).press(key);
    await choose('Theme', 'End');
    await expect.poll(scheme).toBe(true);
    await choose('Density', 'End');
    await window.keyboard.press('ControlOrMeta+2');
    const heightOf = () =>
      grid(window)
        .locator('[data-rank]')
        .first()
        .evaluate((row) => row.clientHeight);
    await expect.poll(heightOf).toBe(23);
    await window.keyboard.press('ControlOrMeta+,');
    await choose('Density', 'Home');
    await choose('Theme', 'Home');
    await expect.poll(scheme).toBe(false);
    await window.getByRole('heading', { name: 'Deleting' }).click();
  });
  await window.getByLabel('Hold single deletes for').selectOption({ label: '1 minute' });
  await expect(status(window)).toHaveText('Hold single deletes for 1 minute: applies from the next delete.');
  await window.keyboard.press('ControlOrMeta+2');
  await hold(window, practice, 1);
  await expect(jobsLine(window)).toContainText(/1:00|0:5\d/u);

  await test.step('of two holds one has a toast, reached by F6, and the other is counted; Escape hides one, and it stays on hold', async () => {
    await hold(window, practice, 2);
    const waiting = toasts(window).getByText('will be deleted in');
    await expect(waiting).toHaveCount(1);
    const more = button(toasts(window), '1 more');
    await expect(more).toBeVisible();
    await expect(grid(window)).toBeFocused();
    const first = button(toasts(window), 'Cancel').first();
    for (let panes = 0; panes < 5 && !(await first.evaluate((each) => each.matches(':focus'))); panes += 1)
      await window.keyboard.press('F6');
    await expect(first).toBeFocused();
    await window.keyboard.press('Escape');
    await expect(more).toHaveCount(0);
    await expect(waiting).toHaveCount(1);
    await expect(first).toBeFocused();
    // What has only just come under the keys takes none.
    await expect(async () => {
      if ((await waiting.count()) > 0) await window.keyboard.press('Enter');
      await expect(waiting).toHaveCount(0, { timeout: 500 });
    }).toPass();
    // Back where F6 came from.
    const details = window.getByRole('complementary', { name: 'Board details' });
    await expect(details.locator(':focus')).toHaveCount(1);
    await expect(jobsLine(window)).toContainText('Next delete in');
  });
  expect(await deletes(practice)).toBe(0);
});
