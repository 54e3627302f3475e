import { describe, expect, test } from 'vitest';
import type { IpcMainInvokeEvent } from 'electron';
import { isTrustedSender } from '../../../../main/security/trusted-sender.ts';
import { asWindow, BrowserWindow, FakeContents } from '../../../support/fake-electron.ts';
import { BAD_SENDERS, goodSender } from '../../../contract/senders.ts';

const asEvent = (event: unknown): IpcMainInvokeEvent => event as IpcMainInvokeEvent;

test('the top frame of the main window on Easel’s own origin is trusted', () => {
  const window = new BrowserWindow();
  expect(isTrustedSender(asEvent(goodSender(window)), asWindow(window))).toBe(true);
});

describe('no other sender is trusted:', () => {
  test.each(BAD_SENDERS)('$name', ({ make }) => {
    const window = new BrowserWindow();
    expect(isTrustedSender(asEvent(make(window)), asWindow(window))).toBe(false);
  });

  test('any sender while there is no main window, or after it is closed', () => {
    const window = new BrowserWindow();
    expect(isTrustedSender(asEvent(goodSender(window)), null)).toBe(false);
    window.destroyed = true;
    expect(isTrustedSender(asEvent(goodSender(window)), asWindow(window))).toBe(false);
  });

  test('the page of an earlier main window', () => {
    const earlier = new BrowserWindow();
    expect(isTrustedSender(asEvent(goodSender(earlier)), asWindow(new BrowserWindow()))).toBe(false);
  });

  test.each(['app://easel.evil.example', 'app://easel:80', 'https://easel', 'app://easel/', 'null'])(
    'the main window’s top frame on the origin %j',
    (origin) => {
      const window = new BrowserWindow();
      window.webContents.mainFrame.origin = origin;
      expect(isTrustedSender(asEvent(goodSender(window)), asWindow(window))).toBe(false);
    },
  );

  test.each<readonly [string, (window: BrowserWindow) => object]>([
    [
      'at an address of another origin',
      ({ webContents }) => Object.assign(webContents.mainFrame, { url: 'about:blank' }),
    ],
    ['inside another frame', ({ webContents }) => Object.assign(webContents.mainFrame, { parent: {} })],
    ['in a webview', ({ webContents }) => Object.assign(webContents, { type: 'webview' })],
  ])('the main window’s frame %s', (_where, change) => {
    const window = new BrowserWindow();
    change(window);
    expect(isTrustedSender(asEvent(goodSender(window)), asWindow(window))).toBe(false);
  });

  test('other contents with the id and the frame of the main window', () => {
    const window = new BrowserWindow();
    const { id, mainFrame } = window.webContents;
    const sender = Object.assign(new FakeContents('window'), { id, mainFrame });
    const event = { type: 'frame', sender, senderFrame: mainFrame };
    expect(isTrustedSender(asEvent(event), asWindow(window))).toBe(false);
  });
});
