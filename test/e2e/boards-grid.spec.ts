/** The grid of boards: many selected by count, columns as a person wants them, and a board found by typing its id. */
import type { Locator, Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import { findings } from '../support/axe.ts';
import { connect, entriesFor } from '../support/easel.ts';
import { expect, test } from './fixtures.ts';

const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Boards' });
const row = (window: Page, place: number): Locator =>
  grid(window).locator(`[role="row"][aria-rowindex="${place + 2}"]`);
const selected = (window: Page): Locator => window.getByTestId('selected');
const headings = (window: Page): Locator => grid(window).getByRole('columnheader');

const heading = (window: Page, title: string): Locator => headings(window).filter({ hasText: title });

/** Where a heading's right edge can be taken hold of. */
async function edgeOf(column: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await column.boundingBox();
  if (box === null) throw new Error('the heading is not on the page');
  return { x: box.x + box.width + 6, y: box.y + box.height / 2 };
}

interface Place {
  readonly left: number;
  readonly width: number;
}

function widthAndLeft(element: Locator): Promise<Place> {
  return element.evaluate((each) => {
    const { left, width } = each.getBoundingClientRect();
    return { left: Math.round(left), width: Math.round(width) };
  });
}

/** Where the first row's cell of a column is. */
async function cellUnder(window: Page, title: string): Promise<Place> {
  const index = await heading(window, title).getAttribute('aria-colindex');
  return widthAndLeft(row(window, 0).locator(`[role="gridcell"][aria-colindex="${index}"]`));
}

async function connectToGrid(window: Page, practice: PracticeService): Promise<void> {
  await connect(window, entriesFor(practice));
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '313');
  await expect(row(window, 0)).not.toHaveAttribute('aria-busy', 'true');
  // It comes later, and takes some of the width.
  await window.getByText('Select one for its details.').waitFor();
  await grid(window).focus();
}

test('boards are selected one by one, by range and all at once, by keyboard and by mouse', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connectToGrid(window, practice);
  const { keyboard } = window;
  await expect(grid(window)).toHaveAttribute('aria-multiselectable', 'true');
  for (const key of ['ArrowDown', 'Space', 'ArrowDown', 'ArrowDown', 'Space']) await keyboard.press(key);
  await expect(selected(window)).toHaveText('2 of 312 selected');
  for (const [place, on] of [
    [0, 'true'],
    [1, 'false'],
    [2, 'true'],
  ] as const)
    await expect(row(window, place)).toHaveAttribute('aria-selected', on);

  await keyboard.press('Shift+ArrowDown');
  await keyboard.press('Shift+ArrowDown');
  await expect(selected(window)).toHaveText('3 of 312 selected');
  await keyboard.press('Shift+End');
  await expect(selected(window)).toHaveText('310 of 312 selected');
  await keyboard.press('ControlOrMeta+a');
  await expect(selected(window)).toHaveText('All 312 selected');
  await keyboard.press('Home');
  await keyboard.press('Space');
  await expect(selected(window)).toHaveText('311 of 312 selected');
  await keyboard.press('Escape');
  await expect(selected(window)).toHaveCount(0);
  await expect(grid(window)).toBeFocused();
  await expect(row(window, 0)).toHaveAttribute('aria-selected', 'true');

  await row(window, 1).click();
  await row(window, 3).click({ modifiers: ['ControlOrMeta'] });
  await row(window, 6).click({ modifiers: ['Shift'] });
  await expect(selected(window)).toHaveText('4 of 312 selected');
  const all = window.getByTitle('Select all matching', { exact: true });
  expect(await all.boundingBox()).toMatchObject({ width: 24, height: 24 });
  await all.click({ position: { x: 22, y: 2 } });
  await expect(selected(window)).toHaveText('All 312 selected');
  await window.getByRole('button', { name: 'Clear selection' }).click();
  await expect(grid(window)).toBeFocused();
});

