import { expect, test } from 'vitest';
import { Rate } from '../../../../main/jobs/live-job.ts';

/** `perSecond` items a second for so many seconds, from `from` on. */
function run(rate: Rate, from: number, seconds: number, perSecond: number): void {
  for (let item = 0; item < seconds * perSecond; item += 1) rate.finished(from + (item * 1000) / perSecond);
}

test('speed counts the items that finished lately', () => {
  const rate = new Rate();
  rate.begin(0);
  run(rate, 0, 2, 100);
  expect(rate.perSecond(2000)).toBeCloseTo(100, 0);
  run(rate, 2000, 20, 10);
  expect(rate.perSecond(22_000)).toBeCloseTo(10, 0);
});

test('a stalled job is reported as stalled', () => {
  const rate = new Rate();
  rate.begin(0);
  run(rate, 0, 5, 100);
  expect(rate.perSecond(30_000)).toBe(0);
});
