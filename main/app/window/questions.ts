/**
 * Main's own questions, in a system dialog: no page can answer, word or cover one. The button that does nothing is the
 * default.
 */
import { app, dialog, powerMonitor, type BrowserWindow, type MessageBoxOptions } from 'electron';
import type { Env } from '../../lib/env.ts';
import type { Confirm } from '../../ipc/consent.ts';

/** Asks with two buttons, `no` first; true for the other one. */
async function isYes(
  window: BrowserWindow | null,
  no: string,
  yes: string,
  question: MessageBoxOptions,
): Promise<boolean> {
  const options = { ...question, buttons: [no, yes], defaultId: 0, cancelId: 0, noLink: true };
  const asked = window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options);
  return (await asked).response === 1;
}

/** A yes that comes sooner was meant for what was there before the dialog. */
const SOONEST_YES_MS = 1000;

/**
 * Asks again for as long as the yes comes within the first second. `windowOf`: the window that the question belongs to;
 * without one the answer is no. `now`: ms of a clock that nobody can set.
 */
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

export interface Closing {
  /** Asks before this window is closed, where that ends Easel. */
  readonly guard: (window: BrowserWindow) => void;
  /** Asks whether Easel may be closed now; true at once where that interrupts nothing. */
  readonly mayClose: () => Promise<boolean>;
  /** Closes Easel without a question, and ends it so. */
  readonly closeThen: (end: () => void) => void;
  /** Ends the program, once everything is closed. */
  readonly end: () => void;
}

/**
 * Asks before Easel is closed while jobs run or are held: they would wait until the next start. A shutdown of the system, or
 * a signal, is not delayed.
 *
 * To be called once, when the app is ready. `unfinished`: what closing would interrupt, in a sentence or two; empty when
 * nothing runs or is held.
 */
export function createClosing(platform: Env['platform'], unfinished: () => string): Closing {
  let mayGo = false;
  let isAsking = false;
  let end = (): void => app.quit();

  const asks = (window: BrowserWindow | null, sentence: string): Promise<boolean> =>
    isYes(window, 'Keep Easel open', 'Close Easel', {
      type: 'question',
      message: 'Close Easel?',
      detail: sentence,
    });
  function hold(event: { preventDefault: () => void }, window: BrowserWindow | null, goOn: () => void): void {
    if (mayGo) return;
    const sentence = unfinished();
    if (sentence === '') return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    void asks(window, sentence).then((wantsToClose) => {
      isAsking = false;
      if (!wantsToClose) return;
      mayGo = true;
      goOn();
    });
  }
  const letGo = (): void => {
    mayGo = true;
  };

  let asked: BrowserWindow | null = null;
  app.on('before-quit', (event) => hold(event, asked, () => app.quit()));
  // On Linux powerMonitor begins to listen within its first `newListener`, and would miss a `shutdown` that comes first.
  powerMonitor.on('resume', () => undefined);
  powerMonitor.on('shutdown', letGo);
  // Before any other listener, which may quit at once.
  process.prependListener('SIGTERM', () => {
    letGo();
    app.quit();
  });

  return {
    guard: (window) => {
      mayGo = false;
      asked = window;
      window.on('closed', () => {
        asked = null;
      });
      // Windows tells the windows that it is about to end the session.
      window.on('query-session-end', letGo);
      window.on('session-end', letGo);
      // On a Mac Easel goes on without its window, and so do its jobs.
      if (platform !== 'darwin') window.on('close', (event) => hold(event, window, () => window.close()));
    },
    mayClose: async () => {
      const sentence = unfinished();
      return sentence === '' || asks(asked, sentence);
    },
    closeThen: (chosen) => {
      letGo();
      end = chosen;
      app.quit();
    },
    end: () => end(),
  };
}
