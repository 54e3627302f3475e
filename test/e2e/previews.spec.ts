/** Live previews: who is in a room, what its page may do, and every way in which joining can fail. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { DEFAULT_PREFERENCES } from '../../main/preferences/preferences.ts';
import { launchBrowser } from '../support/browser.ts';
import type { LaunchedApp } from '../support/driver.ts';
import {
  addPaper,
  answerQuestions,
  callMain,
  changeTimers,
  connect,
  entriesFor,
  goTo,
  liftShield,
  previewPaper,
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
import { expect } from './fixtures.ts';
import { join, room, test } from './preview-fixtures.ts';

test.describe('two people', () => {
  test('see each other’s names and strokes, and notice who leaves', async ({ easel, practice, paper }) => {
    const { window } = easel;
    const presses = await countPresses(window);
    await window.keyboard.press('ControlOrMeta+k');
    await window.keyboard.insertText(paper.identifier);
    await window.getByRole('option', { selected: true }).filter({ hasText: paper.name }).waitFor();
    await window.keyboard.press('Enter');
    await window
      .getByRole('group', { name: 'Papers', exact: true })
      .getByRole('button', { name: 'Preview' })
      .click();
    await window.getByRole('dialog').getByLabel('Display name').fill('Ada');
    await window.getByRole('dialog').getByRole('button', { name: 'Join visibly' }).click();
    await guestJoined(easel.app);
    await expect(room(window, paper.name)).toContainText('You are visible in this room');
    await expect(room(window, paper.name)).toContainText('as “Ada”');
    await expect(room(window, paper.name)).toContainText(/\d\d:\d\d left/);
    await expect(room(window, paper.name)).toContainText(/token expires in/);
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

      expect(await window.title()).toMatch(new RegExp(`^${paper.name} \\([^ ]+\\) - Acme School`, 'u'));
      await room(window, paper.name).getByRole('button', { name: 'Leave' }).click();
      expect(await presses()).toEqual(JOURNEYS.support);
      await expect(grace.page.getByRole('list', { name: 'People here' })).not.toContainText('Ada');
      await expect.poll(() => guestCount(easel.app)).toBe(0);
      await expect(window.getByText('No preview is open.')).toBeVisible();

      await test.step('by the keyboard alone too', async () => {
        await window.keyboard.press('ControlOrMeta+k');
        await window.keyboard.insertText(paper.identifier);
        await window.getByRole('option', { selected: true }).filter({ hasText: paper.name }).waitFor();
        await window.keyboard.press('Enter');
        await expect(window.getByRole('grid', { name: 'Papers' })).toBeFocused();
        await window.keyboard.press('Space');
        await expect(window.getByRole('dialog').getByLabel('Display name')).toBeFocused();
        await window.keyboard.press('Enter');
        await expect(grace.page.getByRole('list', { name: 'People here' })).toContainText('Ada');
        await answerQuestions(easel, true);
        await window.keyboard.press('ControlOrMeta+Shift+B');
        await expect(room(window, paper.name)).toContainText('Your input reaches the room');
        await drawInRoom(window);
        await expect(grace.page.locator('[data-strokes]')).toHaveAttribute(
          'data-strokes',
          String(inPreview + 2),
        );

        await window.keyboard.press('ControlOrMeta+w');
        await expect(grace.page.getByRole('list', { name: 'People here' })).not.toContainText('Ada');
        await expect(window.getByRole('button', { name: 'Go to papers' })).toBeFocused();
      });
    } finally {
      await grace.leave();
    }
  });

  test('meet through a copied join link, which the app never shows', async ({
    easel,
    practice,
    paper,
  }, info) => {
    const { app, window } = easel;
    await window
      .getByRole('grid', { name: 'Papers' })
      .getByRole('row')
      .filter({ hasText: paper.name })
      .click();
    await window.keyboard.press('l');
    const dialog = window.getByRole('dialog', { name: 'Copy join link' });
    await dialog.getByRole('button', { name: 'Copy join link' }).click();
    await expect(dialog.getByRole('status')).toContainText('Copied. It expires on');
    expect((await practice.requests()).counts.accessToken).toBe(1);

    await dialog.getByLabel('Who is it for?').fill('Edsger');
    await dialog.getByRole('button', { name: 'Copy join link' }).click();
    await expect(dialog.getByRole('status')).toContainText('Copied for “Edsger”.');
    await expect(dialog.getByRole('status')).toContainText('It expires on');
    expect((await practice.requests()).counts.accessToken).toBe(2);
    const link = await app.evaluate(({ clipboard }) => clipboard.readText());
    const mark = 'electron application/osclipboard;format="x-kde-passwordManagerHint"';
    if (process.platform === 'linux')
      expect(await app.evaluate(({ clipboard }, format) => clipboard.has(format), mark)).toBe(true);
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(token).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await window.content()).not.toContain(token);

    await test.step('its token is told claim by claim, copied alone, and shown as a code that others can read', async () => {
      await dialog.getByText('What the token says').click();
      await expect(dialog).toContainText(/expires in .*Edsger.*check its signature/su);
      await dialog.getByRole('button', { name: 'Copy token' }).click();
      await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(token);
      await dialog.getByRole('button', { name: 'Show QR code' }).click();
      const picture = info.outputPath('code.png');
      await dialog.getByRole('img', { name: 'QR code of the join link' }).screenshot({ path: picture });
      const reader = spawnSync('zbarimg', ['-q', '--raw', picture], { encoding: 'utf8' });
      // Debian’s zbar-tools, where they are installed.
      if (reader.error === undefined) expect(reader.stdout.trim()).toBe(link);
      expect(await window.content()).not.toContain(token);
    });

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
    await easel.app.evaluate(({ app, webContents }) => {
      app.getAppMetrics = () =>
        webContents.getAllWebContents().map((contents) => ({
          pid: contents.getOSProcessId(),
          type: 'Tab',
          creationTime: 0,
          cpu: { percentCPUUsage: 0, idleWakeupsPerSecond: 0 },
          memory: { workingSetSize: (80 + contents.id) * 1024, peakWorkingSetSize: 0 },
        }));
    });
    for (let count = 1; count <= 4; count += 1) {
      await previewPaper(window, paper.name, `Ada ${count}`);
      await expect.poll(() => guestCount(easel.app)).toBe(count);
    }
    await expect(window.getByText('4 of 4 open: others see you 4 times')).toBeVisible();
    await test.step('which can be seen side by side', async () => {
      const rooms = window.getByRole('region', { name: /^Preview of/u });
      await expect(rooms).toHaveCount(1);
      await window.getByLabel('Rooms side by side').selectOption('Four rooms');
      await expect(rooms).toHaveCount(4);
      // Each tells under which name one is there, and what it takes of the memory.
      for (const [at, room] of (await rooms.all()).entries())
        await expect(room.getByText(`Ada ${at + 1}`, { exact: true })).toBeInViewport({ ratio: 1 });
      await expect(rooms.filter({ hasText: /, \d+ MB of memory/u })).toHaveCount(4);
      await rooms.nth(1).getByRole('button', { name: 'Leave' }).focus();
      await expect(window.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true');
      expect(await guestCount(easel.app)).toBe(4);
    });
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
    const tabs = window.getByRole('tab');
    await window
      .getByRole('button', { name: /^Leave Retrospective/u })
      .first()
      .click();
    await expect(tabs).toHaveCount(3);
    // What was pressed is gone, and the tab in front has the focus.
    await expect(window.getByRole('tab', { selected: true })).toBeFocused();
    await tabs.first().click({ button: 'middle' });
    await expect(tabs).toHaveCount(2);
    await expect.poll(() => guestCount(easel.app)).toBe(2);

    const people = async () => (await practice.contents()).papers.flatMap((each) => each.people);
    await test.step('one behind another tab stays joined, and draws nothing until it is looked at', async () => {
      await window.getByLabel('Rooms side by side').selectOption('One room');
      for (const [seen, hidden] of [
        [0, 1],
        [1, 0],
      ] as const) {
        await tabs.nth(seen).click();
        await expect.poll(() => framesBeside(easel, hidden, seen), { timeout: 15_000 }).toBe(0);
        expect(await people()).toEqual(['Ada 3', 'Ada 4']);
      }
    });
    await window.getByRole('button', { name: 'Leave all previews' }).click();
    await expect.poll(() => guestCount(easel.app)).toBe(0);
    await expect.poll(people).toEqual([]);

    await test.step('one that nobody looks at for a minute is left, where the settings say so', async () => {
      const skip = await clockOf(easel);
      await window.keyboard.press('ControlOrMeta+,');
      await window.getByLabel('Rooms that you don’t look at').selectOption('Are left after a minute');
      await join(easel, paper, 'Ada again');
      await previewPaper(window, paper.name, 'Ada still');
      await expect.poll(people).toEqual(['Ada again', 'Ada still']);
      await skip(60);
      await expect.poll(people).toEqual(['Ada still']);
      await expect(
        window.getByText(/^Nobody looked at .* for a minute\. You left it\.$/u).first(),
      ).toBeVisible();
    });
    await window.keyboard.press('ControlOrMeta+w');
    await expect(tabs).toHaveCount(0);
  });
});

/** Lets the clock of visits that begin from now on be looked at often; what is returned puts it forward. */
async function clockOf(easel: LaunchedApp): Promise<(seconds: number) => Promise<void>> {
  await changeTimers(easel, 10_000, 100);
  await easel.app.evaluate(() => {
    const os = process.getBuiltinModule('node:os');
    const { uptime } = os;
    const skipped = { seconds: 0 };
    os.uptime = () => uptime() + skipped.seconds;
    Object.assign(globalThis, { skipped });
  });
  return (seconds) =>
    easel.app.evaluate((_electron, by) => {
      (globalThis as unknown as { skipped: { seconds: number } }).skipped.seconds += by;
    }, seconds);
}

