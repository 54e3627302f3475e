/** Denies all permissions except a live preview's clipboard. */
import type { Session, WebContents } from 'electron';
import { originOf } from '../../lib/origins.ts';

/** `clipboard-write` does not exist. */
const CLIPBOARD: ReadonlySet<string> = new Set(['clipboard-read', 'clipboard-sanitized-write']);

export interface PreviewClipboard {
  readonly appOrigin: string;
  /** Checked at each request. Writing requires a user gesture. */
  readonly mayRead: () => boolean;
}

/** Sets both handlers, because without a check handler nearly all checks pass. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  denyDevices(session);
}

/**
 * Allows the clipboard to the live guest's top frame on its own origin. `guest` is null before it is attached and
 * after it ended.
 */
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
  // Sessions are reused.
  session.off('select-hid-device', prevent).on('select-hid-device', prevent);
  session.off('select-serial-port', prevent).on('select-serial-port', prevent);
  session.off('select-usb-device', prevent).on('select-usb-device', prevent);
  session.off('will-download', prevent).on('will-download', prevent);
}

function prevent(event: { readonly preventDefault: () => void }): void {
  event.preventDefault();
}
