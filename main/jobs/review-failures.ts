/** What is said when a bulk delete can’t be reviewed or started. */
import type { JobKind } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../wording/failure.ts';
import { countedThings, KINDS } from './kinds.ts';
import { formatNumber, dayOf } from '../wording/format.ts';

export function tooManyBoards(boards: number, most: number): Failure {
  return failure('refused', {
    message: `${formatNumber(boards)} boards are chosen, and at most ${formatNumber(most)} can be deleted at once.`,
    nextStep: 'Choose fewer boards, for example those of a shorter time.',
  });
}

export function listKeepsChanging(): Failure {
  return failure('refused', {
    message:
      'The list of boards keeps changing while it is read, so Easel can’t tell which boards are meant.',
    nextStep: 'Wait until the list is complete, then try again.',
    retryable: true,
  });
}

export function nothingToDelete(): Failure {
  return failure('refused', {
    message: 'None of these boards can be deleted.',
    nextStep: 'Look at what is skipped, and why, then choose other boards.',
  });
}

export function deletesOff(): Failure {
  return failure('policy', { message: 'Your organisation does not allow deleting with Easel.' });
}

export function aboveLimit(kind: JobKind, items: number, most: number): Failure {
  return failure('policy', {
    message: `Your organisation allows at most ${countedThings(kind, most)} at once, and these are ${formatNumber(items)}.`,
    nextStep: `Choose fewer ${KINDS[kind].many}.`,
  });
}

export function needsReason(): Failure {
  return failure('policy', {
    message: 'Your organisation asks for the reason of a bulk delete, and this one has none.',
    nextStep: 'Take it back, and delete the boards again with a reason.',
  });
}

const WAIT = 'Wait until an hour after the others have ended.';

export function rowAboveLimit(kind: JobKind, most: number): Failure {
  const together = `Select the boards and delete them together, at most ${formatNumber(most)} at once, or wait an hour.`;
  return failure('policy', {
    message: `Your organisation allows at most ${countedThings(kind, most)} at once. Deletes one by one count together until an hour after they have ended.`,
    nextStep: kind === 'delete-boards' && most > 1 ? together : WAIT,
  });
}

/** `place`: which one of the deletes in a row it would be. */
export function rowNeedsAnother(kind: JobKind, place: number): Failure {
  return failure('policy', {
    message: `${inARow(place)} Your organisation wants that to be drafted by one person and run by another.`,
    nextStep:
      kind === 'delete-boards'
        ? 'Select the boards, save them as a plan, and ask a colleague to run it, or wait an hour.'
        : WAIT,
  });
}

export function rowNeedsReason(kind: JobKind, place: number): Failure {
  return failure('policy', {
    message: `${inARow(place)} Your organisation asks for the reason of that.`,
    nextStep:
      kind === 'delete-boards'
        ? 'Select the boards and delete them together, with a reason, or wait an hour.'
        : WAIT,
  });
}

function inARow(place: number): string {
  return `This is number ${formatNumber(place)} of the deletes one by one that count together: that is a bulk delete.`;
}

export function needsAnother(isOwnPlan: boolean): Failure {
  return isOwnPlan
    ? failure('policy', {
        message: 'You have drafted this plan, and your organisation wants another person to run it.',
        nextStep: 'Give the plan to a colleague, who opens it in Easel on their computer.',
      })
    : failure('policy', {
        message: 'Your organisation wants a bulk delete to be drafted by one person and run by another.',
        nextStep: 'Save it as a plan, and give the plan to a colleague.',
      });
}

export function reviewGone(): Failure {
  return failure('not-found', {
    message: 'This review is no longer open.',
    nextStep: 'Choose the boards again, and look at the new review.',
  });
}

export function connectionMoved(): Failure {
  return failure('refused', {
    message: 'This connection’s addresses have changed since you reviewed the boards.',
    nextStep: 'Choose the boards again.',
  });
}

export function typedWrong(boards: number, name: string): Failure {
  const typed = `Type ${formatNumber(boards)}, or “${name}”, exactly as shown here.`;
  return failure('invalid-input', { fields: { typed } });
}

export function reasonMissing(): Failure {
  return failure('invalid-input', { fields: { reason: 'Your organisation asks for a reason.' } });
}

export function lockedMeanwhile(): Failure {
  return failure('locked', { message: 'Easel has been locked since, so the review was dropped.' });
}

export function planOver(expiredAt: number): Failure {
  return failure('refused', {
    message: `This plan has expired on ${dayOf(expiredAt)}.`,
    nextStep: 'Ask its author to look at the boards again, and for a new plan.',
  });
}
