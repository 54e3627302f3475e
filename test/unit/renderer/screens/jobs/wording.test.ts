import { expect, test } from 'vitest';
import type { Failure } from '../../../../../preload/contract/failure.ts';
import { countWording } from '../../../../../preload/contract/facts.ts';
import { progressText, waitSentence } from '../../../../../renderer/screens/jobs/wording.ts';
import { countsOf, jobOf, NOW, singleOf } from '../../job-of.ts';
import { failed } from '../../scripted-bridge.ts';
import { announcementsOf, holdReminder } from '../../../../../renderer/screens/jobs/jobs-line.tsx';

const RUNNING = jobOf('j', {
  state: 'running',
  holdUntil: null,
  counts: countsOf({ waiting: 333, sending: 32, done: 134, 'already-gone': 2, failed: 1 }),
});

test('items of a job that are being sent are not counted as done', () => {
  expect(progressText(RUNNING)).toBe('137 of 502');
  expect(countWording(RUNNING).map(({ text }) => text)).toEqual([
    '134 deleted',
    '2 already gone',
    '1 failed',
    '365 left',
  ]);
});

test('a waiting job shows the reason why it waits', () => {
  const { error } = failed('key-refused', { message: 'No.', nextStep: 'Check the key.' }) as {
    error: Failure;
  };
  expect(waitSentence(jobOf('j', { holdUntil: null, pause: 'restart' }))).toBe(
    'Easel was closed. Nothing was sent. Start when ready.',
  );
  expect(waitSentence({ ...RUNNING, state: 'paused', pause: 'refused', failure: error })).toBe(
    'No. Check the key.',
  );
});

const textsOf = (...args: Parameters<typeof announcementsOf>): readonly string[] =>
  announcementsOf(...args).map(({ text }) => text);

test('screen readers announce the end of a bulk job, but not of a single delete', () => {
  const counts = countsOf({ done: 501, failed: 1 });
  const running = jobOf('j', { state: 'running', holdUntil: null });
  expect(textsOf([running], [{ ...running, state: 'done', counts }], NOW)).toEqual([
    'Finished deleting 502 boards: 501 deleted, 1 failed.',
  ]);
  const one = singleOf('k', 'b-7', { state: 'running', holdUntil: null });
  expect(textsOf([one], [{ ...one, state: 'done', counts: countsOf({ done: 1 }) }], NOW)).toEqual([]);
});

test.each([
  ['as done', 'done', { done: 501, 'already-gone': 1 }],
  ['as a note', 'note', { done: 501, skipped: 1 }],
  ['as a problem', 'problem', { done: 500, skipped: 1, failed: 1 }],
])('depending on its result, the end of a bulk delete is shown %s', (_how, look, counts) => {
  const running = jobOf('j', { state: 'running', holdUntil: null });
  const ended = { ...running, state: 'done', counts: countsOf(counts) } as const;
  expect(announcementsOf([running], [ended], NOW)).toMatchObject([{ look }]);
});

const marks = (job: ReturnType<typeof jobOf>): readonly string[] => {
  const whole = Math.round(((job.holdUntil ?? NOW) - NOW) / 1000);
  return Array.from({ length: whole }, (_, second) =>
    holdReminder(job, (whole - second) * 1000, (whole - second - 1) * 1000),
  ).filter((sentence) => sentence !== null);
};

test('screen readers announce when a delete starts in 5 minutes, 1 minute and 10 seconds', () => {
  expect(marks(jobOf('j', { holdUntil: NOW + 3_600_000 }))).toEqual([
    '502 boards will be deleted in 5 minutes.',
    '502 boards will be deleted in 1 minute.',
    '502 boards will be deleted in 10 seconds.',
  ]);
});
