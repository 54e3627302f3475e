/** Main's own questions, in a system dialog: no page can answer, word or cover one. */
import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import type { Confirm } from '../ipc/consent.ts';

const CANCEL = 0;
const YES = 1;

/** `windowOf`: the window that the question belongs to; without one the answer is no. */
export function createQuestions(windowOf: () => BrowserWindow | null): Confirm {
  return async ({ message, detail, yes }, signal) => {
    const window = windowOf();
    if (window === null || signal.aborted) return false;
    const options: MessageBoxOptions = {
      type: 'warning',
      message,
      detail,
      buttons: ['Cancel', yes],
      defaultId: CANCEL,
      cancelId: CANCEL,
      noLink: true,
      signal,
    };
    const { response } = await dialog.showMessageBox(window, options);
    return response === YES;
  };
}