/** Frames that the page of a guest has drawn since this was first asked of it. */
async function framesOf({ app }: LaunchedApp, guest: number): Promise<number> {
  const count = `(globalThis.drawnFrames ??= (() => {
    const drawn = { count: 0 };
    const next = () => { drawn.count += 1; requestAnimationFrame(next); };
    next();
    return drawn;
  })()).count`;
  return Number(await inGuest(app, count, guest));
}

/** The frames that one guest draws while another draws thirty. */
async function framesBeside(easel: LaunchedApp, guest: number, other: number): Promise<number> {
  const [before, otherBefore] = [await framesOf(easel, guest), await framesOf(easel, other)];
  await expect.poll(() => framesOf(easel, other)).toBeGreaterThan(otherBefore + 30);
  return (await framesOf(easel, guest)) - before;
}

async function areaOfRoom(window: Page) {
  const area = await window.locator('webview').boundingBox();
  if (area === null) throw new Error('the room has no place in the window');
  return area;
}

/** One stroke, by the mouse. */
async function drawInRoom(window: Page): Promise<void> {
  const area = await areaOfRoom(window);
  const at = (x: number, y: number) => [area.x + area.width * x, area.y + area.height * y] as const;
  await window.mouse.move(...at(0.3, 0.5));
  await window.mouse.down();
  await window.mouse.move(...at(0.6, 0.6), { steps: 8 });
  await window.mouse.up();
}

