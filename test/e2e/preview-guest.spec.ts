import { startAppHost } from '../support/app-host.ts';
import { guestCount, inGuest } from '../support/guests.ts';
import { expect } from './fixtures.ts';
import { joinAtHost, room, test } from './preview-fixtures.ts';

test('the page of a room can’t leave its origin or open windows', async ({ easel, host, practice }) => {
  const { app, window } = easel;
  const elsewhere = await startAppHost();
  // Serves the room from a fake host, because the CSP of real rooms would block some attempts before Easel does.
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
            // Listens after Easel's listener of `will-frame-navigate`, so `defaultPrevented` shows Easel's decision.
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

    const address = `${elsewhere.origin}/by-the-page`;
    await window.evaluate((to) => document.querySelector('webview')?.setAttribute('src', to), address);
    expect(await guestCount(app)).toBe(1);
    // Calls the prototype's `loadURL`, because Easel blocks the guest's own method.
    await app.evaluate(({ webContents }, to) => {
      const guest = webContents.getAllWebContents().find((each) => each.getType() === 'webview');
      const { loadURL } = Object.getPrototypeOf(guest ?? {}) as Partial<Electron.WebContents>;
      if (guest) void loadURL?.call(guest, to).catch(() => undefined);
    }, address);
    // Asks the main process, because Playwright can't use a page whose process Easel has ended.
    await expect.poll(() => guestCount(app)).toBe(0);
    const text = (): Promise<string> =>
      app.evaluate(async ({ BrowserWindow }) => {
        const [main] = BrowserWindow.getAllWindows();
        return String(await main?.webContents.executeJavaScript('document.body.innerText').catch(() => ''));
      });
    await expect.poll(text).toContain('was reloaded');
    expect(elsewhere.paths).toEqual([]);
  } finally {
    await elsewhere.takeDown();
  }
});
