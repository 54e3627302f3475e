/** Facts that only the real Electron binary shows; test/shell/README.md explains why. */
import { expect, test as anyDriver } from '@playwright/test';
import { onlyOnElectron } from '../../support/driver.ts';
import { inGuest, showGuest, test } from './fixtures.ts';

anyDriver.skip(onlyOnElectron(), 'real binary only: the Chromium shell can’t show it');

test('a webview guest is the top frame of its own page', async ({ shared, site }) => {
  await showGuest(shared, `${site.origin}/plain`, 'did-stop-loading');
  expect(await inGuest(shared, '[top === self, location.ancestorOrigins.length]')).toEqual([true, 0]);
});

test('a webview guest is not a frame of the window’s page', async ({ shared, site }) => {
  await showGuest(shared, `${site.origin}/plain`, 'did-stop-loading');
  expect(shared.window.frames().map((frame) => frame.url())).not.toContain(`${site.origin}/plain`);
});

test('a webview guest can go back in its history', async ({ shared, site }) => {
  await showGuest(shared, `${site.origin}/plain`, 'did-stop-loading');
  await inGuest(shared, `void (location.href = '/other')`);
  const history = (): Promise<boolean | undefined> =>
    shared.app.evaluate(({ webContents }) =>
      webContents
        .getAllWebContents()
        .find((contents) => contents.getType() === 'webview')
        ?.navigationHistory.canGoBack(),
    );
  await expect.poll(history).toBe(true);
});

test('window.open returns null when main denies the window', async ({ shared, site }) => {
  await shared.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.setWindowOpenHandler(() => ({ action: 'deny' })),
  );
  expect(await shared.window.evaluate((url) => window.open(url), `${site.origin}/plain`)).toBeNull();
});

test('a cookie is stored only in its session partition', async ({ shared }) => {
  const counts = await shared.app.evaluate(async ({ session }) => {
    const [first, second] = [session.fromPartition('one'), session.fromPartition('two')];
    await first.cookies.set({ url: 'https://example.com/', name: 'visit', value: '1' });
    const before = [(await first.cookies.get({})).length, (await second.cookies.get({})).length];
    await first.clearData();
    return [...before, (await first.cookies.get({})).length];
  });
  expect(counts).toEqual([1, 0, 0]);
});