/** Twenty kinds of input over the room, as a person's hands and the system bring them. */
async function twentyInputs(window: Page): Promise<readonly (readonly [string, () => Promise<unknown>])[]> {
  const area = await areaOfRoom(window);
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const { mouse, keyboard } = window;
  const devtools = await window.context().newCDPSession(window);
  const drag = async (button: 'left' | 'middle'): Promise<void> => {
    await mouse.move(x, y);
    await mouse.down({ button });
    await mouse.move(x + 90, y + 40, { steps: 5 });
    await mouse.up({ button });
  };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + by, y }],
    });
  const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', by: number) =>
    devtools.send('Input.dispatchMouseEvent', {
      type,
      x: x + by,
      y,
      button: 'left',
      buttons: 1,
      clickCount: 1,
      pointerType: 'pen',
      force: 0.7,
    });
  const drop = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', {
      type,
      x,
      y,
      data: { items: [{ mimeType: 'text/plain', data: 'dropped' }], dragOperationsMask: 1 },
    });
  return [
    ['a click', () => mouse.click(x, y)],
    ['a double click', () => mouse.dblclick(x, y)],
    ['the right button', () => mouse.click(x, y, { button: 'right' }).then(() => keyboard.press('Escape'))],
    ['the middle button', () => mouse.click(x, y, { button: 'middle' })],
    ['a move', () => mouse.move(x + 20, y + 20, { steps: 4 })],
    ['a drag', () => drag('left')],
    ['a drag with the middle button', () => drag('middle')],
    ['the wheel', () => mouse.wheel(0, 300)],
    ['the wheel sideways', () => mouse.wheel(300, 0)],
    ['a tap', () => touch('touchStart', 0).then(() => touch('touchEnd', 0))],
    [
      'a stroke with a finger',
      () =>
        touch('touchStart', 0)
          .then(() => touch('touchMove', 60))
          .then(() => touch('touchEnd', 0)),
    ],
    ['a pinch', () => devtools.send('Input.synthesizePinchGesture', { x, y, scaleFactor: 0.9 })],
    ['a tap of the pen', () => pen('mousePressed', 0).then(() => pen('mouseReleased', 0))],
    [
      'a stroke of the pen',
      () =>
        pen('mousePressed', 0)
          .then(() => pen('mouseMoved', 60))
          .then(() => pen('mouseReleased', 60)),
    ],
    ['a letter', () => keyboard.press('n')],
    ['an arrow key', () => keyboard.press('ArrowDown')],
    ['undo', () => keyboard.press('ControlOrMeta+z')],
    ['paste', () => keyboard.press('ControlOrMeta+v')],
    ['text of an input method', () => keyboard.insertText('typed')],
    [
      'a drop',
      () =>
        drop('dragEnter')
          .then(() => drop('dragOver'))
          .then(() => drop('drop')),
    ],
  ];
}

