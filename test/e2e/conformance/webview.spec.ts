import { expect } from '@playwright/test';
import type { WebContents } from 'electron';
import { test, showGuest, inGuest, allContents } from './fixtures.ts';

declare const violations: string[];

test.describe('a webview', () => {
  test('reports its load in order, and main sees a guest with its partition', async ({ shared, site }) => {
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
    expect(await inGuest(shared, 'Promise.resolve([document.title, typeof require])')).toEqual([
      'Plain guest',
      'undefined',
    ]);
    expect(await shared.window.evaluate(() => violations)).toEqual([]);
  });

  test('loads the address that main put in place, which the element then shows', async ({ shared, site }) => {
    await shared.app.evaluate(({ BrowserWindow }, address) => {
      BrowserWindow.getAllWindows()[0]?.webContents.once(
        'will-attach-webview',
        (_event, _preferences, params) => {
          Object.assign(globalThis, { given: params['src'] });
          params['src'] = address;
        },
      );
    }, `${site.origin}/other`);
    const events = await showGuest(shared, 'about:blank#preview-1', 'did-stop-loading');
    expect(events.filter((event) => event.type === 'load-commit')).toMatchObject([
      { url: `${site.origin}/other`, isMainFrame: true },
    ]);
    await expect(shared.window.locator('#guest')).toHaveAttribute('src', `${site.origin}/other`);
    // Written by the element itself, it leads nowhere anew.
    expect(events.filter((event) => event.type === 'did-navigate')).toHaveLength(1);
    expect(events.at(-1)?.type).toBe('did-stop-loading');
    expect(events.find((event) => event.type === 'did-navigate')?.url).toBe(`${site.origin}/other`);
    expect(await shared.app.evaluate(() => (globalThis as unknown as { given: string }).given)).toBe(
      'about:blank#preview-1',
    );
    expect(await inGuest(shared, 'document.title')).toBe('Other guest');
  });

  test('keeps the cookies that its page set', async ({ shared, site }) => {
    await showGuest(shared, `${site.origin}/cookie`, 'did-finish-load');
    expect(await inGuest(shared, `fetch('/seen-cookie').then((answer) => answer.text())`)).toBe('visit=1');
  });

  test('navigates nowhere and opens nothing when main denies it', async ({ launched, site }) => {
    await launched.app.evaluate(({ app }) => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      app.on('web-contents-created', (_event, contents) => {
        contents.setWindowOpenHandler(({ url }) => {
          seen.push(`open ${url}`);
          return { action: 'deny' };
        });
        contents.on('will-navigate', (event) => {
          seen.push(`go ${event.url}`);
          event.preventDefault();
        });
      });
    });
    await showGuest(launched, `${site.origin}/plain`, 'did-stop-loading');
    const seen = () => launched.app.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    await inGuest(launched, `void window.open('${site.origin}/other')`);
    await expect.poll(seen).toEqual([`open ${site.origin}/other`]);
    await inGuest(launched, `void (location.href = '${site.origin}/other')`);
    await expect.poll(seen).toEqual([`open ${site.origin}/other`, `go ${site.origin}/other`]);
    expect(await inGuest(launched, 'document.title')).toBe('Plain guest');
    expect(launched.app.windows()).toHaveLength(1);
  });

  test('downloads nothing that main prevents', async ({ shared, site }) => {
    await shared.app.evaluate(({ session }) => {
      session.fromPartition('guests').once('will-download', (event, item) => {
        event.preventDefault();
        Object.assign(globalThis, { prevented: [item.getFilename(), item.getURL()] });
      });
    });
    await showGuest(shared, `${site.origin}/plain`, 'did-stop-loading');
    await inGuest(shared, `void (location.href = '/file')`);
    await expect
      .poll(() => shared.app.evaluate(() => (globalThis as unknown as { prevented?: string[] }).prevented))
      .toEqual(['report.txt', `${site.origin}/file`]);
    expect(await inGuest(shared, 'document.title')).toBe('Plain guest');
  });

  test('ends when its element is removed', async ({ shared, site }) => {
    await showGuest(shared, `${site.origin}/plain`, 'did-stop-loading');
    await shared.app.evaluate(({ webContents }) => {
      const guest = webContents.getAllWebContents().find((contents) => contents.getType() === 'webview');
      guest?.once('destroyed', () => Object.assign(globalThis, { guestEnded: true }));
    });
    await shared.window.evaluate(() => document.querySelector('#guest')?.remove());
    await expect.poll(() => shared.app.evaluate(() => 'guestEnded' in globalThis)).toBe(true);
    expect(await allContents(shared)).toEqual(['window app://conformance/page.html']);
  });
});
