/** Which boards a selection means: what the mirror gives of them, or the failure to say so. */
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Log } from '../lib/log/log.ts';
import { failure } from '../lib/wording/failure.ts';
import { partMissing } from '../lib/wording/start-failures.ts';
import { isListChanged, isOfQuestion } from './mirror/mirror.ts';

/** Ids per request to the mirror. */
export const BOARDS_AT_A_TIME = 10_000;

/** Whole rows per request to the mirror: handing over more would block the main thread. */
export const ROWS_AT_A_TIME = 1000;

/**
 * What the mirror gave; else `refused` for ranks of a list that has changed since, `internal` where the question itself
 * could not be answered, or `storage`: `log` is told why.
 */
export async function stored<T>(asked: Promise<T>, log?: Log): Promise<Result<T>> {
  try {
    return ok(await asked);
  } catch (error) {
    if (isListChanged(error)) return fail(listHasChanged());
    log?.error('what is kept of boards could not be asked', { error });
    return fail(partMissing(error) ?? failure(isOfQuestion(error) ? 'internal' : 'storage'));
  }
}

/** The list is not what it was when boards of it were chosen. */
export function listHasChanged(): Failure {
  return failure('refused', {
    message: 'The list of boards changed after you chose these.',
    nextStep: 'Choose them again.',
  });
}
