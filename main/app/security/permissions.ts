/** Denies all web permissions, except clipboard access for a live preview. */
import type { Session, WebContents } from 'electron';
import { originOf } from '../../lib/origins.ts';

const CLIPBOARD: ReadonlySet<string> = new Set(['clipboard-read', 'clipboard-sanitized-write']);

export interface PreviewClipboard {
  readonly appOrigin: string;
  /** Returns true if the live preview may read the clipboard now. Writing to the clipboard is always allowed. */
  readonly mayRead: () => boolean;
}

/** Denies all permission requests and checks. Without a check handler, Electron grants nearly all checks. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  denyDevices(session);
}

/** Lets a live preview use the clipboard while its page is from `appOrigin`. `guest` returns this page, or null. */
export function allowPreviewClipboard(
  session: Session,
  { appOrigin, mayRead }: PreviewClipboard,
  guest: () => WebContents | null,
): void {
  const may = (contents: WebContents | null, permission: string, address: string, isTop: boolean): boolean =>
    contents !== null &&
    contents === guest() &&
    !contents.isDestroyed() &&
    CLIPBOARD.has(permission) &&
    (permission !== 'clipboard-read' || mayRead()) &&
    isTop &&
    originOf(address) === appOrigin;
  session.setPermissionRequestHandler((contents, permission, callback, { requestingUrl, isMainFrame }) =>
    callback(may(contents, permission, requestingUrl, isMainFrame)),
  );
  session.setPermissionCheckHandler((contents, permission, origin, { isMainFrame }) =>
    may(contents, permission, origin, isMainFrame),
  );
  denyDevices(session);
}

function denyDevices(session: Session): void {
  session.setDevicePermissionHandler(() => false);
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.setDisplayMediaRequestHandler(null);
  // Removes each listener before adding it, because a second call for the same session would add it twice.
  session.off('select-hid-device', prevent).on('select-hid-device', prevent);
  session.off('select-serial-port', prevent).on('select-serial-port', prevent);
  session.off('select-usb-device', prevent).on('select-usb-device', prevent);
  session.off('will-download', prevent).on('will-download', prevent);
}

function prevent(event: { readonly preventDefault: () => void }): void {
  event.preventDefault();
}
