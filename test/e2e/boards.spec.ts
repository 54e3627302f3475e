import type { Locator, Page } from 'playwright';
import { startPractice } from '../practice/practice.ts';
import { callMain, connect, deleteNow, entriesFor, fillForm, holdFor, jobsLine } from '../support/easel.ts';
import {
  button,
  deletes,
  find,
  grid,
  hold,
  idAt,
  idsOf,
  listing,
  row,
  status,
} from '../support/jobs-screen.ts';
import { must } from '../support/must.ts';
import { expect, test } from './fixtures.ts';

const rows = (window: Page): Locator => grid(window).getByRole('row');

async function askToDelete(window: Page, id: string): Promise<Locator> {
  await row(window, id).click();
  // Waits, because after a failure Easel disables changes until the service responds again.
  await expect(button(window, 'Delete…')).not.toHaveAttribute('aria-disabled', { timeout: 30_000 });
  await window.keyboard.press('Delete');
  return window.getByRole('alertdialog', { name: 'Delete this board?' });
}

test('“Refresh boards” completes a long board list whose loading was stopped', async ({ easel }) => {
  const { window } = easel;
  const practice = await startPractice({ boards: 2300 });
  const shape = { kind: 'list-shape' } as const;
  // The service answers only five requests. Easel needs three of them to find the meaning of the parameter `offset`.
  await practice.faults.set('listBoards', [shape, { kind: 'silence', after: 5 }]);
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await fillForm(window, entriesFor(practice));
  await button(window, 'Save').click();
  // Of the five responses, one or two contain a full result page, because Easel requests result pages concurrently.
  await expect(listing(window)).toHaveText(/^1,(?:000|999) of 2,300 loaded so far…$/u);
  const progress = window.getByRole('progressbar', { name: 'Loading boards' });
  expect([1000 / 2300, 1999 / 2300]).toContain(
    await progress.evaluate((bar: HTMLProgressElement) => bar.value),
  );
  await button(window, 'Stop loading').click();
  await expect(listing(window)).toHaveText(/^1,(?:000|999) loaded, may be incomplete$/u);
  await expect(progress).toHaveCount(0);

  await practice.faults.set('listBoards', shape);
  await practice.clearRequests();
  await button(window, 'Refresh boards').click();
  await expect(listing(window)).toHaveText('2,300 loaded, complete');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '2301');
  // More than six concurrent requests would mean that requests of the cancelled listing still run.
  expect((await practice.requests()).peakOpen.listBoards).toBeLessThanOrEqual(6);

  const id = await idAt(practice, 2299);
  await find(window).fill(id.slice(9, 23).toUpperCase());
  await expect(rows(window)).toHaveCount(2);
  await expect(rows(window).nth(1)).toContainText(id);

  await practice.stop();
});

