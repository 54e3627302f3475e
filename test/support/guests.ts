/** Reads rooms through the main process, because Playwright does not list webviews as pages. */
import type { ElectronApplication } from 'playwright';
import type { LaunchedApp } from './driver.ts';
import { changeTimers } from './easel.ts';
import { waitUntil } from './wait.ts';

export function inGuest(app: ElectronApplication, expression: string): Promise<unknown> {
  return app.evaluate(({ webContents }, code): unknown => {
    const guests = webContents.getAllWebContents().filter((contents) => contents.getType() === 'webview');
    const [guest] = guests.toSorted((a, b) => a.id - b.id);
    // Calls the prototype's `executeJavaScript`, because Easel blocks the guest's own method.
    const { executeJavaScript } = Object.getPrototypeOf(guest ?? {}) as Partial<Electron.WebContents>;
    return guest && executeJavaScript?.call(guest, code);
  }, expression);
}

export function guestCount(app: ElectronApplication): Promise<number> {
  return app.evaluate(
    ({ webContents }) =>
      webContents.getAllWebContents().filter((contents) => contents.getType() === 'webview').length,
  );
}

export async function strokesInGuest(app: ElectronApplication): Promise<number> {
  const strokes = async (): Promise<number> =>
    Number(await inGuest(app, `document.querySelector('[data-strokes]')?.dataset.strokes ?? 0`));
  await waitUntil('the room has strokes', async () => (await strokes()) > 0);
  return strokes();
}

export async function peopleInGuest(app: ElectronApplication): Promise<readonly string[]> {
  const names = await inGuest(
    app,
    `[...document.querySelectorAll('#people li')].map((item) => item.textContent.trim())`,
  );
  return Array.isArray(names) ? names.map(String) : [];
}

export async function guestJoined(app: ElectronApplication): Promise<void> {
  await waitUntil(
    'the room is joined',
    async () => (await inGuest(app, 'document.body?.dataset.state')) === 'live',
  );
}

/** Raises the time limit for a room's screenshot to 30 s, because test machines may be slow. */
export function waitForPictures(easel: Pick<LaunchedApp, 'app'>): Promise<void> {
  return changeTimers(easel, 2500, 30_000);
}