test('a shielded visitor sees what is drawn in another Easel, changes nothing by 20 kinds of input, and leaves on time', async ({
  easel,
  startEasel,
  practice,
  paper,
}, info) => {
  const { app, window } = easel;
  const skip = await clockOf(easel);
  await window.keyboard.press('ControlOrMeta+k');
  await window.keyboard.insertText(`${practice.origin}/room/${paper.identifier}`);
  await window.getByRole('option', { selected: true }).filter({ hasText: paper.name }).waitFor();
  await window.keyboard.press('ControlOrMeta+Enter');
  await window.getByRole('dialog').getByLabel('Display name').fill('Ada');
  await window.keyboard.press('Enter');
  await guestJoined(app);

  const grace = await startEasel();
  await connect(grace.window, entriesFor(practice));
  await addPaper(grace.window, paper.identifier, paper.name);
  await join(grace, paper, 'Grace');
  await liftShield(grace);
  const inPreview = await strokesInGuest(app);
  await drawInRoom(grace.window);
  await expect.poll(() => strokesInGuest(app)).toBe(inPreview + 1);

  const inRoom = (): Promise<unknown> =>
    inGuest(app, `JSON.stringify({ ...document.querySelector('#canvas').dataset })`);
  const contents = async () => (await practice.contents()).papers;
  const [roomBefore, contentsBefore] = [await inRoom(), await contents()];
  await app.evaluate(({ clipboard }) => clipboard.writeText('pasted'));
  const inputs = await twentyInputs(window);
  expect(inputs).toHaveLength(20);
  for (const [kind, give] of inputs)
    await test.step(kind, async () => {
      await give();
      expect(await inRoom()).toBe(roomBefore);
      expect(await contents()).toEqual(contentsBefore);
      expect(await inGuest(grace.app, `document.querySelectorAll('.cursor').length`)).toBe(0);
    });

  await test.step('a picture of it says what it is', async () => {
    await waitForPictures(easel);
    const file = info.outputPath('room.png');
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, file);
    await room(window, paper.name).getByRole('button', { name: 'Save picture of the room…' }).click();
    await expect(window.getByText('Saved the visible part as room.png.').first()).toBeVisible();
    const png = await readFile(file, 'latin1');
    // The strip stands below what was in view.
    const seen = await room(window, paper.name).locator('webview').boundingBox();
    expect(Buffer.from(png, 'latin1').readUInt32BE(20)).toBeGreaterThan((seen?.height ?? Infinity) + 40);
    expect(png.slice(1, 4)).toBe('PNG');
    expect(png).toContain(`Visible part only of paper ${paper.identifier} on `);
    expect(png).not.toContain('eyJ');
  });

  await skip(9.5 * 60);
  await expect(window.getByText(/^You leave .* in 1 minute\.$/u).first()).toBeVisible();
  await skip(60);
  await expect(window.getByText(/^Your 10 minutes are over\. You left/u).first()).toBeVisible();
  await expect.poll(() => guestCount(app)).toBe(0);
  await expect.poll(async () => (await contents())[0]?.people).toEqual(['Grace']);
  await expect(window.getByRole('region', { name: 'Receipts' })).toContainText('Your input was blocked.');
});

