/** The room page as people meet it: in a real browser, against the real service. */
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { findings } from '../../support/axe.ts';
import { launchBrowser } from '../../support/browser.ts';
import { findChromium } from '../../support/system.ts';
import { buildRoom, type BuiltRoom } from './built-room.ts';
import { call, field, Guest, token } from './clients.ts';

describe.skipIf(findChromium() === undefined)('the room page', () => {
  let room: BuiltRoom;
  let service: PracticeService;
  let browser: Browser;
  let complaints: string[];
  const used: Page[] = [];
  const spare: Page[] = [];

  beforeAll(async () => {
    room = await buildRoom();
    service = await startPractice({ roomFiles: room.folder, boards: 0, papers: 1 });
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    await service.reset();
    complaints = [];
  });
  /** Those that are looked at leave their room; they serve the next test, for a new one costs more than most tests. */
  afterEach(async () => {
    for (const page of used.splice(0).filter((one) => !one.isClosed())) {
      page.removeAllListeners();
      await page.emulateMedia({ colorScheme: null });
      await page.goto('about:blank');
      spare.push(page);
    }
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
    await room.remove();
  });

  async function newPaper(name = 'Test paper'): Promise<string> {
    return String(field(await call(service, 'POST', '/api/paper', { body: { name } }), 'identifier'));
  }

  /** In a window of its own: a tab behind another paints once a second. */
  async function newPage(): Promise<Page> {
    const page =
      spare.pop() ?? (await (await browser.newContext({ viewport: { width: 1000, height: 700 } })).newPage());
    used.push(page);
    return page;
  }

  async function open(paper: string, name: string): Promise<Page> {
    const page = await newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${service.origin}/room/${paper}?token=${await token(service, paper, name)}`);
    await page.locator('body[data-state=live]').waitFor();
    return page;
  }

  const shows = (page: Page, strokes: number, notes: number): Promise<void> =>
    page.locator(`#canvas[data-strokes="${strokes}"][data-notes="${notes}"]`).waitFor();

  async function draw(
    page: Page,
    from: readonly [number, number],
    to: readonly [number, number],
  ): Promise<void> {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 6 });
    await page.mouse.up();
  }

  const people = (page: Page): Promise<string[]> =>
    page
      .getByRole('list', { name: 'People here' })
      .getByRole('listitem')
      .locator('.person-name')
      .allTextContents();

  test('removes the token from the address, names the paper, and violates no policy', async () => {
    const page = await open(await newPaper('Fractions'), 'Ada');
    expect(new URL(page.url()).search).toBe('');
    expect(await page.title()).toBe('Fractions · Whiteboard');
    expect(await page.getByRole('heading', { name: 'Fractions' }).isVisible()).toBe(true);
    expect(await people(page)).toEqual(['Ada (you)']);
    expect(complaints).toEqual([]);
  });

  test('shows each person what the other draws, writes, undoes and erases', async () => {
    const paper = await newPaper();
    const [ada, bob] = [await open(paper, 'Ada'), await open(paper, 'Bob')];
    await draw(ada, [200, 200], [400, 250]);
    await draw(ada, [200, 400], [400, 450]);
    await shows(bob, 2, 0);

    await ada.keyboard.press('n');
    await ada.mouse.click(600, 300);
    await ada.getByLabel('Text of the note').fill('Which is bigger?');
    await ada.keyboard.press('Escape');
    await shows(bob, 2, 1);
    await bob.getByText('Which is bigger?').waitFor();

    await ada.keyboard.press('ControlOrMeta+z');
    await shows(bob, 2, 0);
    await bob.getByRole('button', { name: 'Eraser' }).click();
    await draw(bob, [300, 180], [300, 300]);
    await shows(ada, 1, 0);
    await bob.getByRole('button', { name: 'Undo' }).click();
    await shows(ada, 2, 0);
    expect(complaints).toEqual([]);
  });

  test('changes and moves a note with the note tool, and removes one without text', async () => {
    const paper = await newPaper();
    const [ada, bob] = [await open(paper, 'Ada'), await open(paper, 'Bob')];
    await ada.getByRole('button', { name: 'Note', exact: true }).click();
    await ada.getByRole('button', { name: 'Green note' }).click();
    await ada.mouse.click(300, 300);
    await ada.getByLabel('Text of the note').fill('First');
    await ada.mouse.click(700, 200);
    await ada.keyboard.press('Escape');
    await bob.locator('.note[data-color=green]', { hasText: 'First' }).waitFor();

    const before = await bob.locator('.note').boundingBox();
    await draw(ada, [320, 320], [420, 370]);
    await expect
      .poll(async () => (await bob.locator('.note').boundingBox())?.x)
      .toBeCloseTo((before?.x ?? 0) + 100);
    await ada.mouse.click(420, 370);
    await ada.getByLabel('Text of the note').fill('Second');
    await ada.keyboard.press('ControlOrMeta+Enter');
    await bob.getByText('Second').waitFor();
    await ada.locator('.note').focus();
    await ada.keyboard.press('Enter');
    await ada.getByLabel('Text of the note').fill('');
    await ada.keyboard.press('Escape');
    await shows(bob, 0, 0);
  });

  test('draws shapes, selects what is in a frame, moves and removes it, and undoes each as one step', async () => {
    const paper = await newPaper();
    const [ada, bob] = [await open(paper, 'Ada'), await open(paper, 'Bob')];
    for (const [index, form] of ['Rectangle', 'Ellipse', 'Line', 'Arrow'].entries()) {
      await ada.keyboard.press('s');
      await ada.getByRole('button', { name: form }).click();
      await draw(ada, [150 + index * 120, 200], [220 + index * 120, 260]);
    }
    await bob.locator('#canvas[data-shapes="4"]').waitFor();
    // A press that draws nothing makes no shape.
    await ada.mouse.click(700, 400);

    await ada.keyboard.press('v');
    await draw(ada, [140, 190], [350, 270]);
    await ada.locator('#canvas[data-selected="2"]').waitFor();
    const seenBy = (page: Page): Promise<string> =>
      page.locator('#canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const before = await seenBy(bob);
    // The rectangle is held by its line.
    await draw(ada, [150, 230], [150, 330]);
    await expect.poll(() => seenBy(bob)).not.toBe(before);
    await ada.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => seenBy(bob)).toBe(before);
    await ada.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => seenBy(bob)).not.toBe(before);
    await ada.keyboard.press('ControlOrMeta+z');
    await ada.keyboard.press('Delete');
    await bob.locator('#canvas[data-shapes="2"]').waitFor();
    await ada.keyboard.press('ControlOrMeta+z');
    await bob.locator('#canvas[data-shapes="4"]').waitFor();
    await bob.keyboard.press('e');
    await draw(bob, [130, 230], [160, 235]);
    await ada.locator('#canvas[data-shapes="3"]').waitFor();
    expect(complaints).toEqual([]);
  });

  test('takes pasted images and text, which the others see, and moves a note with what else is selected', async () => {
    const paper = await newPaper();
    const [ada, bob] = [await open(paper, 'Ada'), await open(paper, 'Bob')];
    const paste = (text: string): Promise<void> =>
      ada.evaluate(async (typed) => {
        const clipboardData = new DataTransfer();
        if (typed === '') {
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [2000, 1000];
          canvas.getContext('2d')?.fillRect(0, 0, 2000, 1000);
          const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
          if (blob) clipboardData.items.add(new File([blob], 'pasted.png', { type: 'image/png' }));
        } else clipboardData.setData('text/plain', typed);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      }, text);
    await paste('');
    await bob.locator('#canvas[data-images="1"]').waitFor();
    const toneAt = (page: Page, x: number, y: number): Promise<number> =>
      page.locator('#canvas').evaluate(
        (canvas: HTMLCanvasElement, [left, top]) => {
          const one = new OffscreenCanvas(1, 1).getContext('2d');
          one?.drawImage(canvas, left, top, 1, 1, 0, 0, 1, 1);
          return one?.getImageData(0, 0, 1, 1).data[0] ?? -1;
        },
        [x, y] as const,
      );
    await expect.poll(() => toneAt(bob, 500, 350)).toBe(0);
    expect(await toneAt(bob, 500, 650)).toBeGreaterThan(200);

    await paste('From the class');
    await bob.getByText('From the class').waitFor();
    await ada.keyboard.press('ControlOrMeta+a');
    const before = (await bob.locator('.note').boundingBox())?.x ?? 0;
    await draw(ada, [500, 350], [560, 350]);
    await expect.poll(async () => (await bob.locator('.note').boundingBox())?.x).toBeCloseTo(before + 60);
    await ada.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await bob.locator('.note').boundingBox())?.x).toBeCloseTo(before);
    expect(complaints).toEqual([]);
  });

  test('follows what another person sees until one moves the paper oneself, or they leave', async () => {
    const paper = await newPaper();
    const [ada, bob] = [await open(paper, 'Ada'), await open(paper, 'Bob')];
    await draw(bob, [200, 200], [400, 250]);
    await bob.keyboard.press('-');
    const follow = ada.getByRole('button', { name: 'Follow Bob' });
    // One that can't be read keeps nobody from drawing.
    const guest = await Guest.join(service, paper, 'Guest');
    const source = 'data:image/png;base64,AAAA';
    guest.send({
      type: 'put',
      item: { kind: 'image', id: 'i', by: '', x: 0, y: 0, width: 90, height: 90, source },
    });
    await ada.locator('#canvas[data-images="1"]').waitFor();
    await follow.click();
    await ada.locator('#canvas[data-zoom="80%"]').waitFor();
    await bob.keyboard.press('-');
    await ada.locator('#canvas[data-zoom="64%"]').waitFor();
    await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('true');
    await ada.mouse.move(500, 300);
    await ada.mouse.wheel(0, 100);
    await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('false');
    await follow.click();
    await ada.locator('#canvas[data-zoom="64%"]').waitFor();
    await bob.close();
    await expect.poll(() => ada.getByRole('button', { name: /^Follow/u }).count()).toBe(1);
    await guest.leave();
    await draw(ada, [300, 300], [350, 300]);
    expect(complaints).toEqual([]);
  });

  test('paints what comes bit by bit as if it were painted at once, in the colours of now', async () => {
    const paper = await newPaper();
    const ada = await open(paper, 'Ada');
    const guest = await Guest.join(service, paper, 'Guest');
    const pixels = (): Promise<string> =>
      ada.locator('#canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const line = (id: string, ink: 'red' | 'blue', y: number): void =>
      guest.send({
        type: 'put',
        item: {
          kind: 'shape',
          id,
          by: '',
          form: 'line',
          ink,
          size: 30,
          x: 100,
          y: 300,
          width: 400,
          height: y,
        },
      });
    const count = (shapes: number): Promise<void> =>
      ada.locator(`#canvas[data-shapes="${shapes}"]`).waitFor();
    line('a', 'red', 0);
    await count(1);
    line('b', 'blue', 60);
    await count(2);
    for (const gone of [[], ['b'], ['a']]) {
      const before = await pixels();
      guest.send({ type: 'remove', ids: gone });
      if (gone.length > 0) await expect.poll(pixels).not.toBe(before);
      const seen = await pixels();
      await ada.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(pixels).not.toBe(seen);
      await ada.emulateMedia({ colorScheme: 'light' });
      await expect.poll(pixels).toBe(seen);
    }
    await guest.leave();
    expect(complaints).toEqual([]);
  });

  test('reconnects after a lost connection, and gets what was drawn meanwhile', async () => {
    const paper = await newPaper();
    const ada = await open(paper, 'Ada');
    await service.disconnectRooms();
    await ada.locator('body[data-state=reconnecting]').waitFor();
    await draw(ada, [200, 200], [400, 250]);
    await ada.locator('body[data-state=live]').waitFor();
    await shows(ada, 1, 0);
    await shows(await open(paper, 'Bob'), 1, 0);
  });

  test('has keys for its tools; the hand, Space or the middle button pans, and it zooms', async () => {
    const page = await open(await newPaper(), 'Ada');
    const canvas = page.locator('#canvas');
    for (const [key, tool] of [
      ['v', 'select'],
      ['s', 'shape'],
      ['n', 'note'],
      ['e', 'eraser'],
      ['h', 'hand'],
      ['p', 'pen'],
    ] as const) {
      await page.keyboard.press(key);
      await page.locator(`#canvas[data-tool=${tool}]`).waitFor();
    }
    await draw(page, [500, 300], [520, 300]);
    await shows(page, 1, 0);
    await page.keyboard.down('Space');
    await draw(page, [500, 300], [300, 300]);
    await page.keyboard.up('Space');
    await page.mouse.move(500, 300);
    await page.mouse.down({ button: 'middle' });
    await page.mouse.move(450, 320, { steps: 3 });
    await page.mouse.up({ button: 'middle' });
    await shows(page, 1, 0);
    await page.mouse.wheel(0, -400);
    await expect.poll(() => canvas.getAttribute('data-zoom')).not.toBe('100%');
    await page.getByRole('button', { name: 'Actual size' }).click();
    await expect.poll(() => canvas.getAttribute('data-zoom')).toBe('100%');
    await page.keyboard.press('-');
    await expect.poll(() => canvas.getAttribute('data-zoom')).toBe('80%');
  });

  test('explains a link that doesn’t open its room, without its token in the address', async () => {
    const [one, two] = [await newPaper(), await newPaper()];
    const page = await newPage();
    const link = await token(service, one, 'Ada');
    const explains = async (address: string, text: string): Promise<void> => {
      await page.goto(`${service.origin}/room/${address}`);
      await page.getByRole('alert').getByText(text).waitFor();
      expect(new URL(page.url()).search).toBe('');
    };
    await explains(one, 'No access token in this link');
    await explains(`${one}?token=a.b.c`, 'Link not valid');
    await explains(`${two}?token=${link}`, 'Link for another paper');
    await service.advance(3 * 60 * 60 * 1000);
    await explains(`${one}?token=${link}`, 'Link expired');
  });

  test('passes axe with a sample drawing, light and dark', async () => {
    const page = await open(service.samplePapers[0]?.identifier ?? '', 'Ada');
    await page.getByText('Search is twice as fast').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page)).toEqual([]);
    }
  });
});
