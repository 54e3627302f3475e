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
