/** What is said when an export or an import can't go on. */
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../service/failures.ts';
import type { Unreadable } from './format.ts';

const COPY_AGAIN = 'Copy it again from where it was exported, or export the connections once more.';

const UNREADABLE: Readonly<Record<Unreadable, { readonly message: string; readonly nextStep: string }>> = {
  damaged: {
    message: 'The file is damaged: something of it is missing or was changed on its way.',
    nextStep: COPY_AGAIN,
  },
  another: {
    message: 'This file does not hold connections exported by Easel.',
    nextStep: 'Choose a file that was made with Export connections.',
  },
  newer: {
    message: 'The file was exported by a newer version of Easel.',
    nextStep: 'Update Easel, then open the file again.',
  },
  'not-understood': {
    message: 'The file says it comes from Easel, but Easel does not write files like this.',
    nextStep: 'Ask who gave it to you how it was made, and export the connections once more.',
  },
};

export function unreadable(reason: Unreadable): Failure {
  return failure('invalid-input', UNREADABLE[reason]);
}

export function tooCostly(): Failure {
  return failure('refused', {
    message: 'Opening this file would take more computing than Easel allows, so nothing was read from it.',
    nextStep: COPY_AGAIN,
  });
}

/** Why the keys of a file stay closed. */
export function notUnlocked(reason: 'wrong-passphrase' | 'changed' | 'too-costly'): Failure {
  switch (reason) {
    case 'too-costly':
      return tooCostly();
    case 'wrong-passphrase':
      return failure('invalid-input', {
        fields: { passphrase: 'This is not the passphrase of this file. Letter case and blanks count.' },
      });
    case 'changed':
      return failure('refused', {
        message: 'The file was changed after it was exported, so its keys stay closed.',
        nextStep: 'Do not use its addresses. Get the file again from who exported it, by a way you trust.',
      });
  }
}

export function fileGone(): Failure {
  return failure('not-found', {
    message: 'Easel no longer has this file open.',
    nextStep: 'Open the file again.',
  });
}

export function changedMeanwhile(): Failure {
  return failure('refused', {
    message: 'This connection was changed here since the file was opened.',
    nextStep: 'Open the file again to see what it would change now.',
  });
}

/** With the sentence of `Files`. */
export function fileFault(sentence: string): Failure {
  return failure('invalid-input', { message: sentence, nextStep: 'Choose another file.' });
}

export function notWritten(sentence: string): Failure {
  return failure('storage', { message: sentence, nextStep: 'Export the connections again.' });
}
