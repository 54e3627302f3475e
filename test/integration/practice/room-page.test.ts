import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { findings } from '../../support/axe.ts';
import { launchBrowser } from '../../support/browser.ts';
import { sharedFolder } from '../../support/fresh-folder.ts';
import { findChromium } from '../../support/system.ts';
import { call, field, token } from './clients.ts';

const RENDERER = path.resolve(import.meta.dirname, '../../../renderer');

describe.skipIf(findChromium() === undefined)('room page', () => {
  const folder = sharedFolder();
  let service: PracticeService;
  let browser: Browser;

  beforeAll(async () => {
    await build({
      configFile: false,
      root: RENDERER,
      base: '/',
      logLevel: 'silent',
      build: {
        outDir: folder,
        emptyOutDir: true,
        target: 'chrome140',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: { input: { room: path.join(RENDERER, 'room/index.html') } },
      },
    });
    service = await startPractice({ roomFiles: folder, boards: 0, papers: 1 });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  async function newPaper(name: string): Promise<string> {
    return String(field(await call(service, 'POST', '/api/paper', { body: { name } }), 'identifier'));
  }

  async function open(page: Page, paper: string): Promise<void> {
    await page.goto(`${service.origin}/room/${paper}?token=${await token(service, paper, 'Ada')}`);
    await page.locator('body[data-state=live]').waitFor();
  }

  test('the practice room page removes the token from its address', async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('console', (message) => errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await open(page, await newPaper('Fractions'));
    expect(new URL(page.url()).search).toBe('');
    expect(await page.title()).toBe('Fractions · Whiteboard');
    expect(await page.getByRole('heading', { name: 'Fractions' }).isVisible()).toBe(true);
    const people = page.getByRole('list', { name: 'People here' }).locator('.person-name');
    expect(await people.allTextContents()).toEqual(['Ada (you)']);
    expect(errors).toEqual([]);
    await service.reset();
    await page.getByRole('alert').getByText('Connection lost').waitFor();
  });

  test('the practice room page passes axe in the light and in the dark theme', async () => {
    const page = await browser.newPage();
    await open(page, service.samplePapers[0]?.identifier ?? '');
    await page.getByText('Search is twice as fast').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page)).toEqual([]);
    }
  });
});