test('a picture of what was left is kept once the person has said so, until it is removed', async ({
  easel,
  paper,
}) => {
  const { window } = easel;
  await callMain(window, 'app.prefer', DEFAULT_PREFERENCES);
  await waitForPictures(easel);
  await join(easel, paper);
  const leave = room(window, paper.name).getByRole('button', { name: 'Leave' });
  await expect(room(window, paper.name)).not.toContainText('Joining');
  await leave.click();
  const question = window.getByRole('region', { name: 'Pictures' });
  await expect(question).toContainText('Keep small pictures of what you leave?');
  const receipt = window.getByRole('region', { name: 'Receipts' });
  await expect(receipt).toContainText(/You were visible for \d+ s as “Ada”\. Your input was blocked\./u);
  await receipt.getByRole('button', { name: 'Copy for ticket' }).click();
  await expect
    .poll(() => easel.app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(
      /^Receipt of a visit with Easel\nRoom: paper .*seen in the room as Ada\n.*\nSHA-256 of the lines above: \w{64}$/su,
    );
  await receipt.getByRole('button', { name: /Dismiss receipt/u }).click();
  await expect(receipt).toBeHidden();
  // What would be kept is shown: not an empty frame.
  const seen = await question.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  expect(seen).toBeGreaterThan(100);
  await question.getByRole('button', { name: 'Keep pictures' }).click();
  await expect(question).toBeHidden();
  await expect(window.locator(':focus')).toHaveText('Go to papers');

  // It is in the inspector, and beside what is about to be done with the paper.
  await goTo(window, 'Papers');
  const details = window.getByRole('complementary', { name: 'Paper details' });
  await expect(details.locator('img')).toBeVisible();
  await window.keyboard.press('F8');
  await expect(details.locator('img')).toHaveCSS('filter', /blur/u);
  await window.keyboard.press('F8');
  for (const key of ['l', 'Delete']) {
    await window.getByRole('grid', { name: 'Papers' }).focus();
    await window.keyboard.press(key);
    const dialog = window.getByRole('dialog').or(window.getByRole('alertdialog'));
    await expect(dialog.locator('img')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  // Asked once.
  await join(easel, paper);
  await expect(room(window, paper.name)).not.toContainText('Joining');
  await leave.click();
  await expect(window.getByText('No preview is open.')).toBeVisible();
  await expect(question).toBeHidden();

  await window.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Settings' }).click();
  await expect(window.getByText('1 picture', { exact: true })).toBeVisible();
  await window.getByRole('button', { name: 'Remove all pictures' }).click();
  await expect(window.getByText('None kept')).toBeVisible();
});
