/** The clipboard of the system, for what main copies: the page can't reach it. */
import { clipboard } from 'electron';
import { fail, ok } from '../../preload/contract/failure.ts';
import type { CopyText } from '../files/files.ts';
import { failure } from '../wording/failure.ts';

/** Writing takes time, and another program may hold the clipboard: “copied” is said once it is true. */
export const copyText: CopyText = async (text) => {
  try {
    await clipboard.writeText(text);
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
};
