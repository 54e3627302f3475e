/** Why a job refuses an action; each names the job's state. */
import type { JobState } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../wording/failure.ts';
import { formatDateTime } from '../wording/format.ts';

const STANDS: Readonly<Record<JobState, string>> = {
  held: 'This job is on hold. Nothing has been sent.',
  running: 'This job is running.',
  paused: 'This job is paused.',
  stopped: 'This job was stopped.',
  cancelled: 'This job was cancelled. Nothing was sent.',
  done: 'This job has finished.',
};

/** The job is in another state than the action needs. */
export function standsElsewhere(state: JobState, nextStep: string): Failure {
  return failure('refused', { message: STANDS[state], nextStep });
}

export const noSuchJob = failure('not-found', {
  message: 'This job is no longer in the list.',
  nextStep: 'See Activity for what it did.',
});

/** The connection is gone, or its API lies elsewhere than when the job was made. */
export const connectionGone = failure('refused', {
  message: 'This job’s connection was removed, or its addresses changed.',
  nextStep: 'Easel sends nothing more for this job. Start a new one.',
});

/** The job's state changed after it was asked to continue. */
export const changedMeanwhile = failure('refused', {
  message: 'This job was paused.',
  nextStep: 'Check it, then start it again.',
});

export function beingDeleted(what: string): Failure {
  return failure('refused', {
    message: `Another job is already set to delete ${what}.`,
    nextStep: 'Wait for that job, or cancel it.',
  });
}

export const isProtected = failure('refused', {
  message: 'This board is protected.',
  nextStep: 'Remove its protection, then delete it.',
});

/** The organisation has it held until a moment, epoch ms. */
export function heldByPolicy(until: number): Failure {
  return failure('policy', {
    message: `Your organisation holds this delete until ${formatDateTime(until)}.`,
    nextStep: 'Wait until then, or cancel it.',
  });
}

/** The service has asked to be left alone until a moment. */
export function tooEarly(seconds: number): Failure {
  return failure('too-many-requests', {
    message: `The service is limiting requests for another ${seconds} s.`,
    nextStep: 'Resume the job after that.',
    retryAfterSeconds: seconds,
  });
}
