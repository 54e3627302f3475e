import { expect, test } from 'vitest';
import type { ActivityEntry, ActivityJob } from '../../../../../preload/contract/activity.ts';
import { aboutJob, jobOutcome, jobWords } from '../../../../../renderer/screens/activity/wording.ts';

const ENTRY: ActivityEntry = {
  number: 1,
  at: 0,
  user: 'ada',
  connectionId: 'c-1',
  connectionName: 'Acme',
  action: 'job-ended',
  target: 'job-1',
  outcome: 'done',
  status: null,
  detail: '',
  reason: '',
  job: 'job-1',
};

const JOB: ActivityJob = {
  kind: 'job',
  job: 'job-1',
  first: ENTRY,
  last: ENTRY,
  action: 'board-deleted',
  items: 217,
  outcomes: { done: 217 },
  only: null,
  state: 'job-ended',
  entries: 220,
  open: false,
};

test.each([
  [{}, '217 boards deleted', 'Done', false],
  [{ action: 'links-made', items: 5, outcomes: { done: 5 } }, '5 join links made', 'Done', false],
  [{ outcomes: { done: 214, 'already-gone': 1, failed: 2 } }, '217 boards deleted', '2 failed', true],
  [{ outcomes: { unknown: 1, cancelled: 1200 } }, '217 boards deleted', '1 unknown, 1,200 cancelled', true],
  [{ state: 'job-started' }, '217 boards deleted', 'Running', false],
  [{ state: 'job-paused' }, '217 boards deleted', 'Paused', false],
  [
    { action: null, items: 0, outcomes: {}, last: { ...ENTRY, outcome: 'cancelled' } },
    'Job ended',
    'Cancelled',
    false,
  ],
  [
    {
      action: null,
      items: 0,
      outcomes: {},
      first: { ...ENTRY, action: 'job-queued', detail: 'Delete board b-7' },
      state: 'job-paused',
    },
    'Delete board b-7',
    'Paused',
    false,
  ],
  [
    {
      action: null,
      items: 0,
      outcomes: {},
      first: { ...ENTRY, action: 'job-queued', detail: 'Delete board 1f0d4c52-3a6e-4b0e-9f57-5a0c1d2e3f40' },
      state: 'job-queued',
    },
    'Delete board 1f0d4c52',
    'Waiting',
    false,
  ],
  [{ items: 1, only: { ...ENTRY, outcome: 'failed', status: 500 } }, 'Board deleted', 'Failed (500)', true],
] as const)('a job with %j is “%s”: “%s”', (change, words, text, wrong) => {
  const job: ActivityJob = { ...JOB, ...change };
  expect(jobWords(job)).toBe(words);
  expect(jobOutcome(job)).toEqual({ text, wrong });
});

test('a job says its tally beside its title only where not all went well', () => {
  const last = { ...ENTRY, detail: '215 deleted, 2 failed', reason: 'T-7' };
  expect(aboutJob({ ...JOB, last })).toBe('Reason: T-7');
  expect(aboutJob({ ...JOB, last, outcomes: { done: 215, failed: 2 } })).toBe(
    '215 deleted, 2 failed · Reason: T-7',
  );
  expect(aboutJob({ ...JOB, last, only: { ...ENTRY, detail: 'Deleted.' } })).toBe('Deleted.');
});
