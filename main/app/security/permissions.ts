/** Permissions: all are denied, except that a live preview may use its clipboard. */
import type { Session, WebContents } from 'electron';
import { originOf } from './origins.ts';

/** The two names under which Chromium asks; `clipboard-write` does not exist. */
const CLIPBOARD: ReadonlySet<string> = new Set(['clipboard-read', 'clipboard-sanitized-write']);

export interface PermissionQuestion {
  readonly permission: string;
  /** Origin of the page that asks. */
  readonly origin: string | null;
  readonly isMainFrame: boolean;
}

/** What the clipboard of a preview hangs on. */
export interface PreviewClipboard {
  readonly appOrigin: string;
  /** Whether the room may read the clipboard now: checked at each request. Writing to it needs a person's action. */
  readonly mayRead: () => boolean;
}

/** Whether a preview may: its clipboard, in its top frame, on its own origin, while it lives. */
export function previewMay(question: PermissionQuestion, { appOrigin, mayRead }: PreviewClipboard): boolean {
  if (question.permission === 'clipboard-read' && !mayRead()) return false;
  return CLIPBOARD.has(question.permission) && question.isMainFrame && question.origin === appOrigin;
}

/** Denies everything. Without a check handler nearly all checks are true, so both are set. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  denyDevices(session);
}

/** Lets the one live guest of a preview use the clipboard; `guest` is null before it is attached and after its end. */
export function allowPreviewClipboard(
  session: Session,
  clipboard: PreviewClipboard,
  guest: () => WebContents | null,
): void {
  session.setPermissionRequestHandler((contents, permission, callback, details) => {
    const question = {
      permission,
      origin: originOf(details.requestingUrl),
      isMainFrame: details.isMainFrame,
    };
    callback(isLive(contents, guest) && previewMay(question, clipboard));
  });
  session.setPermissionCheckHandler((contents, permission, requestingOrigin, details) => {
    const question = { permission, origin: originOf(requestingOrigin), isMainFrame: details.isMainFrame };
    return isLive(contents, guest) && previewMay(question, clipboard);
  });
  denyDevices(session);
}

function isLive(contents: WebContents | null, guest: () => WebContents | null): boolean {
  const live = guest();
  return live !== null && contents === live && !live.isDestroyed();
}

function denyDevices(session: Session): void {
  session.setDevicePermissionHandler(() => false);
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.setDisplayMediaRequestHandler(null);
  // Of a session that is used again they are there already.
  session.off('select-hid-device', prevent).on('select-hid-device', prevent);
  session.off('select-serial-port', prevent).on('select-serial-port', prevent);
  session.off('select-usb-device', prevent).on('select-usb-device', prevent);
  session.off('will-download', prevent).on('will-download', prevent);
}

function prevent(event: { readonly preventDefault: () => void }): void {
  event.preventDefault();
}
