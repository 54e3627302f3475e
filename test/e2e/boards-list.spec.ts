/** The list of boards: every page, in whatever form it comes, found in and sorted. */
import type { Locator, Page } from 'playwright';
import { startPractice, type PracticeService } from '../practice/practice.ts';
import { connect, entriesFor, fillForm } from '../support/easel.ts';
import { expect, test } from './fixtures.ts';

const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Boards' });
const rows = (window: Page): Locator => grid(window).getByRole('row');
const row = (window: Page, id: string): Locator => rows(window).filter({ hasText: id });
const listing = (window: Page): Locator => window.getByTestId('listing-status');
const details = (window: Page): Locator => window.getByRole('complementary', { name: 'Board details' });
const find = (window: Page): Locator => window.getByRole('searchbox', { name: /^Find in id/ });
const button = (window: Page, name: string): Locator => window.getByRole('button', { name, exact: true });

/** The board at a place of the list, newest first. */
async function boardAt(practice: PracticeService, place: number): Promise<string> {
  return (await practice.contents()).boards.at(place) ?? 'no such board';
}

/** Connects without waiting for the list. */
async function connectOnly(window: Page, practice: PracticeService): Promise<void> {
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await fillForm(window, entriesFor(practice));
  await button(window, 'Save').click();
}

test('the list fetches every page of a large account and shows its progress', async ({ easel }) => {
  const { window } = easel;
  const practice = await startPractice({ boards: 2300 });
  const shape = { kind: 'list-shape', envelope: 'data', total: 'total' } as const;
  // The first page is answered, and what is asked to know an offset's meaning; of the pages behind any may come first.
  await practice.faults.set('listBoards', [shape, { kind: 'silence', after: 3 }]);
  await connectOnly(window, practice);
  // Held in the middle of the list: rows are there already.
  await expect(listing(window)).toHaveText('1,000 of 2,300 so far…');
  const progress = window.getByRole('progressbar', { name: 'Loading boards' });
  await expect(progress).toHaveJSProperty('value', 1000 / 2300);
  await expect(row(window, await boardAt(practice, 0))).toBeVisible();
  await button(window, 'Stop loading').click();
  await expect(listing(window)).toHaveText('1,000 loaded, may be incomplete');

  await practice.faults.set('listBoards', shape);
  await practice.clearRequests();
  await button(window, 'Refresh boards').click();
  await expect(listing(window)).toHaveText('2,300 loaded, complete');
  await expect(progress).toHaveCount(0);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '2301');
  for (const place of [0, 99, 100, 1250, 2299]) {
    const id = await boardAt(practice, place);
    await find(window).fill(id);
    await expect(rows(window).nth(1)).toContainText(id);
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '2');
  }
  const { peakOpen } = await practice.requests();
  expect(peakOpen.listBoards).toBeLessThanOrEqual(4);
  await practice.stop();
});

test('search finds any part of an id in any letter case, and says when nothing matches', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  const id = await boardAt(practice, 200);
  await find(window).fill(id.slice(9, 23).toUpperCase());
  await expect(rows(window)).toHaveCount(2);
  await expect(rows(window).nth(1)).toContainText(id);
  await expect(window.getByText('1 board found')).toBeVisible();
  await find(window).fill('no-such-id');
  await expect(window.getByText('No boards match.')).toBeVisible();
  await button(window, 'Clear search').click();
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '313');
  await expect(find(window)).toHaveValue('');
});

test('the list is newest first, and sorts by either column in both directions', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  const newestFirst = (await practice.contents()).boards;
  const byId = newestFirst.toSorted();
  const heading = (name: string): Locator => grid(window).getByRole('columnheader', { name });
  await window.getByRole('button', { name: 'Columns' }).click();
  await window.getByRole('menuitemcheckbox', { name: 'Id', exact: true }).click();
  await window.keyboard.press('Escape');
  await expect(heading('Created')).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(window).nth(1)).toContainText(newestFirst[0] ?? '');
  for (const [column, direction, first] of [
    ['Created', 'ascending', newestFirst.at(-1)],
    ['Id', 'ascending', byId[0]],
    ['Id', 'descending', byId.at(-1)],
    ['Created', 'descending', newestFirst[0]],
  ] as const) {
    await heading(column).getByRole('button').click();
    await expect(heading(column)).toHaveAttribute('aria-sort', direction);
    await expect(rows(window).nth(1)).toContainText(first ?? 'no board');
  }
});

test('an account without boards says so and offers to create one', async ({ easel, practice }) => {
  const { window } = easel;
  await practice.faults.set('listBoards', { kind: 'status', status: 200, body: [] });
  await connect(window, entriesFor(practice));
  await expect(listing(window)).toHaveText('0 loaded, complete');
  await expect(window.getByText('This account has no boards.')).toBeVisible();
  await grid(window).locator('..').getByRole('button', { name: 'New board' }).click();
  await expect(rows(window)).toHaveCount(2);
  expect((await practice.requests()).counts.createBoard).toBe(1);
});

test('items that Easel can’t read are counted, and one without an id is shown but can’t be acted on', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  const body = {
    total: 4,
    data: [
      { room_id: 'a-board', created_at: 'a while ago' },
      { created_at: '2026-01-02 03:04:05' },
      42.5,
      null,
    ],
  };
  await practice.faults.set('listBoards', { kind: 'status', status: 200, body });
  await connect(window, entriesFor(practice));
  await expect(listing(window)).toHaveText('2 loaded, may be incomplete');
  await expect(window.getByText('2 items not understood', { exact: true })).toBeVisible();
  await window.getByText('Show raw').click();
  await expect(window.getByText('42.5')).toBeVisible();
  await expect(row(window, 'a-board')).toContainText('a while ago');
  await row(window, 'no id').click();
  await expect(details(window)).toContainText('can’t be opened or deleted');
  await expect(button(window, 'Delete…')).toHaveAttribute('aria-disabled', 'true');
  await window.keyboard.press('Delete');
  await expect(window.getByRole('alertdialog')).toHaveCount(0);
  const { counts } = await practice.requests();
  expect(counts.listBoards).toBeLessThan(10);
  expect(counts.viewBoard + counts.deleteBoard).toBe(0);
});

test('a list from a service that ignores the offset is never shown as complete', async ({ easel }) => {
  const { window } = easel;
  const practice = await startPractice({ boards: 1500 });
  await practice.faults.set('listBoards', { kind: 'list-paging', rule: 'offset-ignored' });
  await connectOnly(window, practice);
  await expect(listing(window)).toHaveText('1,000 loaded, may be incomplete');
  await expect(window.getByText('The service didn’t mark the end.')).toBeVisible();
  expect((await practice.requests()).counts.listBoards).toBeLessThan(10);
  await practice.stop();
});