test('a click on a checkbox whose row has just changed ticks nothing, and says so', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connectToGrid(window, practice);
  const [gone] = (await practice.contents()).boards;
  await fetch(`${practice.origin}/api/board/${gone}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${practice.apiKey}` },
  });
  // The finger was on its way already: it comes down in the moment in which the rows move up.
  await row(window, 5).evaluate((element) => {
    const before = element.textContent;
    new MutationObserver((_changes, watching) => {
      if (element.textContent === before) return;
      watching.disconnect();
      const box = element.querySelector('[data-pick]');
      box?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, button: 0 }));
    }).observe(element, { childList: true, characterData: true, subtree: true });
  });
  await window.keyboard.press('F5');
  await expect(
    window.getByRole('region', { name: 'Messages' }).getByText('The list moved. Click again.'),
  ).toBeVisible();
  await expect(selected(window)).toHaveCount(0);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '312');
  // By then it is seen which one it is.
  await expect(async () => {
    await row(window, 5).locator('[data-pick]').click();
    await expect(selected(window)).toHaveText('1 of 311 selected', { timeout: 500 });
  }).toPass();
});

test('columns are chosen, moved, widened and sorted, and keep it', async ({ easel, practice }) => {
  const { window } = easel;
  await connectToGrid(window, practice);
  const { keyboard } = window;
  await window.getByRole('button', { name: 'Columns' }).click();
  await expect(window.getByRole('menuitemcheckbox', { name: 'Label', exact: true })).toBeFocused();
  await keyboard.press('n');
  await keyboard.press('Enter');
  await expect(window.getByRole('menuitemcheckbox', { name: 'Note' })).toHaveAttribute(
    'aria-checked',
    'true',
  );
  await window.getByRole('menuitemcheckbox', { name: 'updated_at' }).click();
  await keyboard.press('Escape');
  await expect(headings(window)).toHaveText(['', 'Label', 'Created', 'Tags', 'Note', 'updated_at']);
  await expect(row(window, 0).getByRole('gridcell').last()).toHaveText(/\d{4}-\d\d-\d\d/u);

  const label = headings(window).filter({ hasText: 'Label' });
  await label.getByRole('button').focus();
  await keyboard.press('Alt+ArrowRight');
  await keyboard.press('Alt+ArrowRight');
  await expect(headings(window)).toHaveText(['', 'Created', 'Tags', 'Label', 'Note', 'updated_at']);
  await expect(label.getByRole('button')).toBeFocused();
  const before = await label.evaluate((heading) => heading.clientWidth);
  for (let step = 1; step <= 3; step += 1) {
    await keyboard.press('Shift+ArrowRight');
    await expect.poll(() => label.evaluate((heading) => heading.clientWidth)).toBe(before + 16 * step);
  }
  await keyboard.press('Enter');
  await expect(label).toHaveAttribute('aria-sort', 'ascending');

  await window.reload();
  await expect(headings(window)).toHaveText(['', 'Created', 'Tags', 'Label', 'Note', 'updated_at']);
  await expect.poll(() => label.evaluate((heading) => heading.clientWidth)).toBe(before + 48);
});

test('the mouse widens and moves a column without sorting, and a restart keeps both', async ({
  easel,
  practice,
  restart,
}) => {
  const { window } = easel;
  await connectToGrid(window, practice);
  const { mouse } = window;
  const created = heading(window, 'Created');
  const label = heading(window, 'Label');
  const before = await created.evaluate((each) => each.clientWidth);

  await test.step('dragging the edge resizes heading and cells, and they keep the width', async () => {
    const edge = await edgeOf(created);
    await mouse.move(edge.x, edge.y);
    await mouse.down();
    await mouse.move(edge.x + 20, edge.y);
    await expect.poll(() => created.evaluate((each) => each.clientWidth)).toBe(before + 20);
    await mouse.move(edge.x + 45, edge.y + 60, { steps: 4 });
    await mouse.up();
    await expect.poll(() => created.evaluate((each) => each.clientWidth)).toBe(before + 45);
    await expect.poll(() => cellUnder(window, 'Created')).toEqual(await widthAndLeft(created));
    // Pointing on does not go on with it.
    await mouse.move(edge.x + 120, edge.y + 60);
    await expect.poll(() => created.evaluate((each) => each.clientWidth)).toBe(before + 45);
  });

  await test.step('a click on the edge changes nothing', async () => {
    const edge = await edgeOf(created);
    await mouse.move(edge.x, edge.y);
    await mouse.down();
    await mouse.up();
    await expect(created).toHaveAttribute('aria-sort', 'descending');
    expect(await created.evaluate((each) => each.clientWidth)).toBe(before + 45);
  });

  await test.step('a heading dropped on another takes its place', async () => {
    await label.dragTo(created);
    await expect(headings(window)).toHaveText(['', 'Created', 'Label', 'Tags']);
    await expect(label).toHaveAttribute('aria-sort', 'none');
    await expect(created).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => cellUnder(window, 'Label')).toEqual(await widthAndLeft(label));
    await created.dragTo(heading(window, 'Tags'));
    await expect(headings(window)).toHaveText(['', 'Label', 'Tags', 'Created']);
  });

  await test.step('both changes survive a restart', async () => {
    const again = await restart();
    await expect(headings(again.window)).toHaveText(['', 'Label', 'Tags', 'Created']);
    await expect
      .poll(() => heading(again.window, 'Created').evaluate((each) => each.clientWidth))
      .toBe(before + 45);
  });
});

