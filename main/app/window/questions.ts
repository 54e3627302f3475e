/** Confirmation dialogs of the main process, which the page can't answer, reword or cover. Cancel is the default. */
import { app, dialog, powerMonitor, type BrowserWindow, type MessageBoxOptions } from 'electron';
import type { Env } from '../../lib/env.ts';
import type { Confirm } from '../../ipc/consent.ts';

async function isYes(
  window: BrowserWindow | null,
  no: string,
  yes: string,
  question: MessageBoxOptions,
): Promise<boolean> {
  const options = { ...question, buttons: [no, yes], defaultId: 0, cancelId: 0, noLink: true };
  const answer = window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options);
  return (await answer).response === 1;
}

/** Time in ms during which a new dialog ignores *yes*, because such an early click was meant for something else. */
const SOONEST_YES_MS = 1000;

/** Asks the user in a dialog. After a *yes* in the first second, asks again. Without a window, the answer is no. */
export function createQuestions(
  windowOf: () => BrowserWindow | null,
  now: () => number = () => performance.now(),
): Confirm {
  return async ({ message, detail, yes }, signal) => {
    for (;;) {
      const window = windowOf();
      if (window === null || signal.aborted) return false;
      const shownAt = now();
      if (!(await isYes(window, 'Cancel', yes, { type: 'warning', message, detail, signal }))) return false;
      if (now() - shownAt >= SOONEST_YES_MS) return true;
    }
  };
}

/** Time in ms after which Easel assumes that the user has cancelled the system's shutdown. */
const SHUTDOWN_MS = 60_000;

export type Closing = ReturnType<typeof createClosing>;

/** Asks the user before Easel quits with `unfinished` work. Never delays a system shutdown or a signal. */
export function createClosing(platform: Env['platform'], unfinished: () => string, bringToFront: () => void) {
  let mayGo = false;
  let isAsking = false;
  let end = (): void => app.quit();
  let guarded: BrowserWindow | null = null;

  const asks = (sentence: string): Promise<boolean> =>
    isYes(guarded, 'Keep Easel open', 'Close Easel', {
      type: 'question',
      message: 'Close Easel?',
      detail: sentence,
    });
  function hold(event: { preventDefault: () => void }, goOn: () => void): void {
    if (mayGo) return;
    const sentence = unfinished();
    if (sentence === '') return;
    event.preventDefault();
    // Shows the window first, because a minimised window hides the dialog. On macOS, a missing window would block main.
    bringToFront();
    if (isAsking) return;
    isAsking = true;
    void asks(sentence).then((wantsToClose) => {
      isAsking = false;
      if (!wantsToClose) return;
      mayGo = true;
      goOn();
    });
  }
  const letGo = (): void => {
    mayGo = true;
  };

  app.on('before-quit', (event) => hold(event, () => app.quit()));
  // On Linux, powerMonitor ignores its first listener. So this dummy listener is added before the `shutdown` listener.
  powerMonitor.on('resume', () => undefined);
  powerMonitor.on('shutdown', () => {
    letGo();
    // After 60 s, a quit needs confirmation again, because Electron does not report that the shutdown was cancelled.
    setTimeout(() => (mayGo = false), SHUTDOWN_MS);
  });
  const quitUnasked = (): void => {
    letGo();
    app.quit();
  };
  // Runs before all other SIGTERM listeners, because another listener may end the process.
  process.prependListener('SIGTERM', quitUnasked);

  return {
    guard: (window: BrowserWindow): void => {
      mayGo = false;
      guarded = window;
      window.on('closed', () => {
        guarded = null;
      });
      // When the Windows session ends, Electron exits at once unless this listener quits (electron#52604).
      window.on('session-end', quitUnasked);
      // On macOS, Easel and its jobs continue without a window, so closing the window needs no confirmation.
      if (platform !== 'darwin') window.on('close', (event) => hold(event, () => window.close()));
    },
    mayClose: async (): Promise<boolean> => {
      const sentence = unfinished();
      return sentence === '' || asks(sentence);
    },
    closeThen: (chosen: () => void): void => {
      end = chosen;
      quitUnasked();
    },
    /** Ends Easel after its services have closed. `isHeldUp`: true if a hanging keychain call blocks the exit. */
    end: (isHeldUp: boolean): void => {
      // Waits for `quit` before killing the process, because `end` may first start an installer.
      if (isHeldUp) app.once('quit', () => process.kill(process.pid, 'SIGKILL'));
      end();
    },
  };
}
