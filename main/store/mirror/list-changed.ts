/** Why a question was refused, told from all that a disk can do. */
import { ThreadError } from '../../threads/rpc.ts';

/** What a selection meant is gone: the list has changed since. The page must be asked to select again. */

/** Only the message of an error comes over from the mirror's thread. */
const MESSAGE = 'the list of boards has changed since these were selected';

export class ListChanged extends Error {
  constructor() {
    super(MESSAGE);
  }
}

/** Whether a call of the mirror was refused because its selection would mean other boards than it did. */
export function isListChanged(error: unknown): boolean {
  return error instanceof Error && error.message === MESSAGE;
}

/** Whether it was the question that could not be answered, and neither the file nor the disk is at fault. */
export function isOfQuestion(error: unknown): boolean {
  return error instanceof ThreadError && error.kind === 'question';
}
