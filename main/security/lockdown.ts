/** What every page is held to, whichever it is: no new windows, no way to another place, no webview without a grant. */
import type { App, Session, WebContents } from 'electron';
import { APP_ORIGIN, originOf } from './origins.ts';
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
    contents.setWebRTCIPHandlingPolicy('default_public_interface_only');
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

/** Holds the main window's session to Easel's own files: nothing is fetched from anywhere. */
export function lockDownMainSession(session: Session): void {
  denyPermissions(session);
  session.setSpellCheckerEnabled(false);
  const everywhere = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'];
  session.webRequest.onBeforeRequest({ urls: everywhere }, (_details, callback) =>
    callback({ cancel: true }),
  );
}
