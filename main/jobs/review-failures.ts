/** Failures of reviewing and starting a bulk delete. */
import type { JobKind } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failure, wrongFields } from '../wording/failure.ts';
import { countedThings, KINDS } from './kinds.ts';
import { formatNumber, dayOf } from '../wording/format.ts';

export function tooManyBoards(boards: number, most: number): Failure {
  return failure('refused', {
    message: `You chose ${formatNumber(boards)} boards. At most ${formatNumber(most)} can be deleted at once.`,
    nextStep: 'Choose fewer boards, for example with another filter.',
  });
}

export const listKeepsChanging = failure('refused', {
  message: 'The list of boards keeps changing, so Easel can’t tell which ones you mean.',
  nextStep: 'Wait until the list is complete, then try again.',
  retryable: true,
});

export const nothingToDelete = failure('refused', {
  message: 'None of these boards can be deleted.',
  nextStep: 'See why they are left out, then choose other boards.',
});

export const deletesOff = failure('policy', {
  message: 'Your organisation doesn’t allow deleting with Easel.',
});

export function aboveLimit(kind: JobKind, items: number, most: number): Failure {
  return failure('policy', {
    message: `Your organisation allows at most ${countedThings(kind, most)} at once. You chose ${formatNumber(items)}.`,
    nextStep: `Choose fewer ${KINDS[kind].many}.`,
  });
}

export const needsReason = failure('policy', {
  message: 'Your organisation requires a reason for a bulk delete, and this one has none.',
  nextStep: 'Cancel it, then delete the boards again with a reason.',
});

const WAIT = 'Try again an hour after the last one finishes.';

export function rowAboveLimit(kind: JobKind, most: number): Failure {
  const together = `Select the boards and delete them together, at most ${formatNumber(most)} at once, or wait an hour.`;
  return failure('policy', {
    message: `Your organisation allows at most ${countedThings(kind, most)} at once. Single deletes within an hour count together.`,
    nextStep: kind === 'delete-boards' && most > 1 ? together : WAIT,
  });
}

/** `place`: which one of the deletes in a row it would be. */
export function rowNeedsAnother(kind: JobKind, place: number): Failure {
  return failure('policy', {
    message: `${inARow(place)} Your organisation requires one person to draft a bulk delete and another to run it.`,
    nextStep:
      kind === 'delete-boards'
        ? 'Select the boards, save them as a plan for a colleague to run, or wait an hour.'
        : WAIT,
  });
}

export function rowNeedsReason(kind: JobKind, place: number): Failure {
  return failure('policy', {
    message: `${inARow(place)} Your organisation requires a reason for a bulk delete.`,
    nextStep:
      kind === 'delete-boards'
        ? 'Select the boards and delete them together with a reason, or wait an hour.'
        : WAIT,
  });
}

function inARow(place: number): string {
  return `This is single delete number ${formatNumber(place)} within an hour, so it counts as a bulk delete.`;
}

export function needsAnother(isOwnPlan: boolean): Failure {
  return isOwnPlan
    ? failure('policy', {
        message: 'You drafted this plan, and your organisation requires another person to run it.',
        nextStep: 'Ask a colleague to run it in Easel on their computer.',
      })
    : failure('policy', {
        message: 'Your organisation requires one person to draft a bulk delete and another to run it.',
        nextStep: 'Save it as a plan for a colleague to run.',
      });
}

export const reviewGone = failure('not-found', {
  message: 'This review is no longer open.',
  nextStep: 'Choose the boards again.',
});

export const connectionMoved = failure('refused', {
  message: 'This connection’s addresses changed after you reviewed the boards.',
  nextStep: 'Choose the boards again.',
});

export function typedWrong(boards: number, name: string): Failure {
  const typed = `Type ${formatNumber(boards)} or “${name}”, exactly as shown.`;
  return wrongFields({ typed });
}

export const reasonMissing = wrongFields({ reason: 'Your organisation requires a reason.' });

export const lockedMeanwhile = failure('locked', { message: 'Easel was locked, so this review was closed.' });

export function planOver(expiredAt: number): Failure {
  return failure('refused', {
    message: `This plan expired on ${dayOf(expiredAt)}.`,
    nextStep: 'Ask its author for a new plan.',
  });
}
