import { expect, test } from 'vitest';
import type { ActivityJob } from '../../../../../preload/contract/activity.ts';
import { jobOutcome, jobWords } from '../../../../../renderer/screens/activity/wording.ts';
import { entryOf } from '../../activity-entry.ts';

const ENTRY = entryOf({ action: 'job-ended', status: null, job: 'job-1' });

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
  [{ action: 'links-made', items: 5, outcomes: { done: 5 } }, '5 join links created', 'Done', false],
  [{ outcomes: { done: 215, failed: 2 } }, '215 boards deleted', '2 failed', true],
  [
    { outcomes: { skipped: 216, 'already-gone': 1 } },
    '0 boards deleted',
    '1 already gone, 216 skipped',
    false,
  ],
  [{ state: 'job-started' }, '217 boards deleted', 'Running', false],
  [
    { action: null, items: 0, outcomes: {}, last: { ...ENTRY, outcome: 'cancelled' } },
    'Job ended',
    'Cancelled',
    false,
  ],
  [{ items: 1, only: { ...ENTRY, outcome: 'failed', status: 500 } }, 'Board deleted', 'Failed (500)', true],
] as const)('a log entry of a job with %j has title “%s” and outcome “%s”', (change, words, text, isBad) => {
  const job: ActivityJob = { ...JOB, ...change };
  expect(jobWords(job)).toBe(words);
  expect(jobOutcome(job)).toEqual({ text, isBad });
});
