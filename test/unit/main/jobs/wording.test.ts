import { expect, test } from 'vitest';
import { countsOf } from '../../../../main/jobs/counts.ts';
import { closing, hasEnded } from '../../../../main/jobs/wording.ts';

const standing = (counts: Parameters<typeof countsOf>[0]) => ({
  record: { kind: 'delete-boards' } as const,
  counts: countsOf(counts),
});

test('what closing means for what runs', () => {
  expect(closing([standing({ done: 130, 'already-gone': 7, waiting: 333, sending: 32 })], [])).toBe(
    'Deleting: 137 of 502 are done. If Easel closes now, the rest stays untouched and waits for you at the next start.',
  );
});

test('and for what is held', () => {
  expect(closing([], [standing({ waiting: 1 })])).toBe(
    'Deleting 1 board is held: nothing was sent yet. If Easel closes now, it stays untouched and waits for you at the next start.',
  );
});

test('nothing is said when there is neither', () => {
  expect(closing([], [])).toBe('');
});

test('how a job has ended, with every number that is not nought', () => {
  const counts = countsOf({ done: 1499, 'already-gone': 2, failed: 1 });
  expect(hasEnded({ kind: 'delete-boards', counts })).toBe(
    'Deleting 1,502 boards has ended: 1,499 deleted, 2 already gone, 1 failed.',
  );
});
