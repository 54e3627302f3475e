import { expect, test } from 'vitest';
import { countsOf } from '../../../../main/jobs/states.ts';
import { closing, hasEnded } from '../../../../main/jobs/kinds.ts';

const standing = (counts: Parameters<typeof countsOf>[0]) => ({
  record: { kind: 'delete-boards' } as const,
  counts: countsOf(counts),
});

test('closing describes what happens to held jobs', () => {
  expect(closing([], [standing({ waiting: 1 })])).toBe(
    'Deleting 1 board is on hold: nothing has been sent. If you close Easel now, this waits for you in Jobs.',
  );
});

test('a finished job is described with every count above zero', () => {
  const counts = countsOf({ done: 1499, 'already-gone': 2, failed: 1 });
  expect(hasEnded({ kind: 'delete-boards', counts })).toBe(
    'Finished deleting 1,502 boards: 1,499 deleted, 2 already gone, 1 failed.',
  );
});
