/** Failures of what was sent and may have been done, though its response was lost. */
import type { Failure } from '../../preload/contract/failure.ts';
import type { Call, CallTarget } from './call.ts';
import { failure, type FailureParts } from '../wording/failure.ts';

/** Whether losing this call's response leaves its effect unknown. */
export function changesSomething(call: Call): boolean {
  return call.effect !== 'read';
}

/** `outcome-unknown` for this call; `cause` is a clause such as "the connection was cut". */
export function outcomeUnknown(call: Call, place: CallTarget, cause: string, parts: FailureParts): Failure {
  const clause = `${cause}. The request went to ${place.middle}.`;
  switch (call.effect) {
    case 'mint':
    case 'invite':
      return failure('outcome-unknown', {
        message: `A link may exist that nobody has: ${clause}`,
        nextStep: 'Try again if you need one: that makes another link.',
        retryable: true,
        ...parts,
      });
    case 'delete':
      return failure('outcome-unknown', {
        message: `The ${call.thing} may or may not have been deleted: ${clause}`,
        nextStep: 'Delete it again. If it is already gone, you are told so.',
        retryable: true,
        ...parts,
      });
    default:
      return failure('outcome-unknown', {
        message: `The ${call.thing} may or may not have been created: ${clause}`,
        nextStep:
          call.thing === 'paper'
            ? 'Easel can’t check: the service doesn’t list papers. Look in its web app before you create it again.'
            : 'Refresh the list and look for a new board before you create another.',
        ...parts,
      });
  }
}
