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

/** `windowOf`: the window that the question belongs to; without one the answer is no. */
export function createQuestions(windowOf: () => BrowserWindow | null): Confirm {
  return async ({ message, detail, yes }, signal) => {
    const window = windowOf();
    if (window === null || signal.aborted) return false;
    return isYes(window, 'Cancel', yes, { type: 'warning', message, detail, signal });
  };
}
