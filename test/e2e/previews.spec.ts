import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { Guest } from '../integration/practice/clients.ts';
import type { LaunchedApp } from '../support/driver.ts';
import {
  answerQuestions,
  chooseFile,
  copied,
  liftShield,
  previewPaper,
  questionsOf,
} from '../support/easel.ts';
import {
  guestCount,
  guestJoined,
  inGuest,
  peopleInGuest,
  strokesInGuest,
  waitForPictures,
} from '../support/guests.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { joinAs } from '../support/second-person.ts';
import { button } from '../support/jobs-screen.ts';
import { expect } from './fixtures.ts';
import { join, room, test } from './preview-fixtures.ts';

test('a room shows what other people draw', async ({ easel, practice, paper }) => {
  const { window } = easel;
  const { keyboard } = window;
  const findPaper = async (): Promise<void> => {
    await keyboard.press('ControlOrMeta+k');
    await keyboard.insertText(paper.identifier);
    await window.getByRole('option', { selected: true }).filter({ hasText: paper.name }).waitFor();
    await keyboard.press('Enter');
  };
  const presses = await countPresses(window);
  await findPaper();
  await button(window.getByRole('group', { name: 'Papers', exact: true }), 'Visit…').click();
  await window.getByRole('dialog').getByLabel('Display name').fill('Ada');
  await window.getByRole('dialog').getByRole('button', { name: 'Join visibly' }).click();
  await guestJoined(easel.app);
  await expect(room(window, paper.name)).toContainText('You are visible in this room');
  await expect(room(window, paper.name)).toContainText('as “Ada”');
  await expect(room(window, paper.name)).toContainText(/\d\d:\d\d left/);
  const grace = await joinAs('Grace', practice, paper.identifier);
  try {
    const people = grace.page.getByRole('list', { name: 'People here' });
    await expect.poll(async () => (await peopleInGuest(easel.app)).join()).toContain('Grace');
    await expect(people).toContainText('Ada');
    const strokes = await strokesInGuest(easel.app);
    await grace.draw([
      [0.3, 0.8],
      [0.6, 0.75],
    ]);
    await expect.poll(() => strokesInGuest(easel.app)).toBe(strokes + 1);
    await room(window, paper.name).getByRole('button', { name: 'Leave' }).click();
    expect(await presses()).toEqual(JOURNEYS.support);
    await expect(people).not.toContainText('Ada');
    await expect.poll(() => guestCount(easel.app)).toBe(0);

    await test.step('a room can be entered and left by keyboard alone', async () => {
      await findPaper();
      await expect(window.getByRole('grid', { name: 'Papers' })).toBeFocused();
      await keyboard.press('p');
      await expect(window.getByRole('dialog').getByLabel('Display name')).toBeFocused();
      await keyboard.press('Enter');
      await expect(people).toContainText('Ada');
      await keyboard.press('ControlOrMeta+Shift+B');
      await expect(room(window, paper.name)).toContainText('Your input is sent to the room');
      await drawUntilSeen(window, () => strokesInGuest(easel.app), strokes + 1);
      const drawn = await strokesInGuest(easel.app);
      await expect(grace.page.locator('[data-strokes]')).toHaveAttribute('data-strokes', String(drawn));
      await keyboard.press('ControlOrMeta+w');
      await expect(people).not.toContainText('Ada');
      await expect(window.getByRole('button', { name: 'Go to papers' })).toBeFocused();
    });
  } finally {
    await grace.leave();
  }
});

