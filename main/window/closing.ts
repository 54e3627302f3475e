/**
 * Asks before Easel is closed while jobs run or are held: they would wait until the next start.
 *
 * A shutdown of the system, or a signal, is not delayed.
 */
import { app, powerMonitor, type BrowserWindow } from 'electron';
import type { Env } from '../env.ts';
import { isYes } from './questions.ts';

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
