import { expect, test, vi } from 'vitest';
import { timeUntil, whenDue } from '../../../../main/jobs/job-runner.ts';
import { fakeClock } from '../service/clock.ts';
import { Rate } from '../../../../main/jobs/live-job.ts';

// A person sets the clock on the wall forward, at once; the timers tell the truth.
test.each([
  ['ends no earlier', 10_000],
  ['longer than any timer is waited for in parts', 60 * 86_400_000],
])('a hold %s when the clock is set forward', async (_what, ms) => {
  const timers = fakeClock();
  const wall = { off: 0 };
  const ended = vi.fn();
  let longest = 0;
  const clock = {
    now: () => timers.now() + wall.off,
    steady: () => timers.now(),
    after: (wait: number, run: () => void) => {
      longest = Math.max(longest, wait);
      return timers.after(wait, run);
    },
  };
  whenDue(timeUntil(clock.now() + ms, clock), clock.after, ended);
  wall.off = ms;
  await timers.advance(ms - 1);
  expect(ended).not.toHaveBeenCalled();
  await timers.advance(1);
  expect(ended).toHaveBeenCalledTimes(1);
  expect(longest).toBeLessThan(2 ** 31);
});

/** `perSecond` items a second for so many seconds, from `from` on. */
function run(rate: Rate, from: number, seconds: number, perSecond: number): void {
  for (let item = 0; item < seconds * perSecond; item += 1) rate.finished(from + (item * 1000) / perSecond);
}

test('the speed of a job counts the items that finished lately, and falls to 0 when it stalls', () => {
  const rate = new Rate();
  rate.begin(0);
  run(rate, 0, 2, 100);
  expect(rate.perSecond(2000)).toBeCloseTo(100, 0);
  run(rate, 2000, 20, 10);
  expect(rate.perSecond(22_000)).toBeCloseTo(10, 0);
  expect(rate.perSecond(60_000)).toBe(0);
});
