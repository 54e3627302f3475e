/** Main's own questions, in a system dialog: no page can answer, word or cover one. The button that does nothing is the default. */
import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import type { Confirm } from '../ipc/consent.ts';

/** Asks with two buttons, `no` first; true for the other one. */
export async function isYes(
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
