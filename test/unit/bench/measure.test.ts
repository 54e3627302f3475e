import { expect, test } from 'vitest';
import { judged, percentile, ratios, sayMeasured, spread } from '../../bench/measure.ts';

const aim = { id: 'P0', what: 'a wait', unit: 'ms', goal: { atMost: 10 } } as const;

test('the median of an even count lies between the two in the middle, in any order', () => {
  expect(spread([40, 10, 30, 20])).toEqual({ median: 25, lowest: 10, highest: 40 });
});

test('a percentile is a measured number, never one in between', () => {
  const numbers = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentile(numbers, 0.5)).toBe(100);
  expect(percentile(numbers, 0.95)).toBe(190);
  expect(percentile([7], 0.95)).toBe(7);
  expect(percentile([], 0.95)).toBeNaN();
});

test('a ratio is computed round by round, not of the medians', () => {
  expect(ratios([10, 40, 90], [10, 20, 30])).toEqual({ median: 2, lowest: 1, highest: 3 });
});

test('a peer that is not installed has no ratio', () => {
  expect(ratios([10, 40], [])).toBeNull();
  expect(ratios([], [])).toBeNull();
});

test('a goal is met at its limit, and missed by a share beyond it', () => {
  expect(judged(aim, spread([10]))).toMatchObject({ value: 10, met: true, missedBy: null });
  const missed = judged(aim, spread([12]));
  expect(missed).toMatchObject({ met: false, goal: 'at most 10' });
  expect(missed.missedBy).toBeCloseTo(0.2);
  expect(judged({ ...aim, goal: { atLeast: 3 } }, spread([1.5]))).toMatchObject({
    met: false,
    missedBy: 0.5,
  });
  expect(judged({ ...aim, goal: { atMost: 0 } }, spread([0.1]))).toMatchObject({ met: false, missedBy: 1 });
});

test('an unmeasured value neither meets nor misses its goal', () => {
  const measured = judged({ ...aim, peers: { 'a peer': null } }, null);
  expect(measured).toMatchObject({ value: null, met: null, missedBy: null });
  const said = sayMeasured(measured).join('\n');
  expect(said).toContain('goal                                             at most 10: not measured');
  expect(said).toMatch(/a peer +not here/u);
});

test('a missed goal says by how much', () => {
  expect(sayMeasured(judged(aim, spread([12.41]))).at(-1)).toContain('NOT MET, by 25 %');
});
