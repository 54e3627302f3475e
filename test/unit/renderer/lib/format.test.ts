import { expect, test } from 'vitest';
import {
  absoluteTime,
  counted,
  formatDate,
  formatDateTime,
  formatNumber,
  momentOf,
  roomTitle,
  visible,
} from '../../../../renderer/lib/format.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 41, 3);

test('a time outside the range of JavaScript dates is not formatted as a date', () => {
  const time = { raw: '9999999999999999999', assumedUtc: false };
  expect(momentOf({ ...time, epochMs: 8.64e15 + 1 })).toBeNull();
  expect(momentOf({ ...time, epochMs: null })).toBeNull();
  expect(momentOf({ ...time, epochMs: 8.64e15 })).toBe(8.64e15);
  expect(() => absoluteTime(8.64e15)).not.toThrow();
});

test('a date without a time of day is shown without a time, not as midnight', () => {
  const time = { epochMs: NOW, assumedUtc: true };
  expect(momentOf({ ...time, raw: '2026-11-21' })).toBeNull();
  expect(momentOf({ ...time, raw: '2026-11-21 00:00' })).toBe(NOW);
});

test('numbers and dates have the same format in every system language', () => {
  const at = new Date(2026, 10, 1, 9, 41).getTime();
  expect(formatNumber(1_240_000)).toBe('1,240,000');
  expect(counted(1, 'board')).toBe('1 board');
  expect(counted(1240, 'authority', 'authorities')).toBe('1,240 authorities');
  expect(formatDate(at)).toBe('1 Nov 2026');
  expect(formatDateTime(at)).toBe('1 Nov 2026, 09:41');
});

test.each([
  ['Maths 7b', '3f2a91c0-5a76-4e0c-9d3b-1f2e3d4c5b6a', 'Maths 7b (3f2a91c0)'],
  ['', '3f2a91c0-5a76-4e0c-9d3b-1f2e3d4c5b6a', '3f2a91c0'],
  ['', 'board-7', 'board-7'],
  ['Maths 7b', 'board-2026-000123', 'Maths 7b (…6-000123)'],
])('the title of a board with the label “%s” and the id %s is “%s”', (label, id, title) =>
  expect(roomTitle(label, id)).toBe(title),
);

test('invisible characters in a displayed name are made visible', () => {
  expect(visible('Ada \u202eevil\u202c\u0007')).toBe('Ada \u{fffd}evil\u{fffd}\u{fffd}');
  // Zero-width joiners are part of emoji. Elsewhere, Easel makes them visible.
  expect(visible('👩\u200d🏫 Maths')).toBe('👩\u200d🏫 Maths');
  expect(roomTitle('Ada \u202eevil', 'board-7')).toBe('Ada \u{fffd}evil (board-7)');
  expect(roomTitle('مرحبا', 'board-7')).toBe('\u2068مرحبا\u2069 (board-7)');
});
