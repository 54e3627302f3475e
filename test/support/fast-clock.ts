/** A clock for tests over real sockets that wait for a deadline: half a minute passes in a third of a second. */
import type { Clock } from '../../main/lib/clock.ts';

const TICK_MS = 5;
const LONGEST_TICK_MS = 10;

/**
 * Runs `times` as fast as real time. When this process stands still, on a busy machine, so does the clock: a deadline
 * must not end what never had its turn.
 */
export function fastClock(times: number): Clock {
  let now = 0;
  let ticked = performance.now();
  const waiting = new Set<{ readonly due: number; readonly run: () => void }>();
  setInterval(() => {
    const passed = performance.now() - ticked;
    ticked += passed;
    now += Math.min(passed, LONGEST_TICK_MS) * times;
    for (const one of waiting) {
      if (now < one.due) continue;
      waiting.delete(one);
      one.run();
    }
  }, TICK_MS).unref();
  return {
    now: () => now,
    after: (ms, run) => {
      const one = { due: now + ms, run };
      waiting.add(one);
      return () => void waiting.delete(one);
    },
  };
}
