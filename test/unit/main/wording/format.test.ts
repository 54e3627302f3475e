import { expect, test } from 'vitest';
import { counted, formatDateTime, formatNumber, quoted } from '../../../../main/wording/format.ts';

test('numbers and times have one format, whatever this computer’s settings', () => {
  expect(formatNumber(1_240_000)).toBe('1,240,000');
  expect(counted(1, 'board')).toBe('1 board');
  expect(counted(1240, 'authority', 'authorities')).toBe('1,240 authorities');
  expect(formatDateTime(new Date(2026, 10, 1, 9, 41).getTime())).toBe('1 Nov 2026, 09:41');
});

test.each([
  ['Acme', '“Acme”'],
  ['a\u202egnp\n\u2066x', '“a�gnp��x”'],
  ['בית ספר (test)', '“\u2068בית ספר (test)\u2069”'],
  ['👩‍🏫', '“👩‍🏫”'],
  ['x'.repeat(200), `“${'x'.repeat(80)}…”`],
])('the name %j turns around nothing of the sentence that quotes it', (name, said) => {
  expect(quoted(name)).toBe(said);
});
