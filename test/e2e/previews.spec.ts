/** Live previews: who is in a room, what its page may do, and every way in which joining can fail. */
import { launchBrowser } from '../support/browser.ts';
import { goTo, previewPaper } from '../support/easel.ts';
import { guestCount, guestJoined, peopleInGuest, strokesInGuest } from '../support/guests.ts';
import { joinAs } from '../support/second-person.ts';
import { expect } from './fixtures.ts';
import { join, room, test } from './preview-fixtures.ts';

test.describe('two people', () => {
  test('see each other’s names and strokes, and notice who leaves', async ({ easel, practice, paper }) => {
    const { window } = easel;
    await join(easel, paper, 'Ada');
    await expect(room(window, paper.name)).toContainText('You are visible in this room as “Ada”');
    await expect(room(window, paper.name)).toContainText(/Token expires in/);
    const grace = await joinAs('Grace', practice, paper.identifier);
    try {
      await expect.poll(() => peopleInGuest(easel.app)).toHaveLength(2);
      expect((await peopleInGuest(easel.app)).join()).toContain('Grace');
      await expect(grace.page.getByRole('list', { name: 'People here' })).toContainText('Ada');

      const inPreview = await strokesInGuest(easel.app);
      await grace.draw([
        [0.3, 0.8],
        [0.6, 0.75],
      ]);
      await expect.poll(() => strokesInGuest(easel.app)).toBe(inPreview + 1);

      const area = await window.locator('webview').boundingBox();
      if (area === null) throw new Error('the room has no place in the window');
      const at = (x: number, y: number) => [area.x + area.width * x, area.y + area.height * y] as const;
      await window.mouse.move(...at(0.3, 0.5));
      await window.mouse.down();
      await window.mouse.move(...at(0.6, 0.6), { steps: 8 });
      await window.mouse.up();
      await expect(grace.page.locator('[data-strokes]')).toHaveAttribute(
        'data-strokes',
        String(inPreview + 2),
      );

      await room(window, paper.name).getByRole('button', { name: 'Leave' }).click();
      await expect(grace.page.getByRole('list', { name: 'People here' })).not.toContainText('Ada');
      await expect.poll(() => guestCount(easel.app)).toBe(0);
      await expect(window.getByText('No preview is open.')).toBeVisible();
    } finally {
      await grace.leave();
    }
  });

  test('meet through a copied join link, which the app never shows', async ({ easel, practice, paper }) => {
    const { app, window } = easel;
    await window
      .getByRole('grid', { name: 'Papers' })
      .getByRole('row')
      .filter({ hasText: paper.name })
      .click();
    await window.keyboard.press('l');
    const dialog = window.getByRole('dialog', { name: 'Copy join link' });
    await dialog.getByRole('button', { name: 'Copy join link' }).click();
    await expect(dialog.getByLabel('Who is it for?')).toHaveAccessibleDescription(/Enter a name/);
    expect((await practice.requests()).counts.accessToken).toBe(0);

    await dialog.getByLabel('Who is it for?').fill('Edsger');
    await dialog.getByRole('button', { name: 'Copy join link' }).click();
    await expect(dialog.getByRole('status')).toContainText('Copied for “Edsger”.');
    await expect(dialog.getByRole('status')).toContainText('It expires on');
    expect((await practice.requests()).counts.accessToken).toBe(1);
    const link = await app.evaluate(({ clipboard }) => clipboard.readText());
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(token).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await window.content()).not.toContain(token);

    const browser = await launchBrowser();
    try {
      const visitor = await browser.newPage();
      await visitor.goto(link);
      await expect(visitor.locator('body')).toHaveAttribute('data-state', 'live');
      const people = (await practice.contents()).papers.find(
        (each) => each.identifier === paper.identifier,
      )?.people;
      expect(people).toEqual(['Edsger']);
    } finally {
      await browser.close();
    }
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  test('no more than four previews are open at a time', async ({ easel, practice, paper }) => {
    const { window } = easel;
    for (let count = 1; count <= 4; count += 1) {
      await previewPaper(window, paper.name, `Ada ${count}`);
      await expect.poll(() => guestCount(easel.app)).toBe(count);
    }
    await expect(window.getByText('4 of 4 open')).toBeVisible();
    await practice.clearRequests();
    await goTo(window, 'Papers');
    await window
      .getByRole('group', { name: 'Papers', exact: true })
      .getByRole('button', { name: 'Preview' })
      .click();
    const dialog = window.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Join visibly' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'Only 4 live previews can be open at once. Leave one first.',
    );
    expect((await practice.requests()).counts.accessToken).toBe(0);
    expect(await guestCount(easel.app)).toBe(4);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await goTo(window, 'Live previews');
    await window.getByRole('button', { name: 'Leave all previews' }).click();
    await expect.poll(() => guestCount(easel.app)).toBe(0);
    await expect
      .poll(async () => (await practice.contents()).papers.flatMap((each) => each.people))
      .toEqual([]);
    await previewPaper(window, paper.name, 'Ada again');
    await guestJoined(easel.app);
  });
});
