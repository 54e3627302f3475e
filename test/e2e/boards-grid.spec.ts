/** The grid of boards: selecting. */
import type { Locator, Page } from 'playwright';
import { connect, entriesFor } from '../support/easel.ts';
import { grid, rowAt as row } from '../support/jobs-screen.ts';
import { expect, test } from './fixtures.ts';

const selected = (window: Page): Locator => window.getByTestId('selected');

test('boards are selected one by one, by range and all at once', async ({ easel, practice }) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await expect(row(window, 0)).not.toHaveAttribute('aria-busy', 'true');
  // The inspector comes later, and takes some of the width.
  await window.getByText('Select one for its details.').waitFor();
  await grid(window).focus();
  const { keyboard } = window;
  for (const key of ['ArrowDown', 'Space', 'ArrowDown', 'ArrowDown', 'Space']) await keyboard.press(key);
  await expect(selected(window)).toHaveText('2 of 312 selected');
  for (const [place, on] of [
    [0, 'true'],
    [1, 'false'],
    [2, 'true'],
  ] as const)
    await expect(row(window, place)).toHaveAttribute('aria-selected', on);
  await keyboard.press('Shift+End');
  await expect(selected(window)).toHaveText('310 of 312 selected');
  await keyboard.press('ControlOrMeta+a');
  await expect(selected(window)).toHaveText('All 312 selected');
  await keyboard.press('Home');
  await keyboard.press('Space');
  await expect(selected(window)).toHaveText('311 of 312 selected');
  await keyboard.press('Escape');
  await expect(selected(window)).toHaveCount(0);

  await row(window, 1).click();
  await row(window, 3).click({ modifiers: ['ControlOrMeta'] });
  await row(window, 6).click({ modifiers: ['Shift'] });
  await expect(selected(window)).toHaveText('4 of 312 selected');
  await window.getByRole('button', { name: 'Clear selection' }).click();
  await expect(grid(window)).toBeFocused();

  await test.step('a click on a checkbox whose row has just changed selects nothing, and says so', async () => {
    const [gone] = (await practice.contents()).boards;
    await fetch(`${practice.origin}/api/board/${gone}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${practice.apiKey}` },
    });
    await keyboard.press('Home');
    // The button is pressed in the moment in which the rows move up.
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
  });
});
