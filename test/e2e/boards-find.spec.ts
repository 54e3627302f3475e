import type { Locator, Page } from 'playwright';
import { connect, entriesFor, goTo, toasts } from '../support/easel.ts';
import { button, choose, grid, rowAt as row } from '../support/jobs-screen.ts';
import { expect, test } from './fixtures.ts';

const filters = (window: Page): Locator => window.getByRole('list', { name: 'Filters' });
const matching = (window: Page): Locator =>
  window.getByRole('group', { name: 'View and filters' }).getByRole('status');

test('boards can be found by search and by saved view', async ({ easel, practice, restart }) => {
  test.setTimeout(120_000);
  const { window } = easel;
  const { keyboard } = window;
  const warnings: string[] = [];
  window.on('console', (message) => {
    if (message.type() !== 'info') warnings.push(message.text());
  });
  await connect(window, entriesFor(practice));
  await expect(row(window, 0)).not.toHaveAttribute('aria-busy', 'true');
  // Number of boards after another client has deleted one of the 312 boards during this test.
  const total = 311;
  let old = 0;

  await test.step('Ctrl+click adds a board to the selected boards', async () => {
    const selected = window.getByTestId('selected');
    await row(window, 1).click();
    await row(window, 3).click({ modifiers: ['ControlOrMeta'] });
    await expect(selected).toHaveText('2 of 312 selected');
    await window.getByRole('searchbox').fill((await practice.contents()).boards[3] ?? 'no board');
    await expect(selected).toHaveText('2 selected, 1 not shown');
    await window.getByRole('searchbox').fill('');
    await expect(selected).toHaveText('2 of 312 selected');
  });

  await test.step('a click on a row selects nothing if the list moved another board there just before the click', async () => {
    const selected = window.getByTestId('selected');
    await row(window, 3).click({ modifiers: ['ControlOrMeta'] });
    await row(window, 3).click({ modifiers: ['ControlOrMeta'] });
    await row(window, 6).click({ modifiers: ['Shift'] });
    await expect(selected).toHaveText('4 of 312 selected');
    await button(window, 'Clear selection').click();
    await expect(grid(window)).toBeFocused();
    const [gone] = (await practice.contents()).boards;
    await fetch(`${practice.origin}/api/board/${gone}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${practice.apiKey}` },
    });
    await keyboard.press('Home');
    // Clicks a row's checkbox as soon as the refreshed list shows a different board in this row.
    await row(window, 5).evaluate((element) => {
      const before = element.textContent;
      new MutationObserver((_changes, watching) => {
        if (element.textContent === before) return;
        watching.disconnect();
        const box = element.querySelector('[data-pick]');
        box?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, button: 0 }));
      }).observe(element, { childList: true, characterData: true, subtree: true });
    });
    await keyboard.press('F5');
    await expect(toasts(window).getByText('The list moved before your click. Click again.')).toBeVisible();
    await expect(selected).toHaveCount(0);
    await expect(grid(window)).toHaveAttribute('aria-rowcount', String(total + 1));
  });

  await test.step('the built-in view “Older than 90 days” shows its boards and the number of its boards', async () => {
    await choose(window, /^View: All boards/u, 'Older than 90 days');
    await expect(filters(window)).toContainText('Older than 90 days');
    await expect(matching(window)).toHaveText(/^\d+ boards match$/u);
    old = Number.parseInt((await matching(window).textContent()) ?? '', 10);
    expect(old).toBeGreaterThan(0);
    expect(old).toBeLessThan(total);
    await expect(grid(window)).toHaveAttribute('aria-rowcount', String(old + 1));
  });

  await test.step('Ctrl+A selects every board that matches the search', async () => {
    await row(window, 3).click();
    await keyboard.press('ControlOrMeta+a');
    await expect(window.getByTestId('selected')).toHaveText(`All ${old} selected`);
    await expect(window.getByText(`${old} selected`, { exact: true })).toBeVisible();
  });

  await test.step('a search for a label shows only boards with the label', async () => {
    await keyboard.press('Escape');
    await row(window, 3).click();
    const label = window.getByRole('textbox', { name: 'Label' });
    await label.fill('Year 4 geography');
    await label.press('Enter');
    await expect(row(window, 3)).toContainText('Year 4 geography');
    await window.getByRole('searchbox').fill('GEOGRAPHY');
    await expect(matching(window)).toHaveText('1 board matches');
    await expect(row(window, 0)).toHaveAttribute('aria-selected', 'true');

    await window.getByRole('searchbox').fill(practice.apiKey);
    await expect(window.getByRole('region', { name: 'Problems' })).toContainText(
      'This is an API key, so Easel didn’t search for it.',
    );
    await expect(window.getByRole('searchbox')).toHaveValue('');
    await choose(window, 'Add filter', 'Label…');
    await keyboard.press('Enter');
    await expect(filters(window)).toContainText('Without a label');
    await expect(matching(window)).toHaveText(`${old - 1} boards match`);
    await grid(window).focus();
    await keyboard.press('Delete');
    await expect(window.getByRole('alertdialog')).toHaveCount(0);
    await expect(window.getByText('The list doesn’t currently show this board.')).toBeVisible();
    await expect(button(window, 'Delete…')).toHaveAttribute('title', 'The selected board isn’t in the list');
  });

  await test.step('a click on an age group of the Home screen lists the boards of this age group', async () => {
    const home = window.getByRole('region', { name: 'Home', exact: true });
    await keyboard.press('ControlOrMeta+Shift+o');
    const age = home.getByRole('button', { name: /^30 to 90 days/u });
    const boards = /days\s*(\d+)/u.exec((await age.textContent()) ?? '')?.[1] ?? 'none';
    await age.click();
    await expect(matching(window)).toHaveText(`${boards} boards match`);
    await expect(filters(window).getByRole('listitem')).toHaveText([
      /^Older than 30 days/u,
      /^Newer than 90 days/u,
    ]);

    await keyboard.press('ControlOrMeta+Shift+o');
    await home.getByRole('button', { name: `${total} boards of any age` }).click();
    await expect(filters(window).getByRole('listitem')).toHaveCount(0);
    await expect(grid(window)).toHaveAttribute('aria-rowcount', String(total + 1));
  });

  await test.step('a search can be saved as a view', async () => {
    await window.getByRole('searchbox').fill('year 4');
    await choose(window, 'Add filter', 'Older than…');
    await keyboard.press('Enter');
    await choose(window, /^View: /u, 'Save as view…');
    await window.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Geography of old');
    await keyboard.press('Enter');
    await expect(button(window, 'View: Geography of old')).toBeVisible();
    await expect(matching(window)).toHaveText('1 board matches');
  });
  expect(warnings).toEqual([]);
  await test.step('without a network, the board list is still shown', async () => {
    await row(window, 0).click();
    const { window: offline } = await restart(() => practice.stop());
    await goTo(offline, 'Boards');
    await expect(button(offline, 'View: Geography of old')).toBeVisible();
    await expect(offline.getByRole('complementary', { name: 'Board details' })).toContainText(
      'Year 4 geography',
    );
    await expect(offline.getByTestId('selected')).toHaveCount(0);
    await choose(offline, /^View: /u, 'All boards');
    await expect(grid(offline)).toHaveAttribute('aria-rowcount', String(total + 1));
    await expect(row(offline, 0)).not.toHaveAttribute('aria-busy', 'true');
    await expect(offline.getByText(/^List as of \d\d:\d\d$/u)).toBeVisible();
    await expect(offline.getByRole('region', { name: 'Outage' })).toContainText('Outage since');
    const reason = /^The board API hasn’t responded since \d\d:\d\d$/u;
    await expect(button(offline, 'New board')).toHaveAttribute('title', reason);
    await expect(button(offline, 'New board')).toHaveAttribute('aria-disabled', 'true');
    await row(offline, 1).click();
    await expect(button(offline, 'Delete…')).toHaveAttribute('title', reason);
    await offline.keyboard.press('Delete');
    await expect(toasts(offline).getByText(/^Delete…: The board API hasn’t responded/u)).toBeVisible();
    await expect(offline.getByRole('alertdialog')).toHaveCount(0);
    await choose(offline, /^View: All boards/u, 'Geography of old');
    await expect(matching(offline)).toHaveText('1 board matches');
    await expect(offline.getByRole('searchbox')).toHaveValue('year 4');
    await expect(row(offline, 0)).toContainText('Year 4 geography');
  });
});
