/** Webview behaviour that Electron and the Chromium shell (test/shell) share. Finds the guests by `webContents`. */
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { WebContents } from 'electron';
import { startServer, type TestServer } from '../integration/service/servers.ts';
import { launchApp, type LaunchedApp } from '../support/driver.ts';
import { inGuest } from '../support/guests.ts';

declare const violations: string[];

const PAGES: Readonly<Record<string, string>> = {
  '/plain': '<title>Plain guest</title><p>hello</p>',
  '/polls': '<title>Polls</title><script>setInterval(() => fetch("/poll"), 20)</script>',
};

const test = base.extend<{ readonly site: TestServer; readonly launched: LaunchedApp }>({
  site: async ({}, use) => {
    const server = await startServer((response, { url }) => {
      const page = PAGES[url];
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' });
      response.end(page);
    });
    await use(server);
    await server.close();
  },
  launched: async ({}, use) => {
    const launched = await launchApp({ app: path.join(import.meta.dirname, 'conformance-app') });
    await launched.window.waitForSelector('h1');
    await use(launched);
    await launched.close();
  },
});

interface GuestEvent {
  readonly type: string;
  readonly url: string | undefined;
}

/** Adds a webview to the page. Returns the events that it emits until it stops loading. */
function showGuest({ window }: LaunchedApp, src: string): Promise<readonly GuestEvent[]> {
  return window.evaluate(
    (address) =>
      new Promise((resolve) => {
        const seen: GuestEvent[] = [];
        const webview = document.createElement('webview');
        webview.id = 'guest';
        webview.setAttribute('partition', 'guests');
        webview.setAttribute('src', address);
        const types =
          'did-attach did-start-loading load-commit did-navigate dom-ready did-finish-load did-fail-load did-stop-loading';
        for (const type of types.split(' ')) {
          webview.addEventListener(type, (event) => {
            seen.push({ type, url: (event as Event & Partial<GuestEvent>).url });
            if (type === 'did-stop-loading') resolve(seen);
          });
        }
        document.querySelector('#stage')?.append(webview);
      }),
    src,
  );
}

const allContents = ({ app }: LaunchedApp): Promise<string[]> =>
  app.evaluate(({ webContents }) =>
    webContents
      .getAllWebContents()
      .map((contents) => `${contents.getType()} ${contents.getURL()}`)
      .sort(),
  );

test('an Electron webview emits its load events in a fixed order', async ({ launched, site }) => {
  await launched.app.evaluate(({ BrowserWindow, session }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.once('did-attach-webview', (_event, guest: WebContents) => {
      const facts = [
        guest.getType(),
        guest.hostWebContents === BrowserWindow.getAllWindows()[0]?.webContents,
        guest.session === session.fromPartition('guests'),
        guest.session.isPersistent(),
        guest.session.getStoragePath(),
      ];
      Object.assign(globalThis, { facts });
    });
  });
  const events = await showGuest(launched, `${site.origin}/plain`);
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
  expect(await allContents(launched)).toEqual([
    `webview ${site.origin}/plain`,
    'window app://conformance/page.html',
  ]);
  const facts = await launched.app.evaluate(() => (globalThis as unknown as { facts: unknown[] }).facts);
  expect(facts).toEqual(['webview', true, true, false, null]);
  expect(await inGuest(launched.app, 'Promise.resolve([document.title, typeof require])')).toEqual([
    'Plain guest',
    'undefined',
  ]);
  expect(await launched.window.evaluate(() => violations)).toEqual([]);
  await launched.window.evaluate(() => document.querySelector('#guest')?.remove());
  await expect.poll(() => allContents(launched)).toEqual(['window app://conformance/page.html']);
});

for (const [method, ends] of [
  ['close', false],
  ['forcefullyCrashRenderer', true],
] as const) {
  test(`a webview’s page ${ends ? 'is destroyed' : 'continues'} after webContents.${method}() in Electron`, async ({
    launched,
    site,
  }) => {
    await showGuest(launched, `${site.origin}/polls`);
    await launched.app.evaluate(({ webContents }, call) => {
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
