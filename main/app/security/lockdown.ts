/**
 * What every page is held to, whichever it is: no new windows, no way to another place, no webview without a grant. Only the top
 * frame of the main window, on Easel's own origin, may call main.
 */
import type { App, BrowserWindow, IpcMainInvokeEvent, Session, WebContents } from 'electron';
import { APP_ORIGIN, originOf } from '../../lib/origins.ts';
import { denyPermissions } from './permissions.ts';

/** The only origin a page may move within: Easel's own, or what its preview was granted; null for none. */
export type OriginFor = (contents: WebContents) => string | null;

/**
 * Guards every page at its creation, before its first address.
 *
 * `will-navigate` and its kin are not told of `loadURL` and `src`. Easel's page can use both on a guest that it owns, so
 * `guest.ts` watches where those lead.
 */
export function lockDown(app: App, guestOrigin: OriginFor): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    const stayHome = (event: { preventDefault: () => void; url: string }): void => {
      if (!mayGo(contents, event.url, guestOrigin)) event.preventDefault();
    };
    contents.on('will-navigate', stayHome);
    contents.on('will-frame-navigate', stayHome);
    contents.on('will-redirect', stayHome);
    // guest.ts gives the main window a listener of its own; every other page has no webviews at all.
    if (contents.getType() !== 'window')
      contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWebRTCIPHandlingPolicy(
      contents.getType() === 'webview' ? 'default_public_interface_only' : 'disable_non_proxied_udp',
    );
  });
  // Left alone, Electron would send the first certificate it finds. Sign-in questions it denies by itself.
  app.on('select-client-certificate', (event, _contents, _address, _list, choose) => {
    event.preventDefault();
    choose();
  });
}

function mayGo(contents: WebContents, address: string, guestOrigin: OriginFor): boolean {
  const home = contents.getType() === 'webview' ? guestOrigin(contents) : APP_ORIGIN;
  return home !== null && originOf(address) === home;
}

/** The session of Easel's page, in memory. No other page and no proxy look-up uses it. */
export const PAGE_PARTITION = 'easel';

/**
 * A proxy that answers nothing (port 9, "discard"). The page has no request to make, so whatever gets past the content
 * policy ends there: WebRTC over TCP, for example. `<-loopback>` sends addresses of this computer there too.
 */
const DEAD_PROXY = { proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' };

/** Limits a session to Easel's own files: nothing is fetched from anywhere. Load its pages after this has resolved. */
export async function lockDownSession(session: Session): Promise<void> {
  denyPermissions(session);
  session.setSpellCheckerEnabled(false);
  const everywhere = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'];
  session.webRequest.onBeforeRequest({ urls: everywhere }, (_details, callback) =>
    callback({ cancel: true }),
  );
  await session.setProxy(DEAD_PROXY);
}

/**
 * Whether a call comes from the main window's own page: id, main frame, origin. `fromWebContents(event.sender)` would
 * let a webview pass, because its owner is its embedder's window, so the sender itself is compared. `senderFrame` is
 * null when the frame has navigated or is gone.
 */
export function isTrustedSender(event: IpcMainInvokeEvent, mainWindow: BrowserWindow | null): boolean {
  if (mainWindow === null || mainWindow.isDestroyed()) return false;
  try {
    return isOwnPage(event, mainWindow);
  } catch {
    // Reading a frame whose page is gone throws: nobody is there to be trusted.
    return false;
  }
}

function isOwnPage(event: IpcMainInvokeEvent, { webContents }: BrowserWindow): boolean {
  if (event.sender !== webContents || event.sender.id !== webContents.id) return false;
  if (event.sender.getType() !== 'window') return false;
  const frame = event.senderFrame;
  if (frame === null || frame.parent !== null || frame !== webContents.mainFrame) return false;
  return frame.origin === APP_ORIGIN && originOf(frame.url) === APP_ORIGIN;
}
