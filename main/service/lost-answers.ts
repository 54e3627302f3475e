/** Failures of a create or delete that was sent and whose response was lost. */
import type { Failure } from '../../preload/contract/failure.ts';
import type { Call, CallTarget } from './call.ts';
import { failure, type FailureParts } from '../wording/failure.ts';

/** Whether losing this call's response leaves its effect unknown. A token that nobody received does nothing. */
export function changesSomething(call: Call): boolean {
  return call.effect === 'create' || call.effect === 'delete';
}

/** `outcome-unknown` for this call; `cause` is a clause such as "the connection was cut". */
export function outcomeUnknown(call: Call, place: CallTarget, cause: string, parts: FailureParts): Failure {
  if (call.effect === 'delete') {
    return failure('outcome-unknown', {
      message: `The ${call.thing} may or may not have been deleted: ${cause}. The request went to ${place.middle}.`,
      nextStep: 'Delete it again. If it is already gone, the service says so.',
      retryable: true,
      ...parts,
    });
  }
  const isPaper = call.thing === 'paper';
  return failure('outcome-unknown', {
    message: `The ${call.thing} may or may not have been created: ${cause}. The request went to ${place.middle}.`,
    nextStep: isPaper
      ? 'Easel can’t check: the service doesn’t list papers. Look in its web app before you create it again.'
      : 'Refresh the list and look for a new board before you create another.',
    ...parts,
  });
}
