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
  [{ state: 'job-started' }, '217 boards deleted', 'Running', false],
  [
    { action: null, items: 0, outcomes: {}, last: { ...ENTRY, outcome: 'cancelled' } },
    'Job ended',
    'Cancelled',
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
