import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { findings } from '../../support/axe.ts';
import { launchBrowser } from '../../support/browser.ts';
import { sharedFolder } from '../../support/fresh-folder.ts';
import { findChromium } from '../../support/system.ts';
import { buildRoom } from './built-room.ts';
import { call, field, token } from './clients.ts';

describe.skipIf(findChromium() === undefined)('room page', () => {
  const folder = sharedFolder();
  let service: PracticeService;
  let browser: Browser;
  let errors: string[];
  const used: Page[] = [];
  const spare: Page[] = [];

  beforeAll(async () => {
    await buildRoom(folder);
    service = await startPractice({ roomFiles: folder, boards: 0, papers: 1 });
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    await service.reset();
    errors = [];
  });
  // Reuses browser pages, because opening one takes longer than most tests.
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
  });

  async function newPaper(name = 'Test paper'): Promise<string> {
    return String(field(await call(service, 'POST', '/api/paper', { body: { name } }), 'identifier'));
  }

  /** Opens each page in a separate window, because a background tab paints only once a second. */
  async function newPage(): Promise<Page> {
    const page =
      spare.pop() ?? (await (await browser.newContext({ viewport: { width: 1000, height: 700 } })).newPage());
    used.push(page);
    return page;
  }

  async function open(paper: string, name: string): Promise<Page> {
    const page = await newPage();
    page.on('console', (message) => errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${service.origin}/room/${paper}?token=${await token(service, paper, name)}`);
    await page.locator('body[data-state=live]').waitFor();
    return page;
  }

  const people = (page: Page): Promise<string[]> =>
    page
      .getByRole('list', { name: 'People here' })
      .getByRole('listitem')
      .locator('.person-name')
      .allTextContents();

  test('the practice room page removes the token from its address', async () => {
    const page = await open(await newPaper('Fractions'), 'Ada');
    expect(new URL(page.url()).search).toBe('');
    expect(await page.title()).toBe('Fractions · Whiteboard');
    expect(await page.getByRole('heading', { name: 'Fractions' }).isVisible()).toBe(true);
    expect(await people(page)).toEqual(['Ada (you)']);
    expect(errors).toEqual([]);
  });

  test('the practice room page explains an invalid link', async () => {
    const paper = await newPaper();
    const page = await newPage();
    for (const [query, text] of [
      ['', 'No access token in this link'],
      ['?token=a.b.c', 'Link not valid'],
    ] as const) {
      await page.goto(`${service.origin}/room/${paper}${query}`);
      await page.getByRole('alert').getByText(text).waitFor();
      expect(new URL(page.url()).search).toBe('');
    }
  });

  test('the practice room page passes axe in the light and in the dark theme', async () => {
    const page = await open(service.samplePapers[0]?.identifier ?? '', 'Ada');
    await page.getByText('Search is twice as fast').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page)).toEqual([]);
    }
  });
});
