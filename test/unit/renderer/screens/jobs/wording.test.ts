import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../../../preload/contract/failure.ts';
import { actionLabel, actionsOf } from '../../../../../renderer/screens/jobs/jobs-drawer.tsx';
import {
  countWording,
  jobTitle,
  progressPercent,
  progressText,
  stopFacts,
  waitSentence,
} from '../../../../../renderer/screens/jobs/wording.ts';
import { countsOf, jobOf, NOW, singleOf } from '../../job-of.ts';
import { failed } from '../../scripted-bridge.ts';
import { announcementsOf, holdReminder } from '../../../../../renderer/screens/jobs/jobs-line.tsx';

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

const textsOf = (...args: Parameters<typeof announcementsOf>): readonly string[] =>
  announcementsOf(...args).map(({ text }) => text);

describe('announcements of jobs to screen readers', () => {
  test('name the target and the hold time of a new job', () => {
    expect(textsOf([], [singleOf('j', 'b-7')], NOW)).toEqual(['Board b-7 will be deleted in 10 seconds.']);
    expect(textsOf([], [jobOf('j')], NOW)).toEqual(['502 boards will be deleted in 5 minutes.']);
  });

  test('combine all deletes that an outage paused', () => {
    const holds = ['b-7', 'b-8'].map((id) => singleOf(id, id));
    const stuck = holds.map((job) => ({ ...job, holdUntil: null, pause: 'outage' }) as const);
    const [first, second] = [holds[0] ?? singleOf('x', 'x'), stuck[1] ?? singleOf('x', 'x')];
    expect(announcementsOf([stuck[0] ?? first, holds[1] ?? first], stuck, NOW)).toEqual([
      {
        text: '2 deletes: The service stopped answering. Nothing was sent. Start when ready.',
        look: 'note',
        facts: { connection: 'Acme School', screen: 'boards', topic: 'stuck deletes' },
      },
    ]);
    expect(textsOf([first], [{ ...second, id: first.id }], NOW)[0]).toMatch(/^Board b-8: /u);
  });

  test('count the items of bulk jobs, and omit single deletes', () => {
    const counts = countsOf({ done: 501, failed: 1 });
    const running = jobOf('j', { state: 'running', holdUntil: null });
    expect(textsOf([running], [{ ...running, state: 'done', counts }], NOW)).toEqual([
      'Finished deleting 502 boards: 501 deleted, 1 failed.',
    ]);
    const one = singleOf('k', 'b-7', { state: 'running', holdUntil: null });
    expect(textsOf([one], [{ ...one, state: 'done', counts: countsOf({ done: 1 }) }], NOW)).toEqual([]);
  });
});

describe('a job held for an hour', () => {
  const marks = (job: ReturnType<typeof jobOf>): readonly string[] => {
    const whole = Math.round(((job.holdUntil ?? NOW) - NOW) / 1000);
    return Array.from({ length: whole }, (_, second) =>
      holdReminder(job, (whole - second) * 1000, (whole - second - 1) * 1000),
    ).filter((sentence) => sentence !== null);
  };

  test('is announced when 5 minutes, 1 minute and 10 seconds remain', () => {
    expect(marks(jobOf('j', { holdUntil: NOW + 3_600_000 }))).toEqual([
      '502 boards will be deleted in 5 minutes.',
      '502 boards will be deleted in 1 minute.',
      '502 boards will be deleted in 10 seconds.',
    ]);
  });
});
