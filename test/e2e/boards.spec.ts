/** One board: seen in detail, made, deleted. */
import type { Locator, Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import { connect, deleteNow, endJob, entriesFor } from '../support/easel.ts';
import { expect, test } from './fixtures.ts';

const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Boards' });
const rows = (window: Page): Locator => grid(window).getByRole('row');
const row = (window: Page, id: string): Locator => rows(window).filter({ hasText: id });
const listing = (window: Page): Locator => window.getByTestId('listing-status');
const details = (window: Page): Locator => window.getByRole('complementary', { name: 'Board details' });
const find = (window: Page): Locator => window.getByRole('searchbox', { name: /^Find in id/ });
const button = (inside: Page | Locator, name: string): Locator =>
  inside.getByRole('button', { name, exact: true });

/** The board at a place of the list, newest first. */
async function boardAt(practice: PracticeService, place: number): Promise<string> {
  return (await practice.contents()).boards.at(place) ?? 'no such board';
}

async function askToDelete(window: Page, id: string): Promise<Locator> {
  await row(window, id).click();
  // After a failure the service must answer again first: until then changes are off.
  await expect(button(window, 'Delete…')).not.toHaveAttribute('aria-disabled', { timeout: 30_000 });
  await window.keyboard.press('Delete');
  return window.getByRole('alertdialog', { name: 'Delete this board?' });
}

test.describe('a board', () => {
  test('shows relative and absolute time, unknown fields and the raw response', async ({
    easel,
    practice,
  }) => {
    const { window } = easel;
    const id = await boardAt(practice, 3);
    const answer = { room_id: id, created_at: '2022-06-30 08:34:57', colour: 'teal', seats: { free: 3 } };
    await practice.faults.set('viewBoard', { kind: 'status', status: 200, body: answer });
    await connect(window, entriesFor(practice));
    await expect(row(window, id).getByRole('time')).toHaveAttribute(
      'title',
      /^\d+ \w{3} 20\d\d, \d\d:\d\d:\d\d \S+$/u,
    );
    await expect(row(window, id)).toContainText(/ago|yesterday|last|just now/u);
    await row(window, id).click();
    await expect(details(window)).toContainText(/\d years ago/u);
    await expect(details(window)).toContainText(/30 Jun 2022, \d\d:34:57/u);
    await expect(details(window)).toContainText(
      'The service sent 2022-06-30 08:34:57 without a time zone: taken as UTC.',
    );
    await details(window).getByRole('tab', { name: 'Fields' }).click();
    await expect(details(window).getByRole('tabpanel')).toContainText('colourteal');
    await expect(details(window).getByRole('tabpanel')).toContainText('seats{"free":3}');
    await details(window).getByRole('tab', { name: 'JSON' }).click();
    const raw = await details(window).locator('pre').textContent();
    expect(JSON.parse(raw ?? '')).toEqual(answer);
  });

  test('is fetched once the selection rests, not for each row on the way', async ({ easel, practice }) => {
    const { window } = easel;
    await connect(window, entriesFor(practice));
    const last = await boardAt(practice, 20);
    await row(window, await boardAt(practice, 0)).click();
    for (let step = 0; step < 20; step += 1) await window.keyboard.press('ArrowDown');
    await expect(details(window)).toContainText('Read at');
    await expect(details(window)).toContainText(last);
    const { log } = await practice.requests();
    const views = log.filter(({ endpoint }) => endpoint === 'viewBoard');
    expect(views.at(-1)?.path).toBe(`/api/board/${last}`);
    expect(views.length).toBeLessThan(10);
  });

  test('says why it can’t be fetched, and is fetched on retry', async ({ easel, practice }) => {
    const { window } = easel;
    await practice.faults.set('viewBoard', { kind: 'status', status: 404 });
    await connect(window, entriesFor(practice));
    await row(window, await boardAt(practice, 0)).click();
    await expect(details(window).getByRole('alert')).toContainText(
      'seems not to know this board (status 404).',
    );
    await practice.faults.clear();
    await details(window).getByRole('button', { name: 'Try again' }).click();
    await expect(details(window)).toContainText('Read at');
    await expect(details(window).getByRole('alert')).toHaveCount(0);
  });
});

test.describe('creating', () => {
  test('a board is created once, and only a response that names it counts as success', async ({
    easel,
    practice,
  }) => {
    const { window } = easel;
    await connect(window, entriesFor(practice));
    await test.step('Create sends one request without a body and selects the new board on top', async () => {
      const before = new Set((await practice.contents()).boards);
      await find(window).fill('zzz');
      await button(window, 'New board').click();
      await expect(listing(window)).toHaveText('313 loaded, complete');
      const made = (await practice.contents()).boards.find((id) => !before.has(id));
      await expect(rows(window).nth(1)).toContainText(made ?? 'no new board');
      await expect(rows(window).nth(1)).toHaveAttribute('aria-selected', 'true');
      await expect(rows(window).nth(1)).toContainText('just now');
      await expect(find(window)).toHaveValue('');
      await expect(details(window)).toContainText(made ?? 'no new board');
      const label = window.getByRole('textbox', { name: 'Rename board' });
      await expect(label).toBeFocused();
      await window.keyboard.type('Chess club');
      await window.keyboard.press('Enter');
      await expect(grid(window)).toBeFocused();
      await expect(rows(window).nth(1).getByText('Chess club')).toBeVisible();
      const posts = (await practice.requests()).log.filter(({ method }) => method === 'POST');
      expect(posts).toEqual([expect.objectContaining({ path: '/api/board', contentType: undefined })]);
    });
    await test.step('a response without an id doesn’t count as success', async () => {
      await practice.faults.clear();
      await practice.clearRequests();

      await practice.faults.set('createBoard', { kind: 'create-board-shape', variant: 'no-room-id' });
      await button(window, 'New board').click();
      await expect(window.getByRole('alert')).toContainText('came without an identifier');
      expect((await practice.requests()).counts.createBoard).toBe(1);
    });
    await test.step('a create whose response is lost is sent once, and advises to check before another', async () => {
      await practice.faults.clear();
      await practice.clearRequests();

      await practice.faults.set('createBoard', { kind: 'cut', at: 'after-processing' });
      await button(window, 'New board').click();
      // What the one before came to reads much the same.
      await expect.poll(async () => (await practice.requests()).counts.createBoard).toBe(1);
      const notice = window.getByRole('alert');
      await expect(notice).toContainText('The board may or may not have been created');
      await expect(notice).toContainText(
        'Refresh the list and look for a new board before you create another.',
      );
      await expect(notice.getByRole('button', { name: 'Try again' })).toHaveCount(0);
      expect((await practice.requests()).counts.createBoard).toBe(1);
      await button(window, 'Refresh boards').click();
      await expect(listing(window)).toHaveText('315 loaded, complete');
      expect((await practice.requests()).counts.createBoard).toBe(1);
    });
  });
});

test.describe('deleting', () => {
  test('focuses Cancel first: Enter, Escape and Cancel send nothing', async ({ easel, practice }) => {
    const { window } = easel;
    await connect(window, entriesFor(practice));
    const id = await boardAt(practice, 1);
    for (const answer of ['Enter', 'Escape', 'Cancel']) {
      const question = await askToDelete(window, id);
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await expect(question).toContainText(id);
      await expect(question).toContainText('Acme School');
      await expect(question).toContainText('This can’t be undone.');
      await expect(question).toContainText('You can cancel for 10 seconds.');
      await expect(button(question, 'Delete board in Acme School (Test)')).toBeVisible();
      if (answer === 'Cancel') await question.getByRole('button', { name: 'Cancel' }).click();
      else await window.keyboard.press(answer);
      await expect(question).toHaveCount(0);
    }
    expect((await practice.requests()).counts.deleteBoard).toBe(0);
    await expect(row(window, id)).toHaveCount(1);
  });

  test('removes the one board from the list and shows what the service said', async ({ easel, practice }) => {
    const { window } = easel;
    await connect(window, entriesFor(practice));
    const id = await boardAt(practice, 1);
    const rest = (await practice.contents()).boards.filter((each) => each !== id);
    await askToDelete(window, id);
    await deleteNow(window);
    await expect(
      window.getByText(`Board ${id.slice(0, 8)} deleted. The service said: Board deleted.`).first(),
    ).toBeVisible();
    await expect(row(window, id)).toHaveCount(0);
    await expect(listing(window)).toHaveText('311 loaded, complete');
    expect((await practice.contents()).boards).toEqual(rest);
    expect((await practice.requests()).counts.deleteBoard).toBe(1);
  });

  test('says so when somebody else deleted the board first', async ({ easel, practice }) => {
    const { window } = easel;
    await connect(window, entriesFor(practice));
    const id = await boardAt(practice, 1);
    await askToDelete(window, id);
    const headers = { authorization: `Bearer ${practice.apiKey}` };
    await fetch(`${practice.origin}/api/board/${id}`, { method: 'DELETE', headers });
    await deleteNow(window);
    await expect(window.getByText(`Board ${id.slice(0, 8)} was already gone`).first()).toBeVisible();
    await expect(row(window, id)).toHaveCount(0);
  });

  const failing = [
    [{ kind: 'delete-shape', variant: 'refused' }, 'The item is in use'],
    [{ kind: 'status', status: 500 }, 'reports an internal error (status 500)'],
    [{ kind: 'status', status: 403 }, 'doesn’t allow this'],
    [{ kind: 'html', status: 404 }, 'doesn’t know this board, and still shows it'],
    [{ kind: 'cut', at: 'before-headers' }, 'The board may or may not have been deleted'],
  ] as const;
  test('keeps the row on failure and says why, for every kind of failure', async ({ easel, practice }) => {
    const { window } = easel;
    await connect(window, entriesFor(practice));
    const id = await boardAt(practice, 1);
    for (const [fault, sentence] of failing) {
      await test.step(sentence, async () => {
        await practice.faults.set('deleteBoard', fault);
        await askToDelete(window, id);
        await deleteNow(window);
        const notice = window.getByText(`Board ${id.slice(0, 8)}`).filter({ hasText: sentence });
        await expect(notice.first()).toBeVisible({ timeout: 30_000 });
        await expect(row(window, id)).toHaveCount(1);
        await endJob(window);
      });
    }
    expect((await practice.contents()).boards).toContain(id);
  });
});
