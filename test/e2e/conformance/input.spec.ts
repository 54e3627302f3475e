import { expect } from '@playwright/test';
import type { LaunchedApp } from '../../support/driver.ts';
import { inGuest } from '../../support/guests.ts';
import { showGuest, test } from './fixtures.ts';

type HeardEvent = readonly [where: string, name: string, what: string];

function listen(launched: LaunchedApp, prevented: readonly string[] = []): Promise<void> {
  return launched.app.evaluate(({ webContents }, stopped) => {
    const reported: HeardEvent[] = [];
    Object.assign(globalThis, { reported });
    for (const contents of webContents.getAllWebContents()) {
      const isGuest = contents.getType() === 'webview';
      contents.removeAllListeners('before-input-event').removeAllListeners('before-mouse-event');
      contents.on('before-input-event', (event, { type, key }) => {
        reported.push([contents.getType(), type, key]);
        if (isGuest && stopped.includes(key)) event.preventDefault();
      });
      contents.on('before-mouse-event', (event, { type, button = '' }) => {
        if (type !== 'mouseDown') return;
        reported.push([contents.getType(), type, button]);
        if (isGuest && stopped.includes(button)) event.preventDefault();
      });
    }
  }, prevented);
}
const reported = (launched: LaunchedApp) =>
  launched.app.evaluate(() => (globalThis as unknown as { reported: HeardEvent[] }).reported);
const heard = (launched: LaunchedApp) => inGuest(launched.app, 'heard.splice(0)');
const heardSoFar = (launched: LaunchedApp) => inGuest(launched.app, 'heard');

/** Clicks in the guest, by default in its text field. */
async function press({ window }: LaunchedApp, y = 20, button: 'left' | 'right' = 'left'): Promise<void> {
  const box = await window.locator('#guest').boundingBox();
  await window.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + y, { button });
}

test.describe(() => {
  test.beforeEach(async ({ shared, site }) => {
    await showGuest(shared, `${site.origin}/keys`, 'did-stop-loading');
  });

  test('main can block each key and mouse event before it reaches a webview guest', async ({ shared }) => {
    await listen(shared);
    await shared.window.locator('h1').click();
    await shared.window.keyboard.press('a');
    await press(shared);
    await shared.window.keyboard.press('b');
    expect(await reported(shared)).toEqual([
      ['window', 'mouseDown', 'left'],
      ['window', 'keyDown', 'a'],
      ['window', 'keyUp', 'a'],
      ['webview', 'mouseDown', 'left'],
      ['webview', 'keyDown', 'b'],
      ['webview', 'keyUp', 'b'],
    ]);
    await listen(shared, ['x']);
    await press(shared);
    await heard(shared);
    await shared.window.keyboard.press('x');
    await shared.window.keyboard.press('y');
    await expect.poll(() => heardSoFar(shared)).toEqual(['keydown', 'keypress', 'input', 'keyup']);
    expect(await inGuest(shared.app, `document.querySelector('input').value`)).toMatch(/^(?:by|yb)$/u);
    await inGuest(shared.app, `document.activeElement.blur(); void 0`);
    await listen(shared, ['left']);
    await heard(shared);
    await press(shared);
    await press(shared, 100, 'right');
    await expect.poll(() => heardSoFar(shared)).toEqual(['mousedown']);
    expect(await inGuest(shared.app, `document.activeElement.localName`)).toBe('body');
  });
});
