import { describe, expect, test } from 'vitest';
import { retryAfterMs } from '../../../../main/service/retry-after.ts';

const NOW = Date.UTC(2026, 10, 21, 7, 0, 0);

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7000],
  ['1.2', 1200],
  ['Sat, 21 Nov 2026 07:01:00 GMT', 60_000],
  ['Saturday, 21-Nov-26 07:01:00 GMT', 60_000],
  ['Sat Nov 21 07:01:00 2026', 60_000],
  ['Sat, 21 Nov 2026 06:00:00 GMT', 0],
  ['999999999', 86_400_000],
  ['Sat, 21 Nov 2037 07:00:00 GMT', 86_400_000],
  ['-5', null],
  ['1e3', null],
  ['soon', null],
  ['Later, perhaps', null],
  ['2026-11-21', null],
  ['', null],
])('%j is %s ms', (header, ms) => {
  expect(retryAfterMs({ 'retry-after': header }, NOW)).toBe(ms);
});

describe('a date', () => {
  const inAMinute = 'Sat, 21 Nov 2026 07:01:00 GMT';

  test('is read by the service’s clock when this computer’s is an hour off', () => {
    const headers = { 'retry-after': inAMinute, date: 'Sat, 21 Nov 2026 07:00:30 GMT' };
    expect(retryAfterMs(headers, NOW + 3_600_000)).toBe(30_000);
  });

  test('is read by this computer’s clock when the service’s can’t be read', () => {
    expect(retryAfterMs({ 'retry-after': inAMinute, date: 'now' }, NOW)).toBe(60_000);
  });
});
