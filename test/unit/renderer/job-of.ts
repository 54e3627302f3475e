/** Sample jobs and reviews of deletes. By default, a job is a bulk delete of boards before its start. */
import { wordingOf } from '../../../main/jobs/kinds.ts';
import type { Job, JobCounts, JobItem, JobReview } from '../../../preload/contract/jobs.ts';

export const NOW = 1_800_000_000_000;

export function countsOf(change: Partial<Omit<JobCounts, 'total'>>): JobCounts {
  const counts = {
    waiting: 0,
    sending: 0,
    done: 0,
    accepted: 0,
    'already-gone': 0,
    failed: 0,
    unknown: 0,
    skipped: 0,
    untouched: 0,
    ...change,
  };
  return { ...counts, total: Object.values(counts).reduce((sum, each) => sum + each, 0) };
}

export function jobOf(id: string, change: Partial<Job> = {}): Job {
  return {
    id,
    kind: 'delete-boards',
    wording: wordingOf(change.kind ?? 'delete-boards'),
    connectionId: 'c1',
    connectionName: 'Acme School',
    environment: 'production',
    state: 'held',
    holdUntil: NOW + 300_000,
    startsEarliest: null,
    heldFrom: null,
    pause: null,
    failure: null,
    counts: countsOf({ waiting: 502 }),
    perSecond: null,
    secondsLeft: null,
    about: '',
    aboutName: '',
    reason: '',
    templateId: null,
    pattern: '',
    createdAt: NOW,
    startedAt: null,
    endedAt: null,
    links: 0,
    ...change,
  };
}

export function itemOf(index: number, change: Partial<JobItem> = {}): JobItem {
  const sent = { state: 'done', status: 200, message: '', at: NOW } as const;
  return { index, targetId: `b-${index}`, name: '', ...sent, ...change };
}

export function singleOf(id: string, boardId: string, change: Partial<Job> = {}): Job {
  return jobOf(id, {
    about: boardId,
    counts: countsOf({ waiting: 1 }),
    holdUntil: NOW + 10_000,
    ...change,
  });
}

export function reviewOf(change: Partial<JobReview> = {}): JobReview {
  return {
    reviewId: 'r',
    connectionId: 'c1',
    of: 'board',
    boards: 1502,
    skipped: [],
    notListed: 0,
    notMatching: 0,
    oldest: null,
    newest: null,
    samples: [],
    fields: [],
    mustType: false,
    holdSeconds: 300,
    completeness: 'complete',
    asOf: NOW,
    refusal: null,
    plan: null,
    ...change,
  };
}
