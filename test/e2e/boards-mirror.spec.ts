/** The mirror of boards on this computer: any board is found at once, and all that people know of it stays. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from 'playwright';
import { startPractice } from '../practice/practice.ts';
import { boardsListed, connect, entriesFor } from '../support/easel.ts';
import { expect, test } from './fixtures.ts';

const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Boards' });
const row = (window: Page, place: number): Locator =>
  grid(window).locator(`[role="row"][aria-rowindex="${place + 2}"]`);
const listing = (window: Page): Locator => window.getByTestId('listing-status');

/** The file of the one connection's boards. */
async function mirrorIn(userData: string): Promise<string> {
  const folder = path.join(userData, 'boards');
  const names = await readdir(folder);
  return path.join(folder, names.find((name) => name.endsWith('.db')) ?? 'none');
}

/** The rarest piece of an id: how many keys it takes to tell it from all others. */
function rarestPiece(ids: readonly string[], id: string, length: number): string {
  let best = id.slice(0, length);
  let fewest = Number.POSITIVE_INFINITY;
  for (let at = 0; at + length <= id.length; at += 1) {
    const piece = id.slice(at, at + length);
    const holders = ids.filter((other) => other.includes(piece)).length;
    if (holders < fewest) [best, fewest] = [piece, holders];
  }
  return best;
}

test('five letters of an id find one board among 21,000, matches are counted, and sorting by a field can be given up', async ({
  easel,
}) => {
  test.setTimeout(180_000);
  const { window } = easel;
  const practice = await startPractice({ boards: 21_000 });
  try {
    await window.getByRole('button', { name: 'Connect to your service' }).waitFor();
    await connect(window, entriesFor(practice));
    await expect(listing(window)).toHaveText('21,000 loaded, complete', { timeout: 60_000 });
    const ids = (await practice.contents()).boards;
    const wanted = ids[14_642] ?? 'none';
    const piece = rarestPiece(ids, wanted, 5);
    const holders = ids.filter((id) => id.includes(piece)).length;

    await grid(window).focus();
    await window.keyboard.press('/');
    await window.keyboard.type(piece);
    await expect(grid(window)).toHaveAttribute('aria-rowcount', String(holders + 1));
    await expect(grid(window)).toContainText(wanted);

    // From the first letter on the count is exact.
    await window.keyboard.press('ControlOrMeta+a');
    await window.keyboard.type('a');
    const many = ids.filter((id) => id.includes('a')).length;
    await expect(grid(window)).toHaveAttribute('aria-rowcount', String(many + 1));
    await grid(window).focus();
    await window.keyboard.press('ControlOrMeta+a');
    const count = many.toLocaleString('en');
    await expect(window.getByTestId('selected')).toHaveText(`All ${count} selected`);

    await test.step('sorting by a field of the service says how far it is, is cancelled, and is kept', async () => {
      await window.getByRole('searchbox').fill('');
      await expect(grid(window)).toHaveAttribute('aria-rowcount', '21001');
      await window.getByRole('button', { name: 'Columns' }).click();
      await window.getByRole('menuitemcheckbox', { name: 'updated_at' }).click();
      await window.keyboard.press('Escape');
      const heading = grid(window).getByRole('columnheader').filter({ hasText: 'updated_at' });
      const progress = window.getByRole('progressbar', { name: 'Sorting boards' });
      await expect(row(window, 0)).toHaveText(/\d{4}-\d{2}-\d{2} [\d:]{8}$/u);
      const newest = (await row(window, 0).textContent()) ?? 'none';
      // Whoever holds the file holds the making of an index up.
      const file = new DatabaseSync(await mirrorIn(easel.userData));
      try {
        file.exec('BEGIN IMMEDIATE');
        await heading.getByRole('button').first().click();
        await expect(progress).toHaveText('Sorting, 0 % done');
        await window.getByRole('button', { name: 'Cancel', exact: true }).click();
        await expect(progress).toBeHidden();
        await expect(heading).toHaveAttribute('aria-sort', 'none');
        await expect(row(window, 0)).toHaveText(newest);
      } finally {
        file.close();
      }
      await heading.getByRole('button').first().click();
      await expect(heading).toHaveAttribute('aria-sort', 'ascending');
      await expect(progress).toBeHidden();
      await expect(row(window, 0)).not.toHaveText(newest);
    });
  } finally {
    await practice.stop();
  }
});

test('a refresh finds new and vanished boards, and the current row stays on its board', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  const { boards } = await practice.contents();
  const [gone = '', kept = ''] = [boards[1], boards[4]];
  await row(window, 4).click();
  await expect(row(window, 4)).toContainText(kept);
  await fetch(`${practice.origin}/api/board/${gone}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${practice.apiKey}` },
  });
  await window.getByRole('button', { name: 'Refresh boards' }).click();
  await expect(window.getByText('1 vanished')).toBeVisible();
  await boardsListed(window);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '312');
  await expect(row(window, 3)).toContainText(kept);
  await expect(row(window, 3)).toHaveAttribute('aria-selected', 'true');
});

test('a change to the notes of many boards is undone as a whole', async ({ easel, practice }) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await expect(row(window, 0)).not.toHaveAttribute('aria-busy', 'true');
  await grid(window).focus();
  await window.keyboard.press('ControlOrMeta+a');
  await expect(window.getByTestId('selected')).toHaveText('All 312 selected');
  await window.getByRole('button', { name: 'Edit notes…' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Customer' }).fill('Acme School');
  await dialog.getByRole('button', { name: 'Change notes of 312 boards' }).click();
  await dialog.waitFor({ state: 'detached' });
  await window.getByRole('searchbox').fill('acme');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '313');
  await grid(window).focus();
  await window.keyboard.press('ControlOrMeta+z');
  await expect(window.getByText('No boards match.')).toBeVisible();
});
