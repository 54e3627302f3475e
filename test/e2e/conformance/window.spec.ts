import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import os from 'node:os';
import { expect } from '@playwright/test';
import { test, allContents, type Bridge } from './fixtures.ts';

declare const api: Bridge;

test.describe('a window', () => {
  test('stays open while its page objects, until the app overrules that', async ({ launched }) => {
    // A page may object only after somebody has used it. Listening keeps Playwright from answering by itself.
    launched.window.on('dialog', () => {});
    await launched.window.locator('h1').click();
    await launched.window.evaluate(() =>
      window.addEventListener('beforeunload', (event) => event.preventDefault()),
    );
    const asked = await launched.app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0];
      return new Promise((resolve) => {
        window?.webContents.once('will-prevent-unload', () => resolve(true));
        window?.close();
      });
    });
    expect(asked).toBe(true);
    expect(await launched.window.evaluate(() => api.add(1, 1))).toBe(2);
    const closed = await launched.app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0];
      return new Promise((resolve) => {
        window?.webContents.once('will-prevent-unload', (event) => event.preventDefault());
        window?.once('closed', () => resolve(true));
        window?.close();
      });
    });
    expect(closed).toBe(true);
  });

  test('follows a link unless the app prevents it', async ({ shared, site }) => {
    await shared.app.evaluate(({ BrowserWindow }) => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.once('will-frame-navigate', (event) => seen.push(`frame ${event.url}`));
      contents?.once('will-navigate', (event) => {
        seen.push(event.url);
        event.preventDefault();
      });
    });
    await shared.window.evaluate((address) => (location.href = address), `${site.origin}/plain`);
    const seen = () => shared.app.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    await expect.poll(seen).toEqual([`frame ${site.origin}/plain`, `${site.origin}/plain`]);
    expect(await allContents(shared)).toEqual(['window app://conformance/page.html']);
    expect(await shared.window.evaluate(() => api.add(1, 1))).toBe(2);
  });
});

test('a page sends nothing by WebRTC over UDP once the policy forbids it', async ({ launched }) => {
  const received: number[] = [];
  const server = createSocket('udp4', ({ length }) => received.push(length));
  server.bind();
  await once(server, 'listening');
  const outside = Object.values(os.networkInterfaces()).flat();
  const host = outside.find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.1';
  /** How many packets of a peer connection arrive within half a second. */
  const packets = async (): Promise<number> => {
    received.length = 0;
    await launched.window.evaluate(async (urls) => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls }] });
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
      await new Promise((resolve) => setTimeout(resolve, 500));
      peer.close();
    }, `stun:${host}:${server.address().port}`);
    return received.length;
  };
  try {
    await expect.poll(packets).toBeGreaterThan(0);
    await launched.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp'),
    );
    // It takes a moment to reach the page's process.
    await expect.poll(packets).toBe(0);
  } finally {
    server.close();
  }
});
