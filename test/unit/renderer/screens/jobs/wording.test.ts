import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../../../preload/contract/failure.ts';
import { actionLabel, actionsOf, shownActions } from '../../../../../renderer/screens/jobs/jobs-drawer.tsx';
import {
  countWording,
  jobTitle,
  progressPercent,
  progressText,
  stopFacts,
  waitSentence,
} from '../../../../../renderer/screens/jobs/wording.ts';
import { countsOf, jobOf, singleOf } from '../../job-of.ts';
import { failed } from '../../scripted-bridge.ts';

const RUNNING = jobOf('j', {
  state: 'running',
  holdUntil: null,
  counts: countsOf({ waiting: 333, sending: 32, done: 134, 'already-gone': 2, failed: 1 }),
});

test.each([
  [jobOf('j'), 'Delete 502 boards'],
  [singleOf('j', 'b-7'), 'Delete board'],
  [jobOf('j', { kind: 'create-boards', counts: countsOf({ waiting: 1000 }) }), 'Create 1,000 boards'],
  [jobOf('j', { kind: 'mint-links', about: 'p-7', counts: countsOf({ done: 30 }) }), 'Make 30 join links'],
])('a job’s title contains its action and number of items', (job, title) => {
  expect(jobTitle(job)).toBe(title);
});

describe('a job’s progress', () => {
  test('counts running items as not done', () => {
    expect(progressText(RUNNING)).toBe('137 of 502');
    expect(countWording(RUNNING).map(({ text }) => text)).toEqual([
      '134 deleted',
      '2 already gone',
      '1 failed',
      '365 left',
    ]);
  });

  test('stays below 100 % until the last item ends', () => {
    expect(progressPercent(jobOf('j', { counts: countsOf({ done: 999, sending: 1 }) }))).toBe(99);
    expect(progressPercent(jobOf('j', { counts: countsOf({ done: 1000 }) }))).toBe(100);
  });
});

test('a waiting job shows its reason, or the service’s message', () => {
  const { error } = failed('key-refused', { message: 'No.', nextStep: 'Check the key.' }) as {
    error: Failure;
  };
  expect(waitSentence(jobOf('j', { holdUntil: null, pause: 'restart' }))).toBe(
    'Easel was closed. Nothing was sent. Start when ready.',
  );
  expect(waitSentence({ ...RUNNING, state: 'paused', pause: 'outage' })).toBe(
    'The service stopped answering.',
  );
  expect(waitSentence({ ...RUNNING, state: 'paused', pause: 'refused', failure: error })).toBe(
    'No. Check the key.',
  );
});

test('the dialog that stops a job counts its finished, running and untouched items', () => {
  expect(stopFacts(RUNNING)).toEqual([
    '136 boards are already deleted. This can’t be undone.',
    '32 boards are being deleted. Easel waits for the answers.',
    '333 boards are left untouched.',
  ]);
});

test.each([
  ['held', ['Cancel', 'Start now', 'Items']],
  ['running', ['Pause', 'Stop…', 'Items']],
  ['paused', ['Resume', 'Stop…', 'Items']],
  ['cancelled', ['Items', 'Dismiss']],
  ['done', ['Retry 1 failed', 'Items', 'Save results…', 'Dismiss']],
] as const)('a %s job offers its possible actions', (state, labels) => {
  const job = { ...RUNNING, state };
  expect(actionsOf(job).map((action) => actionLabel(action, job))).toEqual(labels);
});

test('a class pack has three buttons and a menu', () => {
  const pack = {
    ...RUNNING,
    kind: 'create-pack',
    state: 'done',
    links: 30,
    counts: countsOf({ done: 30 }),
  } as const;
  expect(shownActions(pack)).toEqual({
    shown: ['copyLinks', 'saveLinks', 'qrCodes'],
    others: ['mailText', 'items', 'addPeople', 'save', 'dismiss'],
  });
  expect(shownActions({ ...pack, state: 'running' }).shown).toEqual(['pause', 'stop', 'copyLinks']);
});
