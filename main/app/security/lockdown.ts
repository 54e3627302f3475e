/** Restricts all web contents: no new windows, no navigation to other origins, no unapproved `<webview>`. */
import type { App, BrowserWindow, IpcMainInvokeEvent, Session, WebContents } from 'electron';
import { APP_ORIGIN, originOf } from '../../lib/origins.ts';
import { denyPermissions } from './permissions.ts';

/** Returns the only origin to which the `<webview>` of a live preview may navigate; null for other web contents. */
export type OriginFor = (contents: WebContents) => string | null;

/** Blocks navigation to other origins. `loadURL` and `src` emit no `will-navigate`, so `guest.ts` checks them. */
export function lockDown(app: App, guestOrigin: OriginFor): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    const stayHome = (event: { preventDefault: () => void; url: string }): void => {
      if (!mayGo(contents, event.url, guestOrigin)) event.preventDefault();
    };
    contents.on('will-navigate', stayHome);
    contents.on('will-frame-navigate', stayHome);
    contents.on('will-redirect', stayHome);
    // Without this listener, a `beforeunload` handler in a page could silently cancel closing and quitting.
    contents.on('will-prevent-unload', (event) => event.preventDefault());
    if (contents.getType() !== 'window')
      contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWebRTCIPHandlingPolicy(
      contents.getType() === 'webview' ? 'default_public_interface_only' : 'disable_non_proxied_udp',
    );
  });
  // Without this handler Electron sends the first client certificate to any server that requests one.
  app.on('select-client-certificate', (event, _contents, _address, _list, choose) => {
    event.preventDefault();
    choose();
  });
}

function mayGo(contents: WebContents, address: string, guestOrigin: OriginFor): boolean {
  const home = contents.getType() === 'webview' ? guestOrigin(contents) : APP_ORIGIN;
  return home !== null && originOf(address) === home;
}

export const PAGE_PARTITION = 'easel';

/** Proxy address at which no server listens. Stops requests that a CSP can't block (WebRTC), even to loopback. */
const DEAD_PROXY = { proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' };

/** Blocks all network access of a session. Callers must await this before they load pages in the session. */
export async function lockDownSession(session: Session): Promise<void> {
  denyPermissions(session);
  session.setSpellCheckerEnabled(false);
  const everywhere = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file://*/*'];
  session.webRequest.onBeforeRequest({ urls: everywhere }, (_details, callback) =>
    callback({ cancel: true }),
  );
  await session.setProxy(DEAD_PROXY);
}

/** Compares `WebContents`, because `BrowserWindow.fromWebContents` returns the main window for its webviews too. */
export function isTrustedSender(event: IpcMainInvokeEvent, mainWindow: BrowserWindow | null): boolean {
  if (mainWindow === null || mainWindow.isDestroyed()) return false;
  try {
    return isOwnPage(event, mainWindow);
  } catch {
    return false;
  }
}

function isOwnPage({ sender, senderFrame: frame }: IpcMainInvokeEvent, { webContents }: BrowserWindow) {
  if (sender !== webContents || frame === null) return false;
  if (frame.parent !== null || frame !== webContents.mainFrame) return false;
  return frame.origin === APP_ORIGIN && originOf(frame.url) === APP_ORIGIN;
}
