/** The desktop around the window: clipboard, notifications, the person's presence, and Easel's identity on Windows. */
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
 * Formats that say “this is a secret” to what keeps a history of the clipboard, with their content: of Windows
 * (learn.microsoft.com, “Cloud Clipboard and Clipboard History Formats”: numbers of 32 bits), of macOS (nspasteboard.org),
 * and of KDE.
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

/** Writing takes time, and another program may hold the clipboard: “copied” is said once it is true. */
async function written(writing: () => Promise<void>): Promise<Result<null>> {
  try {
    await writing();
    return ok(null);
  } catch {
    // The system's error is left out: it may quote the text, which may be a secret.
    return fail(
      failure('refused', {
        message: 'Nothing was copied: this computer’s clipboard didn’t take it.',
        nextStep: 'Close programs that watch the clipboard, then copy again.',
        retryable: true,
      }),
    );
  }
}

/** The clipboard, for what main copies: the page can't reach it. Text only; a secret has the marks of this platform beside it. */
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

/**
 * Gives the function that shows a sentence as a desktop notification, unless the window has the focus. A click brings the
 * window back.
 */
export function createNotices(
  window: () => BrowserWindow | null,
  bringToFront: () => void,
): (sentence: string) => void {
  /** Kept until they close: a notification that was garbage-collected would not answer a click. */
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
    // macOS shows no notification of an unsigned build.
    notice.on('failed', forget);
    shown.add(notice);
    notice.show();
  };
}

/** What the system knows about the person's presence, for the idle lock. To be called when the app is ready. */
export function createPresence(platform: Env['platform']): Presence {
  return {
    // A locked screen counts as away. Linux announces none, so it is checked at every call.
    idleSeconds: () =>
      powerMonitor.getSystemIdleState(1) === 'locked' ? Infinity : powerMonitor.getSystemIdleTime(),
    onAway: (listener) => {
      powerMonitor.on('suspend', listener);
      powerMonitor.on('lock-screen', listener);
      // Another user of this Mac has taken over the screen.
      powerMonitor.on('user-did-resign-active', listener);
    },
    onSleep: (listener) => void powerMonitor.on('suspend', listener),
    // Electron reaches Touch ID alone: it offers nothing for Windows Hello, nor for what Linux systems have.
    ask: platform === 'darwin' && systemPreferences.canPromptTouchID() ? askByTouchId : null,
  };
}

/** macOS shows its own dialog, which also accepts the account's password. */
async function askByTouchId(): Promise<boolean> {
  try {
    // Shown as: “Easel” is trying to …
    await systemPreferences.promptTouchID('show your connections');
    return true;
  } catch {
    return false;
  }
}

/** electron-builder's `appId`, which the installers write into Easel's shortcuts. */
export const APP_ID = 'example.easel.Easel';
/**
 * The class that Windows starts for a click on a notice. Left alone Electron draws another one at each start; the
 * uninstaller removes this one (main/packaging/installer.nsh). Never change it.
 */
export const TOAST_ACTIVATOR = '{0F4C363D-DC2E-499C-9A40-6B183C150EE1}';

/** Sets the identity; to be called before the app is ready. */
export function introduceToWindows(
  platform: Env['platform'],
  app: Pick<App, 'setAppUserModelId' | 'setToastActivatorCLSID'>,
): void {
  if (platform !== 'win32') return;
  app.setAppUserModelId(APP_ID);
  app.setToastActivatorCLSID(TOAST_ACTIVATOR);
}