test('typing the start of an id on the rows, or after Ctrl+G, goes to its board', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connectToGrid(window, practice);
  const { boards } = await practice.contents();
  // One that begins with a digit: letters may be shortcuts.
  const place = boards.findLastIndex((id) => /^\d/u.test(id));
  const id = boards[place] ?? 'no board';
  await window.keyboard.type(id.slice(0, 8));
  await expect(row(window, place)).toHaveAttribute('aria-selected', 'true');
  await expect(row(window, place)).toBeInViewport();

  const other = boards[100] ?? 'no board';
  await window.keyboard.press('ControlOrMeta+g');
  await expect(window.getByRole('textbox', { name: 'Go to id' })).toBeFocused();
  await window.keyboard.type(other.slice(0, 8));
  await expect(row(window, 100)).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Escape');
  await expect(grid(window)).toBeFocused();
  await expect(row(window, 100)).toBeInViewport();
});

test('rows stay where they were scrolled to when somebody comes back before another screen was there', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connectToGrid(window, practice);
  await window.keyboard.press('End');
  await expect(row(window, 311)).toBeInViewport();
  // None of these has been in front yet, so each comes a moment later.
  for (const screen of ['3', '5', '6', '7']) {
    await window.keyboard.press(`ControlOrMeta+${screen}`);
    await window.keyboard.press('ControlOrMeta+2');
    await expect(row(window, 311)).toBeInViewport();
  }
});

test('the gallery shows the same boards, walked through in rows and columns, with the same selection', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connectToGrid(window, practice);
  const { keyboard } = window;
  await keyboard.press('ArrowDown');
  await keyboard.press('g');
  await expect(window.getByRole('button', { name: 'Gallery', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const tile = (rank: number): Locator => grid(window).locator(`[role="gridcell"][data-rank="${rank}"]`);
  await expect(tile(0)).toHaveAttribute('aria-selected', 'true');
  const columns = Number(await grid(window).getAttribute('aria-colcount'));
  expect(columns).toBeGreaterThan(1);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(Math.ceil(312 / columns)));

  // The keyboard is where it was: in the boards.
  await expect(grid(window)).toBeFocused();
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowDown');
  await expect(tile(columns + 1)).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('End');
  await expect(tile(311)).toBeInViewport({ ratio: 1 });
  await expect(tile(311)).not.toHaveAttribute('aria-busy', 'true');
  expect(await grid(window).getByRole('gridcell').count()).toBeLessThan(60);
  await keyboard.press('Space');
  await tile(310).click({ modifiers: ['ControlOrMeta'] });
  await expect(selected(window)).toHaveText('2 of 312 selected');
  expect(await findings(window)).toEqual([]);

  await keyboard.press('g');
  await expect(selected(window)).toHaveText('2 of 312 selected');
  await expect(row(window, 311)).toHaveAttribute('aria-selected', 'true');

  await keyboard.press('g');
  await window.getByRole('button', { name: 'Sort', exact: true }).click();
  await window.getByRole('menuitemradio', { name: 'Oldest first' }).click();
  await expect(tile(0)).toHaveAttribute('aria-selected', 'true');
  await grid(window).focus();
  await keyboard.press('g');
  await expect(row(window, 0)).toHaveAttribute('aria-selected', 'true');
});
