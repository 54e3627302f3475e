/** Which connection is in front, how to change to another one, and what a read-only one lets through. */
import type { Locator, Page } from 'playwright';
import {
  answerQuestions,
  boardsListed,
  connect,
  entriesFor,
  fillForm,
  goTo,
  liftShield,
  questionsOf,
} from '../support/easel.ts';
import { guestCount, inGuest, strokesInGuest } from '../support/guests.ts';
import { joinAs } from '../support/second-person.ts';
import { expect } from './fixtures.ts';
import { join, room, test } from './preview-fixtures.ts';

const READ_ONLY = 'This connection is read-only';

const newBoard = (window: Page): Locator =>
  window.getByRole('group', { name: 'Boards' }).getByRole('button', { name: 'New board' });
const title = (window: Page): Locator => window.getByRole('banner');
const statusBar = (window: Page): Locator => window.getByRole('contentinfo', { name: 'Status' });

/** Makes the connection in front read-only, by its form. */
async function makeReadOnly(window: Page): Promise<void> {
  await window.keyboard.press('ControlOrMeta+Shift+E');
  await window.getByRole('checkbox', { name: 'Read-only' }).check();
  await window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(window);
}

/** Unlocks changes on the connection in front. */
async function unlock(window: Page): Promise<void> {
  await title(window).getByRole('button', { name: 'Unlock for 10 minutes' }).click();
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
  await title(window).getByRole('button', { name: 'Unlock for 10 minutes' }).click();
  const dialog = window.getByRole('dialog', { name: 'Allow changes for 10 minutes?' });
  await dialog.getByLabel('Connection name').fill('Acme');
  await window.keyboard.press('Enter');
  await expect(dialog.getByLabel('Connection name')).toHaveAccessibleDescription(/^That isn’t its name\./u);
  await window.keyboard.press('Escape');
  const { counts } = await practice.requests();
  expect(counts.createBoard + counts.deleteBoard).toBe(0);

  await unlock(window);
  await expect(title(window).getByRole('button', { name: /^Unlocked, \d+:\d\d left/u })).toBeVisible();
  await newBoard(window).click();
  await expect.poll(async () => (await practice.requests()).counts.createBoard).toBe(1);
  await title(window)
    .getByRole('button', { name: /Lock again/u })
    .click();
  await expect(newBoard(window)).toHaveAttribute('title', READ_ONLY);
});

test('twenty kinds of input change nothing in a room until its shield is lifted, which a read-only connection forbids', async ({
  easel,
  practice,
  paper,
}) => {
  const { window } = easel;
  await makeReadOnly(window);
  await join(easel, paper, 'Ada');
  await expect(room(window, paper.name)).toContainText('Input is blocked on this computer');
  const lift = room(window, paper.name).getByRole('button', { name: 'Lift shield…' });
  await expect(lift).toHaveAttribute('title', READ_ONLY);
  const grace = await joinAs('Grace', practice, paper.identifier);
  try {
    await expect(grace.page.getByRole('list', { name: 'People here' })).toContainText('Ada');
    const before = await strokesInGuest(easel.app);
    const content = async (): Promise<readonly (number | undefined)[]> => {
      const kept = (await practice.contents()).papers.find((each) => each.identifier === paper.identifier);
      return [kept?.strokes, kept?.notes];
    };
    const contentBefore = await content();
    await inGuest(
      easel.app,
      `window.heard = []; for (const kind of ['keydown', 'beforeinput', 'paste', 'drop', 'dragover', 'wheel', 'touchstart',
        'pointerdown', 'pointermove', 'pointerover', 'mousedown', 'mousemove', 'click', 'dblclick', 'contextmenu'])
        addEventListener(kind, () => { window.heard.push(kind); }, true); null`,
    );
    await window
      .locator('webview')
      .focus()
      .catch(() => {});
    await tryAllInput(window);
    for (let step = 0; step < 12; step += 1) {
      await window.keyboard.press('Tab');
      await window.keyboard.press('x');
    }
    expect(await inGuest(easel.app, 'window.heard')).toEqual([]);
    expect(await strokesInGuest(easel.app)).toBe(before);
    expect(await content()).toEqual(contentBefore);

    await unlock(window);
    await expect(room(window, paper.name)).toContainText('Input is blocked on this computer');
    await answerQuestions(easel, false);
    await lift.click();
    // Another test's end may have asked before.
    const asked = async () =>
      (await questionsOf(easel)).filter(({ message }) => message.startsWith('Let your input into the room'));
    await expect.poll(asked).toMatchObject([{ buttons: ['Cancel', 'Lift shield'] }]);
    await drawAcross(window);
    expect(await inGuest(easel.app, 'window.heard')).toEqual([]);
    await liftShield(easel);
    await expect(async () => {
      await drawAcross(window);
      await expect.poll(() => strokesInGuest(easel.app), { timeout: 2000 }).toBeGreaterThan(before);
    }).toPass();
    await room(window, paper.name).getByRole('button', { name: 'Block input' }).click();
    await expect(lift).toBeVisible();
    expect(await guestCount(easel.app)).toBe(1);
    await room(window, paper.name).getByRole('button', { name: 'Leave' }).click();
    await expect(window.getByRole('region', { name: 'Receipts' })).toContainText('Your input was let in.');
  } finally {
    await grace.leave();
  }
});

/** Everything that a person could do to a room, in its middle: with keys, mouse, finger, pen, by drop and by paste. */
async function tryAllInput(window: Page): Promise<void> {
  const area = await window.locator('webview').boundingBox();
  if (area === null) throw new Error('the room has no place in the window');
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  await window.mouse.move(x - 40, y);
  await window.mouse.click(x, y);
  await window.mouse.dblclick(x, y);
  await window.mouse.click(x, y, { button: 'right' });
  await window.mouse.click(x, y, { button: 'middle' });
  await drawAcross(window);
  await window.mouse.wheel(0, 200);
  await window.mouse.wheel(200, 0);
  for (const key of [
    'x',
    'Delete',
    'Enter',
    'Space',
    'ArrowLeft',
    'Escape',
    'ControlOrMeta+z',
    'ControlOrMeta+v',
  ])
    await window.keyboard.press(key);
  await window.keyboard.insertText('composed');
  const session = await window.context().newCDPSession(window);
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: readonly { x: number; y: number }[],
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
  await touch('touchStart', [{ x, y }]);
  await touch('touchMove', [{ x: x + 30, y }]);
  await touch('touchEnd', []);
  for (const type of ['mousePressed', 'mouseMoved', 'mouseReleased'] as const)
    await session.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: 'left',
      pointerType: 'pen',
      clickCount: 1,
    });
  const data = { items: [{ mimeType: 'text/plain', data: 'dropped' }], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  await window.mouse.move(0, 0);
  await session.detach();
}

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
