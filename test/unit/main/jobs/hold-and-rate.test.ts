import { expect, test } from 'vitest';
import { timeUntil, whenDue } from '../../../../main/jobs/job-runner.ts';
import { fakeClock } from '../service/clock.ts';
import { Rate } from '../../../../main/jobs/live-job.ts';

/** A hold of `ms`, over timers that tell the truth and a clock on the wall that a person may set. */
function hold(ms: number) {
  const timers = fakeClock();
  const wall = { off: 0 };
  let fired = 0;
  const longest = { timer: 0 };
  const clock = {
    now: () => timers.now() + wall.off,
    steady: () => timers.now(),
    after: (wait: number, run: () => void) => {
      longest.timer = Math.max(longest.timer, wait);
      return timers.after(wait, run);
    },
  };
  const cancel = whenDue(timeUntil(clock.now() + ms, clock), clock.after, () => (fired += 1));
  return { timers, wall, cancel, longest, fired: () => fired };
}

test('a cancelled hold never ends', async () => {
  const held = hold(10_000);
  held.cancel();
  await held.timers.advance(100_000);
  expect(held.fired()).toBe(0);
});

test('a clock set forward ends no hold early', async () => {
  const held = hold(10_000);
  held.wall.off = 3_600_000;
  await held.timers.advance(9999);
  expect(held.fired()).toBe(0);
  await held.timers.advance(1);
  expect(held.fired()).toBe(1);
});

test('a hold longer than any timer is waited for in parts', async () => {
  const days = 60 * 86_400_000;
  const held = hold(days);
  // A person sets the clock forward while the first part is waited for.
  held.wall.off = days;
  await held.timers.advance(days - 1);
  expect(held.fired()).toBe(0);
  await held.timers.advance(1);
  expect(held.fired()).toBe(1);
  expect(held.longest.timer).toBeLessThan(2 ** 31);
});

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
