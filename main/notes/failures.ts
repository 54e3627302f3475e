/** What is said when a file of local notes can’t be written or read. */
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../wording/failure.ts';
import { formatNumber } from '../wording/format.ts';

/** Why a file holds no notes that can be read. */
export type NotNotes = 'damaged' | 'another' | 'newer' | 'no-id' | 'twice';

const WORDS: Readonly<Record<NotNotes, { readonly message: string; readonly nextStep: string }>> = {
  damaged: {
    message: 'The file is damaged: something of it is missing or was changed on its way.',
    nextStep: 'Copy it again from where it was exported.',
  },
  another: {
    message: 'This file does not hold notes exported by Easel.',
    nextStep: 'Choose a file that was made with Export notes.',
  },
  newer: {
    message: 'The file was exported by a newer version of Easel.',
    nextStep: 'Update Easel, then open the file again.',
  },
  'no-id': {
    message:
      'The first line of this file does not name a column “id”, so Easel can’t tell which boards are meant.',
    nextStep: 'Name the column with the boards’ ids “id”, then open the file again.',
  },
  twice: {
    message: 'The first line of this file names a column twice.',
    nextStep: 'Remove one of them, then open the file again.',
  },
};

export function notNotes(reason: NotNotes): Failure {
  return failure('invalid-input', WORDS[reason]);
}

/** `host`: as the file says it. */
export function anotherConnection(host: string): Failure {
  const shown = host.length > 100 ? `${host.slice(0, 100)}…` : host;
  return failure('refused', {
    message: `The notes in this file are about boards of another service: ${shown}`,
    nextStep: 'Choose the connection that they belong to, then open the file there.',
  });
}

export function tooManyLines(most: number): Failure {
  return failure('invalid-input', {
    message: `The file has more than ${formatNumber(most)} lines.`,
    nextStep: 'Cut it into several files, and open one after another.',
  });
}

export function tooMuchToWrite(): Failure {
  return failure('invalid-input', {
    message: 'There are more notes than one file of notes can hold: 16 MiB, or 200,000 boards.',
    nextStep: 'Export the boards themselves: their labels and notes go along.',
  });
}

export function nothingWritten(): Failure {
  return failure('invalid-input', {
    message: 'Nothing is written about boards of this connection yet.',
    nextStep: 'Give a board a label or a note first.',
  });
}

export function fileGone(): Failure {
  return failure('not-found', {
    message: 'Easel no longer has this file open.',
    nextStep: 'Open the file again.',
  });
}
