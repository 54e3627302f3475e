import type { Clock } from '../../main/lib/clock.ts';

const TICK_MS = 5;
const LONGEST_TICK_MS = 10;

/** Clock that runs `times` times faster. It stops while the process is blocked, so that no deadline expires. */
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
