import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../../../preload/contract/failure.ts';
import { actionLabel, actionsOf } from '../../../../../renderer/screens/jobs/job-row.tsx';
import {
  countWording,
  endSentence,
  jobSubject,
  jobTitle,
  progressPercent,
  progressText,
  rateText,
  stopFacts,
  waitSentence,
} from '../../../../../renderer/screens/jobs/wording.ts';
import { countsOf, jobOf, singleOf } from '../../job-of.ts';

const RUNNING = jobOf('j', {
  state: 'running',
  holdUntil: null,
  counts: countsOf({ waiting: 333, sending: 32, done: 134, alreadyGone: 2, failed: 1 }),
});

test.each([
  [jobOf('j'), 'Delete 502 boards'],
  [singleOf('j', 'b-7'), 'Delete board'],
  [singleOf('j', 'p-7', { kind: 'delete-papers' }), 'Delete paper'],
  [jobOf('j', { kind: 'create-boards', counts: countsOf({ waiting: 1000 }) }), 'Create 1,000 boards'],
  [jobOf('j', { kind: 'create-papers', counts: countsOf({ waiting: 1 }) }), 'Create 1 paper'],
  [jobOf('j', { kind: 'mint-links', about: 'p-7', counts: countsOf({ done: 30 }) }), 'Make 30 join links'],
])('a job is called by what it does', (job, title) => {
  expect(jobTitle(job)).toBe(title);
});

test('one thing is named by its id, many by their number', () => {
  expect(jobSubject(singleOf('j', 'b-7'))).toBe('Board b-7');
  expect(jobSubject(jobOf('j'))).toBe('502 boards');
  expect(jobSubject(jobOf('j', { kind: 'mint-links', about: 'p-7' }))).toBe('502 join links');
});

describe('progress', () => {
  test('counts every end, and what is under way as left', () => {
    expect(progressText(RUNNING)).toBe('137 of 502');
    expect(countWording(RUNNING).map(({ text }) => text)).toEqual([
      '134 deleted',
      '2 already gone',
      '1 failed',
      '365 left',
    ]);
  });

  test('is not 100 % before the last item has ended', () => {
    expect(progressPercent(jobOf('j', { counts: countsOf({ done: 999, sending: 1 }) }))).toBe(99);
    expect(progressPercent(jobOf('j', { counts: countsOf({ done: 1000 }) }))).toBe(100);
  });

  test('tells rate and time left once somebody can tell', () => {
    expect(rateText(RUNNING)).toBeNull();
    expect(rateText({ perSecond: 41.4, secondsLeft: 9 })).toBe('41 a second, about 9 seconds left');
    expect(rateText({ perSecond: 0.25, secondsLeft: 1460 })).toBe(
      '0.3 a second, about 24 minutes 20 seconds left',
    );
  });
});

describe('why a job waits', () => {
  test('nothing is said while it does not', () => {
    expect(waitSentence(jobOf('j'))).toBeNull();
    expect(waitSentence(RUNNING)).toBeNull();
  });

  test('a hold that lost its clock says that nothing was sent', () => {
    expect(waitSentence(jobOf('j', { holdUntil: null, pause: 'restart' }))).toBe(
      'Easel was closed. Nothing has been sent. Start it when you’re ready.',
    );
  });

  test('a pause says what happened, in the service’s words where it has any', () => {
    const failure: Failure = {
      code: 'key-refused',
      message: 'The service does not accept the API key.',
      nextStep: 'Check the key.',
      retryable: false,
      details: [],
    };
    expect(waitSentence({ ...RUNNING, state: 'paused', pause: 'outage' })).toBe(
      'The service stopped answering. Resume it when you’re ready.',
    );
    expect(waitSentence({ ...RUNNING, state: 'paused', pause: 'refused', failure })).toBe(
      'The service does not accept the API key. Check the key. Resume it when you’re ready.',
    );
  });
});

describe('how a job ended', () => {
  test('is told to the item', () => {
    const counts = countsOf({ done: 500, alreadyGone: 1, failed: 1 });
    expect(endSentence(jobOf('j', { state: 'done', counts }))).toBe(
      'Finished deleting 502 boards: 500 deleted, 1 already gone, 1 failed.',
    );
  });

  test('is said shortly when every item went well', () => {
    expect(endSentence(jobOf('j', { state: 'done', counts: countsOf({ done: 502 }) }))).toBe(
      'Deleted 502 boards.',
    );
  });

  test('with a stop names what is untouched, and what is still on the way', () => {
    const counts = countsOf({ done: 137, sending: 3, untouched: 362 });
    expect(endSentence(jobOf('j', { state: 'stopped', counts }))).toBe(
      'Stopped deleting 502 boards: 137 deleted, 362 left untouched, 3 sending.',
    );
  });

  test('with a cancel says that nothing was sent', () => {
    expect(endSentence(jobOf('j', { state: 'cancelled' }))).toContain('Nothing was sent');
    expect(endSentence(RUNNING)).toBeNull();
  });
});

test('stopping says exactly what is gone, on the way and untouched', () => {
  expect(stopFacts(RUNNING)).toEqual([
    '136 boards are already deleted. This can’t be undone.',
    '32 boards are being deleted. Easel waits for the answers.',
    '333 boards are left untouched.',
  ]);
});

test.each([
  ['held', ['Cancel', 'Start now', 'Show items']],
  ['running', ['Pause', 'Stop…', 'Show items']],
  ['paused', ['Resume', 'Stop…', 'Show items']],
  ['cancelled', ['Show items', 'Remove from list']],
  ['done', ['Retry 1 failed', 'Show items', 'Save results as CSV…', 'Remove from list']],
  ['stopped', ['Retry 1 failed', 'Show items', 'Save results as CSV…', 'Remove from list']],
] as const)('a job that is %s offers what can be done then', (state, labels) => {
  const job = { ...RUNNING, state };
  expect(actionsOf(job).map((action) => actionLabel(action, job))).toEqual(labels);
});

test('links that were made can be copied and saved, while they are there', () => {
  const made = jobOf('j', { kind: 'mint-links', state: 'done', counts: countsOf({ done: 3 }), links: 3 });
  expect(actionsOf(made).slice(0, 2)).toEqual(['copyLinks', 'saveLinks']);
  expect(actionsOf({ ...made, links: 0 })).not.toContain('copyLinks');
});

test('without failed items there is nothing to retry', () => {
  expect(actionsOf(jobOf('j', { state: 'done', counts: countsOf({ done: 3, unknown: 2 }) }))).not.toContain(
    'retryFailed',
  );
});
