import { Guest } from '../integration/practice/clients.ts';
import { copied, goTo, runCommand, toasts } from '../support/easel.ts';
import { guestJoined } from '../support/guests.ts';
import { pictureTaker } from '../support/theme.ts';
import { expect } from './fixtures.ts';
import { room, test } from './preview-fixtures.ts';

test('a support agent visits a paper for a ticket', async ({ easel, practice, paper }, info) => {
  const { window } = easel;
  const { keyboard } = window;
  const picture = pictureTaker(easel, info);
  const dialog = window.getByRole('dialog');

  await keyboard.press('ControlOrMeta+k');
  await keyboard.insertText(paper.identifier);
  await window.getByRole('option', { selected: true }).filter({ hasText: paper.name }).waitFor();
  await keyboard.press('Enter');
  const tools = window.getByRole('group', { name: 'Papers', exact: true });
  await tools.getByRole('button', { name: 'Visit…' }).click();
  await dialog.getByLabel('Display name').fill('Support agent');
  await dialog.getByLabel('Reason or ticket').fill('SUP-4711');
  await picture('visit');
  await dialog.getByRole('button', { name: 'Join visibly' }).click();
  await guestJoined(easel.app);

  await test.step('the copied browser link contains the name of the visitor', async () => {
    await room(window, paper.name).getByRole('button', { name: 'Copy link for browser…' }).click();
    await expect(dialog.getByLabel('Display name')).toHaveValue('Support agent');
    await expect(dialog.getByLabel('Reason or ticket')).toHaveValue('SUP-4711');
    await expect(dialog).toContainText('Easel can’t end this visit or block input');
    await picture('link-for-browser');
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(toasts(window)).toContainText('Link for browser copied');
    const token = new URL(await copied(easel)).searchParams.get('token') ?? 'no token';
    expect(await window.content()).not.toContain(token);
    const inBrowser = await Guest.present(practice, paper.identifier, token);
    await inBrowser.next('welcome');
    const people = (await practice.contents()).papers.flatMap((each) => each.people);
    expect(people).toEqual(['Support agent', 'Support agent']);
    await inBrowser.leave();
  });

  await test.step('the receipt of a room visit can be copied with a note', async () => {
    await room(window, paper.name).getByRole('button', { name: 'Leave' }).click();
    const receipts = window.getByRole('region', { name: 'Visit receipts' });
    await receipts.getByLabel(`Receipt note for ${paper.name}`).fill('Strokes of one pupil were missing.');
    await expect(receipts).toContainText('TestAcme School');
    await picture('receipt');
    await receipts.getByRole('button', { name: 'Copy receipt' }).click();
    await expect.poll(() => copied(easel)).toContain('Reason: SUP-4711\n');
    const receipt = (await copied(easel)).split('\n');
    expect(receipt.at(-1)).toBe('Note: Strokes of one pupil were missing.');
  });

  await test.step('the form for a room visit suggests the reason of the previous visit', async () => {
    await goTo(window, 'Papers');
    await window.getByRole('grid', { name: 'Papers' }).focus();
    await runCommand(window, 'Copy link for browser');
    await expect(dialog.locator('datalist option')).toHaveText(['SUP-4711']);
    await keyboard.press('Escape');
  });

  await test.step('a click on a pinned view opens the boards or papers of the view', async () => {
    const pins = window.getByRole('navigation', { name: 'Pinned views' });
    await expect(pins).toBeHidden();
    for (const [screen, view] of [
      ['Papers', 'Older than 90 days'],
      ['Boards', 'Without a label'],
    ] as const) {
      await goTo(window, screen);
      for (const entry of [view, `Pin “${view}”`]) {
        await window.getByRole('button', { name: /^View: / }).click();
        await window.getByRole('menu').getByText(entry, { exact: true }).click();
      }
    }
    const links = pins.getByRole('listitem').locator('[aria-keyshortcuts]');
    await expect(links).toHaveText(['Older than 90 days (papers)', 'Without a label (boards)']);
    await expect(links.last()).toHaveAttribute('aria-current', 'page');
    await links.last().press('Alt+ArrowUp');
    await expect(links).toHaveText(['Without a label (boards)', 'Older than 90 days (papers)']);
    await expect(links.first()).toBeFocused();
    await links.last().click();
    await expect(window.getByRole('button', { name: 'View: Older than 90 days' })).toBeVisible();
    await expect(window.getByRole('grid', { name: 'Papers' })).toBeVisible();
    await picture('pinned-views');
    await pins.getByRole('button', { name: 'Pinned view Without a label' }).click();
    await window.getByRole('menuitem', { name: 'Unpin' }).click();
    await expect(links).toHaveText(['Older than 90 days (papers)']);
  });

  await test.step('the Activity screen lists a copied browser link without its token', async () => {
    await window.getByRole('button', { name: 'Activity' }).click();
    const entry = window.getByRole('row').filter({ hasText: 'Link copied' });
    await expect(entry).toContainText('Reason: SUP-4711');
    expect(await window.content()).not.toMatch(/eyJ[\w-]+\./u);
    await picture('activity');
  });
});
