import { expect, test } from 'vitest';
import { reach } from '../../../../renderer/parts/bar-chart/bar-chart.tsx';

test('one among millions still has a visible bar', () => {
  expect(reach(1, 1_000_000)).toBeGreaterThanOrEqual(2);
  expect(reach(0, 1_000_000)).toBe(0);
  expect(reach(5, 5)).toBe(100);
});
