import { expect, test } from 'vitest';
import { listQuality, skippedLines } from '../../../../../renderer/screens/jobs/delete-dialog.tsx';
import { NOW, reviewOf } from '../../job-of.ts';

const REVIEW = reviewOf({
  skipped: [
    { why: 'protected', boards: 6 },
    { why: 'undated', boards: 1 },
  ],
});

test('a delete review shows the number of excluded boards for each reason', () => {
  expect(skippedLines(REVIEW)).toEqual(['6 boards: protected', '1 board: creation date unknown']);
});

test('a delete review warns if its list of boards is old or may be incomplete', () => {
  expect(listQuality({ ...REVIEW, completeness: 'maybe-incomplete' }, NOW).text).toContain(
    'may be incomplete',
  );
  expect(listQuality({ ...REVIEW, asOf: NOW - 3 * 3_600_000 }, NOW)).toMatchObject({
    warning: true,
    text: expect.stringContaining('Refresh'),
  });
  expect(listQuality({ ...REVIEW, asOf: null }, NOW).warning).toBe(true);
});
