import { expect } from '@playwright/test';
import { test, allContents, type Bridge } from './fixtures.ts';

declare const api: Bridge;

test('a window opens the address of a clicked link unless main prevents the navigation', async ({
  shared,
  site,
}) => {
  await shared.app.evaluate(({ BrowserWindow }) => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.once('will-frame-navigate', (event) => seen.push(`frame ${event.url}`));
    contents?.once('will-navigate', (event) => {
      seen.push(event.url);
      event.preventDefault();
    });
  });
  await shared.window.evaluate((address) => (location.href = address), `${site.origin}/plain`);
  const seen = () => shared.app.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  await expect.poll(seen).toEqual([`frame ${site.origin}/plain`, `${site.origin}/plain`]);
  expect(await allContents(shared)).toEqual(['window app://conformance/page.html']);
  expect(await shared.window.evaluate(() => api.add(1, 1))).toBe(2);
});
