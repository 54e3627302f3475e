import { DEFAULT_PREFERENCES } from '../../../../../main/ipc/preferences/preferences.ts';
import { expect, test } from 'vitest';
import {
  holdSeconds,
  listQuality,
  skippedLines,
} from '../../../../../renderer/screens/jobs/delete-dialog.tsx';
import { NOW, reviewOf } from '../../job-of.ts';
import { NO_POLICY } from '../../scripted-bridge.ts';

const REVIEW = reviewOf({
  skipped: [
    { why: 'protected', boards: 6 },
    { why: 'undated', boards: 1 },
    { why: 'vanished', boards: 0 },
  ],
});

test('a delete review counts the excluded boards by reason', () => {
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

test('the hold time in the delete dialog is that of the policy if the policy sets one', () => {
  const preferences = { ...DEFAULT_PREFERENCES, holdSeconds: { single: 30, bulk: 900 } };
  const allows = { ...NO_POLICY.allows, holdSeconds: { single: null, bulk: 0 } };
  const policy = { ...NO_POLICY, allows };
  expect(holdSeconds({ policy, preferences }, 'bulk')).toBe(0);
  expect(holdSeconds({ policy, preferences }, 'single')).toBe(30);
  expect(holdSeconds({ policy: null, preferences }, 'bulk')).toBe(900);
});
