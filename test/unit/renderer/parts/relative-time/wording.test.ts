import { expect, test } from 'vitest';
import {
  absoluteTime,
  clockTime,
  countdown,
  momentOf,
  relativeTime,
} from '../../../../../renderer/parts/relative-time/wording.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 41, 3);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test.each([
  [20_000, 'just now'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [DAY, 'yesterday'],
  [6 * DAY, '6 days ago'],
  [13 * DAY, 'last week'],
  [21 * DAY, '3 weeks ago'],
  [70 * DAY, '2 months ago'],
  [800 * DAY, '2 years ago'],
])('what is %i ms old was "%s"', (age, words) => {
  expect(relativeTime(NOW - age, NOW)).toBe(words);
});

test('a moment in the future, by a clock that goes wrong, is said to be one', () => {
  expect(relativeTime(NOW + 2 * 60 * MINUTE, NOW)).toBe('in 2 hours');
  expect(relativeTime(NOW + 5000, NOW)).toBe('just now');
});

test('the exact moment names its zone', () => {
  expect(absoluteTime(NOW, 'UTC')).toBe('21 Nov 2026, 09:41:03 UTC');
  expect(absoluteTime(NOW, 'Europe/Berlin')).toMatch(/^21 Nov 2026, 10:41:03 (CET|GMT\+1)$/u);
});

test('the time of day has its date only on another day', () => {
  expect(clockTime(NOW, NOW)).toMatch(/^\d\d:\d\d$/u);
  expect(clockTime(NOW - 3 * DAY, NOW)).toMatch(/^\d+ Nov, \d\d:\d\d$/u);
});

test('a countdown ends at zero', () => {
  expect(countdown(552_000)).toBe('09:12');
  expect(countdown(3_849_000)).toBe('1:04:09');
  expect(countdown(-5)).toBe('00:00');
});

test('a moment beyond what a date can hold counts as unreadable', () => {
  const time = { raw: '9999999999999999999', assumedUtc: false };
  expect(momentOf({ ...time, epochMs: 8.64e15 + 1 })).toBeNull();
  expect(momentOf({ ...time, epochMs: null })).toBeNull();
  expect(momentOf({ ...time, epochMs: 8.64e15 })).toBe(8.64e15);
  expect(() => absoluteTime(8.64e15)).not.toThrow();
});
