/** Facts about Electron that Easel relies on, and that the Chromium shell (test/shell) must reproduce. */
import { expect, type Page } from '@playwright/test';
import type { LaunchedApp } from '../../support/driver.ts';
import { closedPort, showGuest, test } from './fixtures.ts';

function recordGuest(launched: LaunchedApp): Promise<void> {
  return launched.app.evaluate(({ webContents }) => {
    const noted: string[] = [];
    Object.assign(globalThis, { noted });
    const guest = webContents.getAllWebContents().find((contents) => contents.getType() === 'webview');
    const pathOf = (address: string): string =>
      address.startsWith('http') ? new URL(address).pathname : address;
    guest?.on('did-navigate', (_event, url) => noted.push(`did-navigate ${pathOf(url)}`));
    guest?.on('did-fail-load', (_event, code) => noted.push(`did-fail-load ${code}`));
    guest?.on('did-finish-load', () => noted.push('did-finish-load'));
  });
}
const noted = (launched: LaunchedApp): Promise<string[]> =>
  launched.app.evaluate(() => (globalThis as unknown as { noted: string[] }).noted.splice(0));

type Guest = Element & { readonly loadURL: (address: string) => Promise<void> };

function pageLoads(window: Page, address: string): Promise<void> {
  return window.evaluate(
    (url) =>
      new Promise((resolve) => {
        const guest = document.querySelector<Guest>('#guest');
        guest?.addEventListener('did-stop-loading', () => resolve(), { once: true });
        void guest?.loadURL(url).catch(() => undefined);
      }),
    address,
  );
}

test('a failed page load emits did-fail-load once', async ({ shared, site }) => {
  await showGuest(shared, `${site.origin}/plain`, 'did-stop-loading');
  await recordGuest(shared);
  const address = await closedPort();
  await pageLoads(shared.window, address);
  const events = await noted(shared);
  await test.step('did-fail-load reports the error code of a failed page load', () =>
    expect(events).toContain('did-fail-load -102'));
  await test.step('after a failed page load, Chromium loads an error page and emits did-finish-load', () =>
    expect(events.at(-1)).toBe('did-finish-load'));
  await test.step('a failed page load emits no navigation event', () =>
    expect(events.filter((each) => each.startsWith('did-navigate'))).toEqual([]));
  await test.step('after a failed page load, getURL returns the address that could not be loaded', async () => {
    const url = await shared.app.evaluate(({ webContents }) =>
      webContents
        .getAllWebContents()
        .find((contents) => contents.getType() === 'webview')
        ?.getURL(),
    );
    expect(url).toBe(address);
  });
  await pageLoads(shared.window, `${site.origin}/other`);
  const after = await noted(shared);
  await test.step('after a failed page load, another page can be loaded', () =>
    expect(after.slice(-2)).toEqual(['did-navigate /other', 'did-finish-load']));
  await test.step('a failed page load is not reported again when another page is loaded', () =>
    expect(after.filter((each) => each.startsWith('did-fail-load'))).toEqual([]));
});
