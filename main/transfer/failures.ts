/** What is said when an export or an import can't go on. */
import type { Failure } from '../../preload/contract/failure.ts';
import { failure, wrongFields } from '../wording/failure.ts';
import type { Unreadable } from './format.ts';

const COPY_AGAIN = 'Copy or export the file again.';

const UNREADABLE: Readonly<Record<Unreadable, { readonly message: string; readonly nextStep: string }>> = {
  damaged: {
    message: 'The file is damaged or incomplete.',
    nextStep: COPY_AGAIN,
  },
  another: {
    message: 'This file contains no connections exported by Easel.',
    nextStep: 'Choose a file exported by Easel.',
  },
  newer: {
    message: 'The file was exported by a newer version of Easel.',
    nextStep: 'Update Easel, then open the file again.',
  },
  'not-understood': {
    message: 'Easel doesn’t write files like this.',
    nextStep: 'Ask whoever sent it how it was made.',
  },
};

export function unreadable(reason: Unreadable): Failure {
  return failure('invalid-input', UNREADABLE[reason]);
}

export const tooCostly = failure('refused', {
  message: 'Opening this file would take too much computing power.',
  nextStep: COPY_AGAIN,
});

/** Why the keys of a file stay closed. */
export function notUnlocked(reason: 'wrong-passphrase' | 'changed' | 'too-costly'): Failure {
  switch (reason) {
    case 'too-costly':
      return tooCostly;
    case 'wrong-passphrase':
      return wrongFields({ passphrase: 'Wrong passphrase. Case and spaces matter.' });
    case 'changed':
      return failure('refused', {
        message: 'The file was changed after it was exported, so Easel won’t unlock its keys.',
        nextStep:
          'Don’t use its addresses. Get the file again from the person who exported it, in a way you trust.',
      });
  }
}

export const fileGone = failure('not-found', {
  message: 'Easel has closed this file.',
  nextStep: 'Open the file again.',
});

export const changedMeanwhile = failure('refused', {
  message: 'This connection was changed here since the file was opened.',
  nextStep: 'Open the file again to see what it changes now.',
});
