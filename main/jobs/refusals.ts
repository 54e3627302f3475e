/** Why a job does not do what it was asked to: each says what stands. */
import type { JobState } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../wording/failure.ts';
import { formatDateTime } from '../wording/format.ts';

const STANDS: Readonly<Record<JobState, string>> = {
  held: 'This job is still held: nothing was sent yet.',
  running: 'This job is running.',
  paused: 'This job is paused.',
  stopped: 'This job was stopped.',
  cancelled: 'This job was cancelled: nothing was sent.',
  done: 'This job has ended.',
};

/** A job that stands elsewhere than the action needs. */
export function standsElsewhere(state: JobState, nextStep: string): Failure {
  return failure('refused', { message: STANDS[state], nextStep });
}

export function noSuchJob(): Failure {
  return failure('not-found', {
    message: 'This job is no longer in the list.',
    nextStep: 'The activity log says what happened to its items.',
  });
}

/** The connection is gone, or its API lies elsewhere than when the job was made. */
export function connectionGone(): Failure {
  return failure('refused', {
    message: 'The connection of this job was removed, or its addresses have changed.',
    nextStep: 'Nothing more is sent. Make a new job with the connection as it is now.',
  });
}

/** Something else has happened to the job since it was asked to go on. */
export function changedMeanwhile(): Failure {
  return failure('refused', {
    message: 'This job has been paused.',
    nextStep: 'Look at it again, and start it then.',
  });
}

export function beingDeleted(what: string): Failure {
  return failure('refused', {
    message: `Another job is about to delete ${what}.`,
    nextStep: 'Wait for that job, or cancel it.',
  });
}

export function isProtected(): Failure {
  return failure('refused', {
    message: 'This board is protected.',
    nextStep: 'Take its protection off first, then delete it.',
  });
}

/** The organisation has it held until a moment, epoch ms. */
export function heldByPolicy(until: number): Failure {
  return failure('policy', {
    message: `Your organisation has this delete held until ${formatDateTime(until)}.`,
    nextStep: 'Wait until then, or take the delete back.',
  });
}

/** The service has asked to be left alone until a moment. */
export function tooEarly(seconds: number): Failure {
  return failure('too-many-requests', {
    message: `The service asks for fewer requests; it may be asked again in ${seconds} s.`,
    nextStep: 'Resume then.',
    retryAfterSeconds: seconds,
  });
}
