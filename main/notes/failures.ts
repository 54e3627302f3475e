/** Failures of writing and reading a file of local notes. */
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../wording/failure.ts';
import { formatNumber } from '../wording/format.ts';

/** Why a file holds no notes that can be read. */
export type NotNotes = 'damaged' | 'another' | 'newer' | 'no-id' | 'twice';

const WORDS: Readonly<Record<NotNotes, { readonly message: string; readonly nextStep: string }>> = {
  damaged: {
    message: 'The file is damaged or incomplete.',
    nextStep: 'Copy it again from the computer that exported it.',
  },
  another: {
    message: 'This file does not contain notes exported by Easel.',
    nextStep: 'Choose a file that was made with Export notes.',
  },
  newer: {
    message: 'The file was exported by a newer version of Easel.',
    nextStep: 'Update Easel, then open the file again.',
  },
  'no-id': {
    message: 'The first line of this file has no “id” column.',
    nextStep: 'Name the column of board ids “id”.',
  },
  twice: {
    message: 'The first line of this file names the same column twice.',
    nextStep: 'Remove one of them.',
  },
};

export function notNotes(reason: NotNotes): Failure {
  return failure('invalid-input', WORDS[reason]);
}

/** `host`: as the file says it. */
export function anotherConnection(host: string): Failure {
  const shown = host.length > 100 ? `${host.slice(0, 100)}…` : host;
  return failure('refused', {
    message: `These notes belong to another service: ${shown}`,
    nextStep: 'Switch to their connection first.',
  });
}

export function tooManyLines(most: number): Failure {
  return failure('invalid-input', {
    message: `The file has more than ${formatNumber(most)} lines.`,
    nextStep: 'Split it into several files.',
  });
}

export const tooMuchToWrite = failure('invalid-input', {
  message: 'One file holds at most 16 MiB, or 200,000 boards.',
  nextStep: 'Export the boards instead, with their notes.',
});

export const nothingWritten = failure('invalid-input', {
  message: 'No board of this connection has notes yet.',
  nextStep: 'Add a label or a note to a board first.',
});

export const fileGone = failure('not-found', {
  message: 'Easel no longer has this file open.',
  nextStep: 'Open the file again.',
});