test('the boards screen shows an alert if the service’s response to “New board” contains no id', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  const before = new Set(await idsOf(practice));
  await find(window).fill('zzz');
  await practice.faults.set('createBoard', { kind: 'create-board-shape', variant: 'id-only' });
  await button(window, 'New board').click();
  await expect(listing(window)).toHaveText('313 loaded, complete');
  const made = (await idsOf(practice)).find((id) => !before.has(id)) ?? 'no new board';
  await expect(rows(window).nth(1)).toContainText(made);
  await expect(rows(window).nth(1)).toContainText('now');
  await expect(rows(window).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(find(window)).toHaveValue('');
  await expect(window.getByRole('textbox', { name: 'Change label' })).toBeFocused();
  await window.keyboard.type('Chess club');
  await window.keyboard.press('Enter');
  await expect(rows(window).nth(1).getByText('Chess club')).toBeVisible();

  await practice.faults.set('createBoard', { kind: 'create-board-shape', variant: 'no-room-id' });
  await button(window, 'New board').click();
  const unknown = window.getByRole('list', { name: 'Outcome unknown' });
  await expect(unknown).toContainText('contained no identifier');
  await practice.faults.set('createBoard', { kind: 'cut', at: 'after-processing' });
  await button(window, 'New board').click();
  await expect.poll(async () => (await practice.requests()).counts.createBoard).toBe(3);
  await expect(unknown).toContainText('The board may or may not have been created');
  await expect(button(window, 'Try again')).toHaveCount(0);
  await button(window, 'Refresh boards').click();
  await expect(listing(window)).toHaveText('315 loaded, complete');
  await practice.faults.set('createBoard', { kind: 'silence' });
  await button(window, 'New board').click();
  await expect(window.getByText(/^Creating… \d+ s$/u)).toBeVisible();
  await window.getByRole('group', { name: 'New board' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(unknown.getByRole('listitem')).toHaveCount(3);
  expect((await practice.requests()).counts.createBoard).toBe(4);
});

test('a confirmed delete is on hold for some seconds before Easel sends it', async ({ easel, practice }) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  const id = await idAt(practice, 1);
  await test.step('pressing Enter in the confirmation dialog of a delete cancels the delete', async () => {
    const question = await askToDelete(window, id);
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(question).toContainText(id);
    await expect(question).toContainText('This can’t be undone.');
    await expect(button(question, 'Delete board in Test')).toBeVisible();
    await window.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(jobsLine(window)).toHaveCount(0);
  });
  await test.step('a board’s row shows that the board is queued for deletion', async () => {
    // Delays the delete by 5 minutes, so that the test can cancel it even on a slow machine.
    await holdFor(window, 300);
    await hold(window, practice, 1);
    await expect(status(window)).toHaveText(`Board ${id.slice(0, 8)} will be deleted in 5 minutes.`);
    await expect(row(window, id)).toContainText('Queued for deletion');
    await expect(grid(window)).toBeFocused();
    await window.keyboard.press('Delete');
    await expect(status(window)).toHaveText('Delete…: Already queued for deletion.');
  });
  await test.step('a delete that the user cancels by keyboard during its hold is never sent', async () => {
    await window.keyboard.press('ControlOrMeta+Shift+x');
    await expect(status(window)).toContainText('Nothing was sent.');
    await window.keyboard.press('ControlOrMeta+Shift+x');
    await expect(jobsLine(window).getByText('will be deleted')).toHaveCount(0);
    expect(await deletes(practice)).toBe(0);
  });
  await test.step('the button “Start now” sends a delete before its hold ends', async () => {
    const rest = (await idsOf(practice)).filter((each) => each !== id);
    await askToDelete(window, id);
    await deleteNow(window);
    await expect(status(window)).toHaveText(
      `Board ${id.slice(0, 8)} deleted. The service said: Board deleted.`,
    );
    await expect(row(window, id)).toHaveCount(0);
    expect(await idsOf(practice)).toEqual(rest);
    expect(await deletes(practice)).toBe(1);
  });
  await test.step('a click on “Start now” is ignored if the button moved under the pointer just before', async () => {
    const sent = await deletes(practice);
    const first = await hold(window, practice, 1);
    await holdFor(window, 600);
    const second = await hold(window, practice, 2);
    await expect(jobsLine(window)).toContainText(first.slice(0, 8));
    await expect(jobsLine(window)).toContainText('2 jobs');
    await practice.faults.set('deleteBoard', { kind: 'latency', ms: 3000 });
    // Clicks "Start now" when the first delete starts, because the button then belongs to the second delete.
    await jobsLine(window).evaluate(
      (stack, gone) => {
        new MutationObserver((_changes, watching) => {
          if (stack.textContent.includes(gone)) return;
          watching.disconnect();
          [...stack.querySelectorAll('button')].find((each) => each.textContent === 'Start now')?.click();
        }).observe(stack, { childList: true, characterData: true, subtree: true });
      },
      first.slice(0, 8),
    );
    const jobs = must(await callMain(window, 'jobs.list', {}));
    const soon = jobs.find(({ holdUntil }) => holdUntil !== null && holdUntil < Date.now() + 400_000);
    await callMain(window, 'jobs.startNow', { jobId: soon?.id ?? '' });
    await expect(status(window)).toHaveText(/^This button now controls another delete\./u);
    await expect(jobsLine(window)).toContainText(second.slice(0, 8));
    await expect(status(window)).toContainText(`Board ${first.slice(0, 8)} deleted.`);
    expect(await idsOf(practice)).toContain(second);
    expect(await deletes(practice)).toBe(sent + 1);
  });
});
