/** Which connection is in front, how to change to another one, and what a read-only one lets through. */
import type { Locator, Page } from 'playwright';
import { connect, entriesFor, fillForm, boardsListed, goTo } from '../support/easel.ts';
import { guestCount, inGuest, strokesInGuest } from '../support/guests.ts';
import { joinAs } from '../support/second-person.ts';
import { expect } from './fixtures.ts';
import { join, room, test } from './preview-fixtures.ts';

const READ_ONLY = 'This connection is read-only';

const newBoard = (window: Page): Locator =>
  window.getByRole('group', { name: 'Boards' }).getByRole('button', { name: 'New board' });
const statusBar = (window: Page): Locator => window.getByRole('contentinfo', { name: 'Status' });

/** Makes the connection in front read-only, by its form. */
async function makeReadOnly(window: Page): Promise<void> {
  await window.keyboard.press('ControlOrMeta+,');
  await window.getByRole('checkbox', { name: 'Read-only' }).check();
  await window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(window);
}

/** Unlocks changes on the connection in front. */
async function unlock(window: Page): Promise<void> {
  await statusBar(window).getByRole('button', { name: 'Unlock for 10 minutes' }).click();
  const dialog = window.getByRole('dialog', { name: 'Allow changes for 10 minutes?' });
  await dialog.getByLabel('Connection name').fill('Acme School');
  await dialog.getByRole('button', { name: 'Allow changes in Acme School (Test)' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('two keystrokes switch to another connection, and typing selects by first letters', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await window.keyboard.press('ControlOrMeta+Shift+N');
  await fillForm(window, entriesFor(practice, { name: 'Brook College', environment: 'Staging' }));
  await window.getByRole('radio', { name: 'Purple' }).check();
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(window).toHaveTitle('Brook College (Staging) - Easel');
  await boardsListed(window);

  await window.keyboard.press('ControlOrMeta+Shift+C');
  await window.keyboard.press('1');
  await expect(window).toHaveTitle('Acme School (Test) - Easel');
  await expect(window.getByRole('menu', { name: 'Connections' })).toBeHidden();
  await expect(window.getByRole('button', { name: 'Connection: Acme School' })).toBeFocused();

  await window.keyboard.press('ControlOrMeta+Shift+C');
  await window.keyboard.type('br');
  await expect(window.getByRole('menuitemradio', { name: 'Brook College' })).toBeFocused();
  await window.keyboard.press('Escape');
  await expect(window).toHaveTitle('Acme School (Test) - Easel');
  await window.keyboard.press('ControlOrMeta+Shift+C');
  await window.keyboard.press('ArrowDown');
  await window.keyboard.press('Enter');
  await expect(window).toHaveTitle('Brook College (Staging) - Easel');
});

test('a read-only connection changes nothing until its name is typed, and again once it is locked', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await makeReadOnly(window);
  await expect(window.getByRole('banner')).toContainText('Read-only');
  await expect(window.getByRole('button', { name: 'Connection: Acme School' })).toContainText('Read-only');
  await expect(newBoard(window)).toHaveAttribute('title', READ_ONLY);
  await window.getByRole('grid', { name: 'Boards' }).getByRole('row').nth(1).click();
  await practice.clearRequests();
  await window.keyboard.press('Delete');
  await window.keyboard.press('ControlOrMeta+n');
  await expect(statusBar(window).getByRole('status')).toHaveText(`New board: ${READ_ONLY}.`);
  await goTo(window, 'Papers');
  await expect(
    window.getByRole('group', { name: 'Papers' }).getByRole('button', { name: 'New paper' }),
  ).toHaveAttribute('title', READ_ONLY);

  await goTo(window, 'Boards');
  await statusBar(window).getByRole('button', { name: 'Unlock for 10 minutes' }).click();
  const dialog = window.getByRole('dialog', { name: 'Allow changes for 10 minutes?' });
  await dialog.getByLabel('Connection name').fill('Acme');
  await window.keyboard.press('Enter');
  await expect(dialog.getByLabel('Connection name')).toHaveAccessibleDescription(/^Not its name\./u);
  await window.keyboard.press('Escape');
  const { counts } = await practice.requests();
  expect(counts.createBoard + counts.deleteBoard).toBe(0);

  await unlock(window);
  await expect(
    statusBar(window).getByRole('button', { name: /^Changes allowed, \d+:\d\d left/u }),
  ).toBeVisible();
  await newBoard(window).click();
  await expect.poll(async () => (await practice.requests()).counts.createBoard).toBe(1);
  await statusBar(window)
    .getByRole('button', { name: /Lock again/u })
    .click();
  await expect(newBoard(window)).toHaveAttribute('title', READ_ONLY);
});

test('no press or key reaches a room of a read-only connection until it is unlocked', async ({
  easel,
  practice,
  paper,
}) => {
  const { window } = easel;
  await makeReadOnly(window);
  await join(easel, paper, 'Ada');
  await expect(room(window, paper.name)).toContainText('Read-only: your input is blocked on this computer.');
  const grace = await joinAs('Grace', practice, paper.identifier);
  try {
    await expect(grace.page.getByRole('list', { name: 'People here' })).toContainText('Ada');
    const before = await strokesInGuest(easel.app);
    await inGuest(
      easel.app,
      `window.heard = 0; for (const kind of ['keydown', 'pointerdown', 'wheel'])
        addEventListener(kind, () => { window.heard += 1; }, true); null`,
    );
    await drawAcross(window);
    await window
      .locator('webview')
      .focus()
      .catch(() => {});
    await window.keyboard.press('a');
    for (let step = 0; step < 12; step += 1) {
      await window.keyboard.press('Tab');
      await window.keyboard.press('x');
    }
    expect(await inGuest(easel.app, 'window.heard')).toBe(0);
    expect(await strokesInGuest(easel.app)).toBe(before);

    await unlock(window);
    await expect(room(window, paper.name)).not.toContainText('input is blocked');
    // The room moves up as its notice goes: a line that is drawn meanwhile may begin beside it.
    await expect(async () => {
      await drawAcross(window);
      await expect.poll(() => strokesInGuest(easel.app), { timeout: 2000 }).toBeGreaterThan(before);
    }).toPass();
    expect(await guestCount(easel.app)).toBe(1);
  } finally {
    await grace.leave();
  }
});

/** Draws a line over the middle of the room that is in front. */
async function drawAcross(window: Page): Promise<void> {
  const area = await window.locator('webview').boundingBox();
  if (area === null) throw new Error('the room has no place in the window');
  const at = (x: number, y: number) => [area.x + area.width * x, area.y + area.height * y] as const;
  await window.mouse.move(...at(0.3, 0.5));
  await window.mouse.down();
  await window.mouse.move(...at(0.6, 0.6), { steps: 8 });
  await window.mouse.up();
}
