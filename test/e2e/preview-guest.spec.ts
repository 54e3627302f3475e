/** What the guest page of a live preview may and may not do. */
import { startAppHost } from '../support/app-host.ts';
import { previewPaper } from '../support/easel.ts';
import { guestCount, inGuest } from '../support/guests.ts';
import { expect } from './fixtures.ts';
import { guestFacts, join, joinAtHost, room, test } from './preview-fixtures.ts';

test.describe('the guest page', () => {
  test('gets its address from main: in the page, the token is only where Electron writes it', async ({
    easel,
    host,
    practice,
  }) => {
    const { app, window } = easel;
    await joinAtHost(easel, host, practice, 'Down the hall');
    const [token = ''] = host.tokens;
    expect(token).toMatch(/^eyJ/);
    expect((await guestFacts(easel))?.address).toContain(token);
    await expect(window.locator('webview')).toHaveAttribute('src', new RegExp(`token=${token}$`, 'u'));
    const others = await window.evaluate(() => {
      const copy = document.documentElement.cloneNode(true) as HTMLElement;
      for (const webview of copy.querySelectorAll('webview')) webview.removeAttribute('src');
      return copy.outerHTML;
    });
    expect(others).not.toContain('eyJ');
    await test.step('it is closed before a request is sent when Easel’s page navigates it elsewhere', async () => {
      const elsewhere = await startAppHost();
      try {
        expect(await guestCount(app)).toBe(1);
        const address = `${elsewhere.origin}/by-the-page`;
        await window.evaluate((to) => document.querySelector('webview')?.setAttribute('src', to), address);
        await expect.poll(() => guestCount(app)).toBe(0);
        await expect(room(window, 'Down the hall')).toHaveCount(0);
        expect(elsewhere.paths).toEqual([]);
      } finally {
        await elsewhere.takeDown();
      }
    });
  });

  test('runs in memory, without Node or a preload, and isolated from all other visits', async ({
    easel,
    paper,
  }) => {
    const given = easel.app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<Record<string, unknown>>((resolve) => {
          BrowserWindow.getAllWindows()[0]?.webContents.once('will-attach-webview', (_event, preferences) =>
            resolve({ ...preferences }),
          );
        }),
    );
    await join(easel, paper);
    const preferences = await given;
    expect(preferences).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
    });
    expect(preferences).not.toHaveProperty('preload');
    expect(preferences['partition']).toMatch(/^preview-\d+$/);
    expect(await guestFacts(easel)).toMatchObject({ persistent: false, storage: null, muted: true });
    expect(await inGuest(easel.app, `[typeof require, typeof process, typeof easel].join()`)).toBe(
      'undefined,undefined,undefined',
    );
    await previewPaper(easel.window, paper.name, 'Ada, once more');
    await expect.poll(() => guestCount(easel.app)).toBe(2);
    const sessions = await easel.app.evaluate(({ webContents, session }) => {
      const pages = webContents.getAllWebContents().map((contents) => contents.session);
      return { ofPages: new Set(pages).size, default: pages.includes(session.defaultSession) };
    });
    // Easel's page and two guests. Proxies are looked up in the default session, which no page uses.
    expect(sessions).toEqual({ ofPages: 3, default: false });
  });

  test('can’t navigate elsewhere, open windows or take over the app’s window', async ({
    easel,
    host,
    practice,
  }) => {
    const { app, window } = easel;
    const elsewhere = await startAppHost();
    // A host of our own, for the practice service's rooms forbid themselves much of this.
    const identifier = await joinAtHost(easel, host, practice, 'Escape room');

    const attempts: Readonly<Record<string, string>> = {
      location: `location.href = address`,
      form: `const form = document.createElement('form'); form.action = address; form.method = 'post';
             document.body.append(form); form.submit(); form.remove()`,
      frame: `const frame = document.createElement('iframe'); frame.src = address; document.body.append(frame)`,
    };
    try {
      for (const [name, code] of Object.entries(attempts)) {
        const prevented = app.evaluate(
          ({ webContents }) =>
            new Promise<boolean>((resolve) => {
              const guest = webContents.getAllWebContents().find((each) => each.getType() === 'webview');
              // The app's own listener was there first: by now it has decided.
              guest?.once('will-frame-navigate', (event) => resolve(event.defaultPrevented));
            }),
        );
        await inGuest(app, `{ const address = '${elsewhere.origin}/by-${name}'; ${code}; } void 0`);
        expect(await prevented, name).toBe(true);
      }
      await inGuest(app, `void window.open('${elsewhere.origin}/by-open')`);
      await inGuest(app, `void window.open('${elsewhere.origin}/by-noopener', '_blank', 'noopener')`);
      await inGuest(app, `try { top.location = '${elsewhere.origin}/by-top'; } catch {} void 0`);
      expect(await inGuest(app, 'document.title')).toBe('Room');
      expect(String(await inGuest(app, 'location.pathname'))).toBe(`/room/${identifier}`);
      expect(app.windows()).toHaveLength(1);
      expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
      await expect(room(window, 'Escape room').getByRole('alert')).toHaveCount(0);
      expect(elsewhere.paths).toEqual([]);
    } finally {
      await elsewhere.takeDown();
    }
  });

  test('is refused without a grant, and a grant works once', async ({ easel, host, paper }) => {
    const { app, window } = easel;
    const granted = app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<string>((resolve) => {
          // Before Easel writes the real address over it.
          BrowserWindow.getAllWindows()[0]?.webContents.prependOnceListener(
            'will-attach-webview',
            (_event, _preferences, params: Record<string, string>) => resolve(params['src'] ?? ''),
          );
        }),
    );
    await join(easel, paper);
    const used = await granted;
    expect(used).toMatch(/^about:blank#preview-[\w-]{36}$/);
    const refused = async (src: string): Promise<boolean> => {
      // Main listens before there is anything to hear.
      await app.evaluate(({ BrowserWindow }) => {
        const attaching = new Promise<boolean>((resolve) => {
          BrowserWindow.getAllWindows()[0]?.webContents.once('will-attach-webview', (event) =>
            resolve(event.defaultPrevented),
          );
        });
        Object.assign(globalThis, { attaching });
      });
      await window.evaluate((address) => {
        const webview = document.createElement('webview');
        webview.setAttribute('src', address);
        webview.setAttribute('allowpopups', '');
        webview.setAttribute('nodeintegration', '');
        document.body.append(webview);
      }, src);
      return app.evaluate(() => (globalThis as unknown as { attaching: Promise<boolean> }).attaching);
    };
    expect(await refused(`${host.origin}/no-grant`)).toBe(true);
    expect(await refused('about:blank#preview-00000000-0000-4000-8000-000000000000')).toBe(true);
    expect(await refused(used)).toBe(true);
    expect(await guestCount(app)).toBe(1);
    expect(host.paths).toEqual([]);
  });
});
