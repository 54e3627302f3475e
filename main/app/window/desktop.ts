/** Clipboard, notifications, presence and Windows identity. */
import {
  clipboard,
  ClipboardItem,
  Notification,
  powerMonitor,
  systemPreferences,
  type App,
  type BrowserWindow,
} from 'electron';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { Env } from '../../lib/env.ts';
import type { SystemClipboard } from '../../lib/files/files.ts';
import type { Presence } from '../../ipc/lock/lock.ts';
import { failure } from '../../lib/wording/failure.ts';

/**
 * Formats that exclude a secret from clipboard history: Windows (learn.microsoft.com, “Cloud Clipboard and Clipboard
 * History Formats”: 32-bit numbers), macOS (nspasteboard.org) and KDE.
 */
const SECRET: Readonly<Record<Env['platform'], Readonly<Record<string, string>>>> = {
  win32: {
    ExcludeClipboardContentFromMonitorProcessing: '\0\0\0\0',
    CanIncludeInClipboardHistory: '\0\0\0\0',
    CanUploadToCloudClipboard: '\0\0\0\0',
  },
  darwin: { 'org.nspasteboard.ConcealedType': ' ', 'org.nspasteboard.TransientType': ' ' },
  linux: { 'x-kde-passwordManagerHint': 'secret' },
};

/** Waits for the result, because another program may block the clipboard. */
async function written(writing: () => Promise<void>): Promise<Result<null>> {
  try {
    await writing();
    return ok(null);
  } catch {
    // The system's error may quote the text, which may be a secret.
    return fail(
      failure('refused', {
        message: 'Nothing was copied: this computer’s clipboard didn’t take it.',
        nextStep: 'Close programs that watch the clipboard, then copy again.',
        retryable: true,
      }),
    );
  }
}

export function createClipboard(platform: Env['platform']): SystemClipboard {
  return {
    write: (text) => written(() => clipboard.writeText(text)),
    writeSecret(text) {
      const marks = Object.entries(SECRET[platform]).map(
        ([format, content]) =>
          [`electron application/osclipboard;format="${format}"`, new Blob([content])] as const,
      );
      const item = new ClipboardItem({ 'text/plain': text, ...Object.fromEntries(marks) });
      return written(() => clipboard.write([item]));
    },
    read: () => clipboard.readText(),
    clear: () => Promise.resolve(clipboard.clear()),
  };
}

/** Returns a function that shows a notification, unless the window has the focus. A click shows the window. */
export function createNotices(
  window: () => BrowserWindow | null,
  bringToFront: () => void,
): (sentence: string) => void {
  /** A garbage-collected notification would not handle a click. */
  const shown = new Set<Notification>();
  return (sentence) => {
    if (window()?.isFocused() === true || !Notification.isSupported()) return;
    const notice = new Notification({ title: 'Easel', body: sentence });
    const forget = (): void => void shown.delete(notice);
    notice.on('click', () => {
      bringToFront();
      forget();
    });
    notice.on('close', forget);
    // macOS shows no notifications of unsigned builds.
    notice.on('failed', forget);
    shown.add(notice);
    notice.show();
  };
}

/** Call it when the app is ready. */
export function createPresence(platform: Env['platform']): Presence {
  return {
    // A locked screen counts as away. Checked at each call, because Linux sends no event.
    idleSeconds: () =>
      powerMonitor.getSystemIdleState(1) === 'locked' ? Infinity : powerMonitor.getSystemIdleTime(),
    onAway: (listener) => {
      powerMonitor.on('suspend', listener);
      powerMonitor.on('lock-screen', listener);
      // Fast user switching on macOS.
      powerMonitor.on('user-did-resign-active', listener);
    },
    onSleep: (listener) => void powerMonitor.on('suspend', listener),
    // Electron supports only Touch ID.
    ask: platform === 'darwin' && systemPreferences.canPromptTouchID() ? askByTouchId : null,
  };
}

/** The dialog also accepts the account's password. */
async function askByTouchId(): Promise<boolean> {
  try {
    // Shown as: “Easel” is trying to …
    await systemPreferences.promptTouchID('show your connections');
    return true;
  } catch {
    return false;
  }
}

/** electron-builder's `appId`, which the installers write into shortcuts. */
export const APP_ID = 'example.easel.Easel';
/**
 * The class that Windows starts for a click on a notification. By default Electron creates one per start. The
 * uninstaller removes this one (main/packaging/installer.nsh). Never change it.
 */
export const TOAST_ACTIVATOR = '{0F4C363D-DC2E-499C-9A40-6B183C150EE1}';

/** Call it before the app is ready. */
export function introduceToWindows(
  platform: Env['platform'],
  app: Pick<App, 'setAppUserModelId' | 'setToastActivatorCLSID'>,
): void {
  if (platform !== 'win32') return;
  app.setAppUserModelId(APP_ID);
  app.setToastActivatorCLSID(TOAST_ACTIVATOR);
}