test('a person who opens a copied join link joins under the name given for the link', async ({
  easel,
  practice,
  paper,
}) => {
  const { app, window } = easel;
  await window.getByRole('grid', { name: 'Papers' }).getByRole('row').filter({ hasText: paper.name }).click();
  const presses = await countPresses(window);
  await window.keyboard.press('l');
  const dialog = window.getByRole('dialog', { name: 'Copy join link' });
  await dialog.getByLabel('Name of the person').fill('Edsger');
  await dialog.getByRole('button', { name: 'Copy join link' }).click();
  await expect(dialog.getByRole('status')).toContainText('copied for “Edsger”. The link expires on');
  expect(await presses()).toEqual(JOURNEYS.linkForOne);
  expect((await practice.requests()).counts.accessToken).toBe(1);
  const link = await copied(easel);
  const mark = 'electron application/osclipboard;format="x-kde-passwordManagerHint"';
  if (process.platform === 'linux')
    expect(await app.evaluate(({ clipboard }, format) => clipboard.has(format), mark)).toBe(true);
  const token = new URL(link).searchParams.get('token') ?? 'no token';
  expect(await window.content()).not.toContain(token);

  const edsger = await Guest.present(practice, paper.identifier, token);
  await edsger.next('welcome');
  expect((await practice.contents()).papers.flatMap(({ people }) => people)).toEqual(['Edsger']);
  await edsger.leave();
});

test('the command “Leave all rooms” closes every open room', async ({ easel, practice, paper }) => {
  const { window } = easel;
  for (let count = 1; count <= 3; count += 1) {
    await previewPaper(window, paper.name, `Ada ${count}`);
    await expect.poll(() => guestCount(easel.app)).toBe(count);
  }
  await expect(window.getByText('3 of 4 previews open: others see you in 3')).toBeVisible();
  const rooms = window.getByRole('region', { name: /^Preview of/u });
  await expect(rooms).toHaveCount(1);
  await window.getByLabel('Rooms side by side').selectOption('Four rooms');
  await expect(rooms).toHaveCount(3);
  for (const [at, each] of (await rooms.all()).entries()) {
    await expect(each).toContainText(`as “Ada ${at + 1}”`);
    await expect(each.getByRole('button', { name: 'Leave' })).toBeInViewport({ ratio: 1 });
    const top = (await each.boundingBox())?.y ?? 0;
    // The toolbar above each room is less than 44 px high only if all its controls fit in one line.
    expect(((await each.locator('[data-room]').boundingBox())?.y ?? Infinity) - top).toBeLessThan(44);
  }
  const tabs = window.getByRole('tab');
  await tabs.first().click({ button: 'middle' });
  await expect(tabs).toHaveCount(2);
  await window.getByLabel('Rooms side by side').selectOption('One room');
  await expect(rooms).toHaveCount(1);
  await window.getByRole('button', { name: 'Leave all rooms' }).click();
  await expect
    .poll(async () => (await practice.contents()).papers.flatMap((each) => each.people))
    .toEqual([]);
});

/** Returns a function that advances the main process's clock by some seconds, as if the computer had slept. */
async function clockOf(easel: LaunchedApp): Promise<(seconds: number) => Promise<void>> {
  await easel.app.evaluate(() => {
    const os = process.getBuiltinModule('node:os');
    const { uptime } = os;
    const skipped = { seconds: 0 };
    os.uptime = () => uptime() + skipped.seconds;
    Object.assign(globalThis, { skipped });
  });
  return (seconds) =>
    easel.app.evaluate(({ powerMonitor }, by) => {
      (globalThis as unknown as { skipped: { seconds: number } }).skipped.seconds += by;
      powerMonitor.emit('resume');
    }, seconds);
}

async function areaOfRoom(window: Page) {
  const area = await window.locator('webview').boundingBox();
  if (area === null) throw new Error('the room is not visible');
  return area;
}

async function drawInRoom(window: Page): Promise<void> {
  const area = await areaOfRoom(window);
  const at = (x: number, y: number) => [area.x + area.width * x, area.y + area.height * y] as const;
  await window.mouse.move(...at(0.3, 0.5));
  await window.mouse.down();
  await window.mouse.move(...at(0.6, 0.6), { steps: 8 });
  await window.mouse.up();
}

/** Draws until the room reports a stroke, because the room gets no input in the first frames after its overlay. */
async function drawUntilSeen(window: Page, count: () => Promise<number>, before: number): Promise<void> {
  await expect(async () => {
    await drawInRoom(window);
    await expect.poll(count, { timeout: 2000 }).toBeGreaterThan(before);
  }).toPass();
}

