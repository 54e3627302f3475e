import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Log } from '../lib/log/log.ts';
import { failure } from '../lib/wording/failure.ts';
import { partMissing } from '../lib/wording/start-failures.ts';
import { ThreadError } from '../lib/threads/rpc.ts';
import { ListChanged } from './mirror/mirror.ts';

/** Maximum number of rows or ids per request to a worker thread. More would block the main thread. */
export const ROWS_AT_A_TIME = 1000;

/** Awaits a call of the boards' thread. Failures: `refused` (list changed), `internal` (bad query) or `storage`. */
export async function stored<T>(call: Promise<T>, log?: Log): Promise<Result<T>> {
  try {
    return ok(await call);
  } catch (error) {
    if (isListChanged(error)) return fail(listHasChanged());
    log?.error('a call to the boards’ thread failed', { error });
    const isOfQuestion = error instanceof ThreadError && error.kind === 'question';
    return fail(partMissing(error) ?? failure(isOfQuestion ? 'internal' : 'storage'));
  }
}

export function isListChanged(error: unknown): boolean {
  return (error instanceof ThreadError || error instanceof ListChanged) && error.kind === 'list-changed';
}

export function listHasChanged(): Failure {
  return failure('refused', {
    message: 'The list of boards changed after you chose these.',
    nextStep: 'Choose them again.',
  });
}
