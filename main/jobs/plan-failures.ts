/** What is said when a plan can’t be written, read, or run here. */
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../wording/failure.ts';
import { MOST_DAYS, type PlanFault } from './plan-file.ts';

interface FailureTexts {
  readonly message: string;
  readonly nextStep: string;
}

const GET_AGAIN = 'Do not run it. Get the file again from its author, and compare the code by telephone.';
const NEW_PLAN = 'Ask its author to look at the boards again, and for a new plan.';

const TEXTS: Readonly<Record<PlanFault, FailureTexts>> = {
  another: {
    message: 'This file is not a cleanup plan.',
    nextStep: 'Choose a file whose name ends in .easelplan.json.',
  },
  damaged: {
    message: 'This plan was changed or damaged after it was written: its checksum is wrong.',
    nextStep: GET_AGAIN,
  },
  newer: {
    message: 'This plan was written by a newer version of Easel.',
    nextStep: 'Update Easel, then open the plan again.',
  },
  'too-many': {
    message: 'This plan names more boards than can be deleted at once.',
    nextStep: 'Ask its author for several plans of fewer boards.',
  },
  'not-understood': {
    message: 'This plan says it comes from Easel, but Easel does not write plans like this.',
    nextStep: GET_AGAIN,
  },
  expired: { message: 'This plan has expired.', nextStep: NEW_PLAN },
  'from-the-future': {
    message: 'This plan is from the future: the clock of this computer, or of its author’s, is wrong.',
    nextStep: 'Set the clock right, then open the plan again.',
  },
};

export function notThisPlan(fault: PlanFault): Failure {
  return failure('refused', TEXTS[fault]);
}

/** `boardApi`: as the file says it. */
export function anotherService(boardApi: string): Failure {
  const shown = boardApi.length > 100 ? `${boardApi.slice(0, 100)}…` : boardApi;
  return failure('refused', {
    message: `The boards of this plan belong to another service: ${shown}`,
    nextStep: 'Choose the connection that the plan was made for, then open it there.',
  });
}

export function emptyPlan(): Failure {
  return failure('refused', {
    message: 'There is nothing to plan: none of these boards can be deleted.',
    nextStep: 'Choose other boards.',
  });
}

export function planTooLarge(): Failure {
  return failure('refused', {
    message: 'These are more boards than one plan can hold.',
    nextStep: 'Choose fewer boards, and make several plans.',
  });
}

export function daysWrong(): Failure {
  const validDays = `A plan holds for 1 to ${MOST_DAYS} days.`;
  return failure('invalid-input', { fields: { validDays } });
}
