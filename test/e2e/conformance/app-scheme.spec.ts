import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

declare const violations: string[];

test.describe('the app scheme', () => {
  test('answers with the status and type that the handler gave, in a secure context', async ({ shared }) => {
    expect(
      await shared.window.evaluate(() => [
        document.contentType,
        isSecureContext,
        getComputedStyle(document.querySelector('h1') as Element).color,
      ]),
    ).toEqual(['text/html', true, 'rgb(1, 2, 3)']);
    const status = await shared.app.evaluate(({ BrowserWindow }) => {
      const hidden = new BrowserWindow({ show: false });
      return new Promise((resolve) => {
        hidden.webContents.once('did-navigate', (_event, url, code) => {
          hidden.destroy();
          resolve([url, code]);
        });
        void hidden.loadURL('app://conformance/missing');
      });
    });
    expect(status).toEqual(['app://conformance/missing', 404]);
  });

  test('enforces its content policy and reports violations', async ({ shared }) => {
    const outcome = await shared.window.evaluate(async () => {
      const script = document.createElement('script');
      script.append('window.injected = true');
      document.body.append(script);
      const fetched = await fetch('/style.css').then(
        () => 'fetched',
        () => 'blocked',
      );
      let markup = 'set';
      try {
        document.body.insertAdjacentHTML('beforeend', '<p>markup</p>');
      } catch {
        markup = 'blocked';
      }
      return { injected: 'injected' in window, fetched, markup };
    });
    expect(outcome).toEqual({ injected: false, fetched: 'blocked', markup: 'blocked' });
    await expect
      .poll(() => shared.window.evaluate(() => [...new Set(violations)].sort()))
      .toEqual(['connect-src', 'require-trusted-types-for']);
  });

  test('causes no violation of its own', async ({ shared }) => {
    expect(await shared.window.evaluate(() => violations)).toEqual([]);
  });
});
