/**
 * Guards for all pages: no new windows, no foreign navigation, no webview without a grant. Only the main window's top
 * frame on Easel's origin may call main.
 */
import type { App, BrowserWindow, IpcMainInvokeEvent, Session, WebContents } from 'electron';
import { APP_ORIGIN, originOf } from '../../lib/origins.ts';
import { denyPermissions } from './permissions.ts';

/** Returns the origin a guest may stay on, or null. */
export type OriginFor = (contents: WebContents) => string | null;

/**
 * Guards every page at its creation. `will-navigate` does not cover `loadURL` and `src`, so `guest.ts` watches guests.
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
    // `guest.ts` handles the main window's webviews.
    if (contents.getType() !== 'window')
      contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWebRTCIPHandlingPolicy(
      contents.getType() === 'webview' ? 'default_public_interface_only' : 'disable_non_proxied_udp',
    );
  });
  // By default Electron sends the first certificate. It denies sign-in prompts itself.
  app.on('select-client-certificate', (event, _contents, _address, _list, choose) => {
    event.preventDefault();
    choose();
  });
}

function mayGo(contents: WebContents, address: string, guestOrigin: OriginFor): boolean {
  const home = contents.getType() === 'webview' ? guestOrigin(contents) : APP_ORIGIN;
  return home !== null && originOf(address) === home;
}

/** In-memory session of Easel's page only. */
export const PAGE_PARTITION = 'easel';

/**
 * Port 9 ("discard") answers nothing. Stops requests that bypass the content policy, such as WebRTC over TCP.
 * `<-loopback>` includes local addresses.
 */
const DEAD_PROXY = { proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' };

/** Blocks all network access of a session. Load its pages after this resolves. */
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
 * True if a call comes from the main window's own page. Compares the sender itself, because `fromWebContents` maps a
 * webview to its embedder's window. `senderFrame` is null after a navigation.
 */
export function isTrustedSender(event: IpcMainInvokeEvent, mainWindow: BrowserWindow | null): boolean {
  if (mainWindow === null || mainWindow.isDestroyed()) return false;
  try {
    return isOwnPage(event, mainWindow);
  } catch {
    // Reading a frame of a closed page throws.
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
