import type { Page } from 'playwright/test';
import type { AppHost } from '../support/app-host.ts';
import { goTo, liftShield, setPassphrase } from '../support/easel.ts';
import { guestCount } from '../support/guests.ts';
import { expect } from './fixtures.ts';
import { joinAtHost, test } from './preview-fixtures.ts';

const PASSPHRASE = 'a horse and a battery';
/** Delay in ms before the room first reads the clipboard. It exceeds 5 s, because a click allows reads for 5 s. */
const UNTOUCHED_MS = 6000;

const HOSTILE = `<!doctype html><title>Room</title><body style="margin: 0"><input style="width: 300px; height: 60px">
  <script>
    const seen = { keys: 0, reads: 0, tries: 0, presses: 0 };
    const field = document.querySelector('input');
    for (const type of ['keydown', 'keypress', 'beforeinput', 'input', 'keyup'])
      addEventListener(type, () => (seen.keys += 1), true);
    addEventListener('pointerdown', () => (seen.presses += 1), true);
    setInterval(() => fetch('/seen/' + Object.values(seen).join('/')), 100);
    setTimeout(() => setInterval(() => {
      seen.tries += 1;
      window.focus();
      field.blur();
      field.focus();
      void navigator.clipboard.readText().then(() => (seen.reads += 1), () => undefined);
    }, 200), ${UNTOUCHED_MS});
  </script>`;

function seenBy(host: AppHost) {
  const last = host.paths.findLast((path) => path.startsWith('/seen/')) ?? '/seen/0/0/0/0';
  const [keys = 0, reads = 0, tries = 0, presses = 0] = last.split('/').slice(2).map(Number);
  return { keys, reads, tries, presses };
}

async function typeSlowly(window: Page): Promise<void> {
  for (const key of 'a horse and a battery') await window.keyboard.press(key, { delay: 80 });
}

test('a room’s page that focuses itself receives no key presses before the user clicks it', async ({
  easel,
  host,
  practice,
}) => {
  test.setTimeout(120_000);
  const { app, window } = easel;
  host.answerWith((response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(HOSTILE);
  });
  await joinAtHost(easel, host, practice, 'Down the hall');
  await liftShield(easel);
  await setPassphrase(window, PASSPHRASE);
  await goTo(window, 'Live previews');
  await expect.poll(() => seenBy(host).tries, { timeout: 15_000 }).toBeGreaterThan(2);
  const during = async (state: string, work: (triedSince: () => number) => Promise<void>): Promise<void> => {
    const { tries } = seenBy(host);
    await work(() => seenBy(host).tries - tries);
    // The room must receive no key presses, and no clicks, because after a click it would receive key presses too.
    expect(seenBy(host), state).toMatchObject({ keys: 0, presses: 0 });
  };

  await during('in the idle window', async (triedSince) => {
    await window.getByRole('heading', { name: 'Live previews' }).click();
    while (triedSince() <= 5) await typeSlowly(window);
  });
  await during('beside an open dialog', async (triedSince) => {
    await window.getByRole('button', { name: 'Leave', exact: true }).focus();
    await app.evaluate(({ Menu }) => {
      Menu.getApplicationMenu()?.getMenuItemById('papers.add')?.click();
    });
    const field = window.getByRole('dialog').getByLabel('Name (optional)');
    // Repeats the click and the typing, because the hostile room may take the focus after a click.
    await expect(async () => {
      await field.click();
      await typeSlowly(window);
      expect(await field.inputValue()).not.toBe('');
      expect(triedSince()).toBeGreaterThan(5);
    }).toPass({ timeout: 40_000 });
  });
  await during('on the lock screen', async () => {
    await app.evaluate(({ BrowserWindow, Menu, webContents }) => {
      const [main] = BrowserWindow.getAllWindows();
      const order: string[] = [];
      Object.assign(globalThis, { order });
      const send = main?.webContents.send.bind(main.webContents);
      Object.assign(main?.webContents ?? {}, {
        send: (channel: string, data: unknown) => {
          order.push(channel);
          send?.(channel, data);
        },
      });
      const guest = webContents.getAllWebContents().find((contents) => contents.getType() === 'webview');
      const end = guest?.forcefullyCrashRenderer.bind(guest);
      Object.assign(guest ?? {}, {
        forcefullyCrashRenderer: () => {
          order.push('the room ends');
          end?.();
        },
      });
      Menu.getApplicationMenu()?.getMenuItemById('view.lock')?.click();
    });
    const locked = window.getByRole('dialog', { name: 'Easel is locked' });
    await locked.waitFor();
    await expect.poll(() => guestCount(app)).toBe(0);
    await locked.getByLabel('Passphrase').click();
    await typeSlowly(window);
    await expect(locked.getByLabel('Passphrase')).toHaveValue(PASSPHRASE);
    const order = await app.evaluate(() => (globalThis as unknown as { order: string[] }).order);
    const end = order.indexOf('the room ends');
    expect(end).toBeGreaterThan(order.indexOf('previews.changed'));
    expect(order.indexOf('lock.changed')).toBeGreaterThan(end);
    await window.keyboard.press('Enter');
    await locked.waitFor({ state: 'detached' });
    expect(await guestCount(app)).toBe(0);
  });
  expect(seenBy(host).reads).toBe(0);
});
