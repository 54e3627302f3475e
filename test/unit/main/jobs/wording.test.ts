import { expect, test } from 'vitest';
import { countsOf } from '../../../../main/jobs/counts.ts';
import { closing, hasEnded } from '../../../../main/jobs/wording.ts';

const standing = (counts: Parameters<typeof countsOf>[0]) => ({
  record: { kind: 'delete-boards' } as const,
  counts: countsOf(counts),
});

test('what closing means for what runs', () => {
  expect(closing([standing({ done: 130, 'already-gone': 7, waiting: 333, sending: 32 })], [])).toBe(
    'Deleting 502 boards: 137 done. If you close Easel now, the rest waits for you in Jobs.',
  );
});

test('and for what is held', () => {
  expect(closing([], [standing({ waiting: 1 })])).toBe(
    'Deleting 1 board is on hold: nothing has been sent. If you close Easel now, this waits for you in Jobs.',
  );
});

test('nothing is said when there is neither', () => {
  expect(closing([], [])).toBe('');
});

test('how a job ended, in one short sentence when every item went well', () => {
  expect(hasEnded({ kind: 'mint-links', counts: countsOf({ done: 1 }) })).toBe('Made 1 join link.');
});

test('how a job ended, with every number that is not nought', () => {
  const counts = countsOf({ done: 1499, 'already-gone': 2, failed: 1 });
  expect(hasEnded({ kind: 'delete-boards', counts })).toBe(
    'Finished deleting 1,502 boards: 1,499 deleted, 2 already gone, 1 failed.',
  );
});
