/** Failures of writing, reading and running a plan. */
import type { Failure } from '../../preload/contract/failure.ts';
import { failure, wrongFields } from '../wording/failure.ts';
import { MOST_DAYS, type PlanFault } from './plan-file.ts';

const GET_AGAIN = 'Don’t run it. Get the file from its author again, and compare the code by phone.';
const NEW_PLAN = 'Ask its author for a new plan.';

const TEXTS: Readonly<Record<PlanFault, { readonly message: string; readonly nextStep: string }>> = {
  another: {
    message: 'This file is not a cleanup plan.',
    nextStep: 'Choose a file whose name ends in .easelplan.json.',
  },
  damaged: {
    message: 'This plan was changed or damaged: its checksum is wrong.',
    nextStep: GET_AGAIN,
  },
  newer: {
    message: 'This plan was written by a newer version of Easel.',
    nextStep: 'Update Easel, then open the plan again.',
  },
  'too-many': {
    message: 'This plan has more boards than Easel can delete at once.',
    nextStep: 'Ask its author to split it into several plans.',
  },
  'not-understood': {
    message: 'This plan claims to come from Easel, but Easel doesn’t write plans like this.',
    nextStep: GET_AGAIN,
  },
  expired: { message: 'This plan has expired.', nextStep: NEW_PLAN },
  'from-the-future': {
    message: 'This plan is dated in the future: this computer’s clock, or its author’s, is wrong.',
    nextStep: 'Correct the clock, then open the plan again.',
  },
};

export function notThisPlan(fault: PlanFault): Failure {
  return failure('refused', TEXTS[fault]);
}

/** `boardApi`: as the file says it. */
export function anotherService(boardApi: string): Failure {
  const shown = boardApi.length > 100 ? `${boardApi.slice(0, 100)}…` : boardApi;
  return failure('refused', {
    message: `This plan is for another service: ${shown}`,
    nextStep: 'Switch to the connection it was made for, then open it again.',
  });
}

export const emptyPlan = failure('refused', {
  message: 'None of these boards can be deleted, so there is nothing to plan.',
  nextStep: 'Choose other boards.',
});

export const planTooLarge = failure('refused', {
  message: 'These are more boards than one plan can hold.',
  nextStep: 'Split them into several plans.',
});

export const daysWrong = wrongFields({ validDays: `Enter a number of days from 1 to ${MOST_DAYS}.` });
