import { expect, test } from 'vitest';
import { countsOf } from '../../../../main/jobs/states.ts';
import { closing, hasEnded } from '../../../../main/jobs/kinds.ts';

const standing = (counts: Parameters<typeof countsOf>[0]) => ({
  record: { kind: 'delete-boards' } as const,
  counts: countsOf(counts),
});

test('closing describes what happens to running jobs', () => {
  expect(closing([standing({ done: 130, 'already-gone': 7, waiting: 333, sending: 32 })], [])).toBe(
    'Deleting 502 boards: 137 done. If you close Easel now, the rest waits for you in Jobs.',
  );
});

test('closing describes what happens to held jobs', () => {
  expect(closing([], [standing({ waiting: 1 })])).toBe(
    'Deleting 1 board is on hold: nothing has been sent. If you close Easel now, this waits for you in Jobs.',
  );
});

test('closing says nothing without jobs', () => {
  expect(closing([], [])).toBe('');
});

test('a finished job is described in one short sentence when every item succeeded', () => {
  expect(hasEnded({ kind: 'mint-links', counts: countsOf({ done: 1 }) })).toBe('Made 1 join link.');
});

test('a finished job is described with every count above zero', () => {
  const counts = countsOf({ done: 1499, 'already-gone': 2, failed: 1 });
  expect(hasEnded({ kind: 'delete-boards', counts })).toBe(
    'Finished deleting 1,502 boards: 1,499 deleted, 2 already gone, 1 failed.',
  );
});
