/** What the files of jobs have in common. */
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../wording/failure.ts';

/** Without it spreadsheets take UTF-8 for the letters of some country. */
export const BYTE_ORDER_MARK = '\u{feff}';

/** The day in a suggested name, in UTC as in all of Easel’s. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** `sentence`: why the file can’t be written, in the words of `Files`. */
export function notWritten(sentence: string): Failure {
  return failure('storage', { message: sentence, nextStep: 'Save it again.' });
}
