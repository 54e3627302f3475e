import { expect } from '@playwright/test';
import type { WebContents } from 'electron';
import { inGuest } from '../../support/guests.ts';
import { test, showGuest, allContents } from './fixtures.ts';

declare const violations: string[];

test.describe(() => {
  test('a webview emits its load events in a fixed order', async ({ shared, site }) => {
    await shared.app.evaluate(({ BrowserWindow, session }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.once(
        'did-attach-webview',
        (_event, guest: WebContents) => {
          const facts = [
            guest.getType(),
            guest.hostWebContents === BrowserWindow.getAllWindows()[0]?.webContents,
            guest.session === session.fromPartition('guests'),
            guest.session.isPersistent(),
            guest.session.getStoragePath(),
          ];
          Object.assign(globalThis, { facts });
        },
      );
    });
    const events = await showGuest(shared, `${site.origin}/plain`, 'did-stop-loading');
    const order = [
      'did-attach',
      'did-start-loading',
      'did-navigate',
      'load-commit',
      'dom-ready',
      'did-finish-load',
      'did-stop-loading',
    ];
    expect(events.map((event) => event.type)).toEqual(order);
    expect(events[2]?.url).toBe(`${site.origin}/plain`);
    expect(await allContents(shared)).toEqual([
      `webview ${site.origin}/plain`,
      'window app://conformance/page.html',
    ]);
    const facts = await shared.app.evaluate(() => (globalThis as unknown as { facts: unknown[] }).facts);
    expect(facts).toEqual(['webview', true, true, false, null]);
    expect(await inGuest(shared.app, 'Promise.resolve([document.title, typeof require])')).toEqual([
      'Plain guest',
      'undefined',
    ]);
    expect(await shared.window.evaluate(() => violations)).toEqual([]);
    await shared.window.evaluate(() => document.querySelector('#guest')?.remove());
    await expect.poll(() => allContents(shared)).toEqual(['window app://conformance/page.html']);
  });

  for (const [method, ends] of [
    ['close', false],
    ['forcefullyCrashRenderer', true],
  ] as const) {
    test(`a guest’s page ${ends ? 'is destroyed' : 'continues'} after ${method}() while its webview stays`, async ({
      shared,
      site,
    }) => {
      await showGuest(shared, `${site.origin}/polls`, 'did-stop-loading');
      await shared.app.evaluate(({ webContents }, call) => {
        webContents
          .getAllWebContents()
          .find((each) => each.getType() === 'webview')
          ?.[call]();
      }, method);
      let count = ends ? -1 : site.seen.length;
      const isQuiet = (): boolean => {
        const before = count;
        count = site.seen.length;
        return count === before;
      };
      await expect.poll(isQuiet, { intervals: [300] }).toBe(ends);
    });
  }
});