async function tryAllInput(window: Page): Promise<void> {
  const area = await areaOfRoom(window);
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const { mouse, keyboard } = window;
  await mouse.click(x, y);
  await mouse.dblclick(x, y);
  await mouse.click(x, y, { button: 'right' });
  await keyboard.press('Escape');
  await mouse.click(x, y, { button: 'middle' });
  await drawInRoom(window);
  await mouse.wheel(0, 200);
  await mouse.wheel(200, 0);
  for (const key of ['n', 'ArrowDown', 'ControlOrMeta+z', 'ControlOrMeta+v']) await keyboard.press(key);
  await keyboard.insertText('typed');
  const devtools = await window.context().newCDPSession(window);
  for (const type of ['touchStart', 'touchMove', 'touchEnd'] as const)
    await devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  for (const type of ['mousePressed', 'mouseMoved', 'mouseReleased'] as const)
    await devtools.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: 'left',
      buttons: 1,
      clickCount: 1,
      pointerType: 'pen',
    });
  const data = { items: [{ mimeType: 'text/plain', data: 'dropped' }], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data });
  await devtools.detach();
}

test('the input shield of a room blocks key presses and clicks', async ({ easel, practice, paper }, info) => {
  const { app, window } = easel;
  const skip = await clockOf(easel);
  const grace = await Guest.join(practice, paper.identifier, 'Grace');
  try {
    await join(easel, paper);
    const strokes = await strokesInGuest(app);
    const points = [[10, 20, 0.5]] as const;
    const item = { kind: 'stroke', id: 'of-grace', by: '', ink: 'blue', size: 3, points } as const;
    grace.send({ type: 'put', item });
    await expect.poll(() => strokesInGuest(app)).toBe(strokes + 1);
    await expect(room(window, paper.name)).toContainText('Input is blocked on this computer');
    const inRoom = (): Promise<unknown> =>
      inGuest(app, `JSON.stringify({ ...document.querySelector('#canvas').dataset })`);
    const contents = async () => (await practice.contents()).papers;
    const [roomBefore, contentsBefore] = [await inRoom(), await contents()];
    await app.evaluate(({ clipboard }) => clipboard.writeText('pasted'));
    await inGuest(
      app,
      `window.events = []; for (const kind of ['keydown', 'beforeinput', 'paste', 'drop', 'dragover', 'wheel', 'touchstart',
        'pointerdown', 'pointermove', 'mousedown', 'mousemove', 'click', 'dblclick', 'contextmenu'])
        addEventListener(kind, () => { window.events.push(kind); }, true); null`,
    );
    await tryAllInput(window);
    expect(await inGuest(app, 'window.events')).toEqual([]);
    expect(await inRoom()).toBe(roomBefore);
    expect(await contents()).toEqual(contentsBefore);

    await answerQuestions(easel, false);
    await room(window, paper.name).getByRole('button', { name: 'Allow input…' }).click();
    await expect
      .poll(async () => (await questionsOf(easel)).at(-1))
      .toMatchObject({ buttons: ['Cancel', 'Allow input'] });
    await drawInRoom(window);
    expect(await inGuest(app, 'window.events')).toEqual([]);
    await liftShield(easel);
    await drawUntilSeen(window, () => strokesInGuest(app), strokes + 1);

    await test.step('a saved picture of a room contains no token', async () => {
      await waitForPictures(easel);
      const file = info.outputPath('room.png');
      await chooseFile(easel, file);
      await room(window, paper.name).getByRole('button', { name: 'Save picture of the room…' }).click();
      await expect(window.getByText('Visible part of the room saved as room.png.').first()).toBeVisible();
      const png = await readFile(file, 'latin1');
      expect(png).toContain('PNG');
      expect(png).not.toContain('eyJ');
    });
    await skip(9.5 * 60);
    await expect(window.getByText(/^You will leave .* in 1 minute\.$/u).first()).toBeVisible();
    await skip(60);
    await expect(window.getByText(/^You left .* automatically after 10 minutes\./u).first()).toBeVisible();
    await expect.poll(async () => (await contents())[0]?.people).toEqual(['Grace']);
    await expect(window.getByRole('region', { name: 'Visit receipts' })).toContainText('input was allowed.');
  } finally {
    await grace.leave();
  }
});
