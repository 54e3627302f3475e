import {
  app,
  clipboard,
  ClipboardItem,
  Notification,
  powerMonitor,
  systemPreferences,
  type BrowserWindow,
} from 'electron';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { Env } from '../../lib/env.ts';
import type { SystemClipboard } from '../../lib/files/files.ts';
import type { Presence } from '../../ipc/lock/lock.ts';
import { failure } from '../../lib/wording/failure.ts';

/** Formats that keep a secret out of clipboard histories (see learn.microsoft.com, nspasteboard.org, KDE). */
const SECRET: Readonly<Record<Env['platform'], Readonly<Record<string, string>>>> = {
  win32: {
    ExcludeClipboardContentFromMonitorProcessing: '\0\0\0\0',
    CanIncludeInClipboardHistory: '\0\0\0\0',
    CanUploadToCloudClipboard: '\0\0\0\0',
  },
  darwin: { 'org.nspasteboard.ConcealedType': ' ', 'org.nspasteboard.TransientType': ' ' },
  linux: { 'x-kde-passwordManagerHint': 'secret' },
};

/** Waits for the end of a write to the clipboard. Fails with `refused` if another program blocks the clipboard. */
async function written(writing: () => Promise<void>): Promise<Result<null>> {
  try {
    await writing();
    return ok(null);
  } catch {
    // Omits the system's error, because its message may contain the copied secret.
    return fail(
      failure('refused', {
        message: 'Nothing was copied because the clipboard wasn’t available.',
        nextStep: 'Close other programs that use the clipboard, then try copying again.',
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
    clear: async () => clipboard.clear(),
  };
}

/** Shows a notification unless Easel's window has the focus. Returns true if shown. A click shows the window. */
export function createNotices(
  window: () => BrowserWindow | null,
  bringToFront: () => Promise<void>,
): (sentence: string, onClick?: () => void) => boolean {
  /** References to displayed notifications. Without them, garbage collection would remove the click handlers. */
  const shown = new Set<Notification>();
  return (sentence, onClick) => {
    if (window()?.isFocused() === true || !Notification.isSupported()) return false;
    const notice = new Notification({ title: 'Easel', body: sentence });
    const forget = (): void => void shown.delete(notice);
    notice.on('click', () => {
      void bringToFront().then(onClick);
      forget();
    });
    // After a timeout, keeps the click handler, because users can still click the notification in Windows' list.
    notice.on('close', ({ reason }) => {
      if (reason !== 'timedOut') forget();
    });
    // Unsigned builds on macOS can't display notifications, so no click will follow.
    notice.on('failed', forget);
    shown.add(notice);
    notice.show();
    return true;
  };
}

/** Reports the user's idle time, absence and return. Call this function when the app is ready. */
export function createPresence(platform: Env['platform']): Presence {
  return {
    // Returns infinity for a locked screen. Checked here, because Linux emits no event when the screen is locked.
    idleSeconds: () =>
      powerMonitor.getSystemIdleState(1) === 'locked' ? Infinity : powerMonitor.getSystemIdleTime(),
    onAway: (listener) => {
      powerMonitor.on('suspend', listener);
      powerMonitor.on('lock-screen', listener);
      powerMonitor.on('user-did-resign-active', listener);
    },
    onSleep: (listener) => void powerMonitor.on('suspend', listener),
    onWake: (listener) => void powerMonitor.on('resume', listener),
    // Null outside macOS, because Touch ID is the only system sign-in that Electron supports.
    ask: platform === 'darwin' ? askByTouchId : null,
    canAsk: platform === 'darwin' && systemPreferences.canPromptTouchID(),
  };
}

/** macOS also accepts the account's password in the Touch ID dialog. */
async function askByTouchId(): Promise<boolean> {
  try {
    // macOS puts the app's name before this text: “Easel is trying to show your connections”.
    await systemPreferences.promptTouchID('show your connections');
    return true;
  } catch {
    return false;
  }
}

/** The `appId` of electron-builder, which installers write into shortcuts. */
export const APP_ID = 'example.easel.Easel';
/** COM class that Windows starts after a click on a notification. Never change it, because the uninstaller uses it too. */
export const TOAST_ACTIVATOR = '{0F4C363D-DC2E-499C-9A40-6B183C150EE1}';

/** Registers the app id and the notification class with Windows. Call this before the app is ready. */
export function introduceToWindows(platform: Env['platform']): void {
  if (platform !== 'win32') return;
  app.setAppUserModelId(APP_ID);
  app.setToastActivatorCLSID(TOAST_ACTIVATOR);
}
