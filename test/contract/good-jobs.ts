/** Jobs, a review and a page of the activity log that are in order. */
import type {
  ActivityPage,
  BoardRow,
  Job,
  JobItems,
  JobReview,
  ServiceTime,
} from '../../preload/contract/domain.ts';
import type { Failure } from '../../preload/contract/failure.ts';

export function jobOf(failure: Failure): Job {
  return {
    id: 'j-1',
    kind: 'delete-boards',
    connectionId: 'c-1',
    connectionName: 'Acme',
    environment: 'production',
    state: 'paused',
    holdUntil: null,
    pause: 'refused',
    failure,
    counts: {
      total: 502,
      waiting: 100,
      sending: 32,
      done: 300,
      alreadyGone: 60,
      failed: 4,
      unknown: 3,
      skipped: 2,
      untouched: 1,
    },
    perSecond: 41.5,
    secondsLeft: 4,
    about: '',
    reason: 'T-7',
    createdAt: 1,
    startedAt: 2,
    endedAt: null,
    links: 0,
  };
}

export const jobItems: JobItems = {
  from: 0,
  items: [
    {
      index: 0,
      targetId: 'b-7',
      name: '',
      state: 'failed',
      status: 500,
      message: 'The service has a problem.',
      at: 3,
    },
  ],
  matching: 4,
};

export function reviewOf(created: ServiceTime, row: BoardRow, refusal: Failure): JobReview {
  return {
    reviewId: 'r-1',
    connectionId: 'c-1',
    boards: 502,
    skipped: [{ why: 'protected', boards: 6 }],
    oldest: created,
    newest: created,
    samples: [row],
    mustType: true,
    holdSeconds: 300,
    completeness: 'complete',
    asOf: 1,
    refusal,
    plan: {
      fileName: 'old.easelplan.json',
      author: 'ada on acme-1',
      note: 'Old ones',
      createdAt: 1,
      expiresAt: 2,
      boards: 508,
      code: '4f2a 91c3',
      filter: 'Older than 180 days',
      changes: { vanished: 1, newlyProtected: 2, notListed: 3 },
    },
  };
}

export const activityPage: ActivityPage = {
  from: 0,
  entries: [
    {
      number: 7,
      at: 1,
      user: 'ada',
      connectionId: 'c-1',
      connectionName: 'Acme',
      action: 'board-deleted',
      target: 'b-7',
      outcome: 'done',
      status: 200,
      detail: 'Deleted.',
      reason: 'T-7',
    },
  ],
  matching: 1,
};
