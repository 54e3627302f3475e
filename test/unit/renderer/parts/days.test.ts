import { expect, test } from 'vitest';
import { dayAfter, startOfDay } from '../../../../renderer/parts/days.ts';

const at = (year: number, month: number, day: number): number => new Date(year, month - 1, day).getTime();

test('an empty or half-typed text is not a day', () => {
  expect(startOfDay('')).toBeNull();
  expect(startOfDay('soon')).toBeNull();
  expect(startOfDay('2026-11')).toBeNull();
});

test('the day some days later follows the calendar, also across a clock change', () => {
  expect(dayAfter(new Date(2026, 2, 10, 23, 30).getTime(), 30)).toBe('2026-04-09');
  expect(dayAfter(at(2026, 11, 21), 90)).toBe('2027-02-19');
});
