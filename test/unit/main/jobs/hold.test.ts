import { expect, test, vi } from 'vitest';
import { timeUntil, whenDue } from '../../../../main/jobs/hold.ts';
import { fakeClock } from '../service/clock.ts';

// Only the wall clock is set forward. Timers and the monotonic clock run as usual.
test.each([
  ['ten seconds', 10_000],
  ['60 days (needs several timers)', 60 * 86_400_000],
])('setting the system clock forward does not shorten the hold before a delete: %s', async (_what, ms) => {
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
