import { expect, test } from 'vitest';
import { counted, formatDateTime, formatNumber } from '../../../../main/wording/format.ts';

test('numbers and times have one format, whatever this computer’s settings', () => {
  expect(formatNumber(1_240_000)).toBe('1,240,000');
  expect(counted(1, 'board')).toBe('1 board');
  expect(counted(1240, 'authority', 'authorities')).toBe('1,240 authorities');
  expect(formatDateTime(new Date(2026, 10, 1, 9, 41).getTime())).toBe('1 Nov 2026, 09:41');
});
