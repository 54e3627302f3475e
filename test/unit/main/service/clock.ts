import type { Clock } from '../../../../main/lib/clock.ts';

export interface FakeClock extends Clock {
  /** Advances the clock by `ms`. Runs each due timer at its time, and waits for the work that it starts. */
  advance(ms: number): Promise<void>;
  /** Number of timers that are not due yet. */
  readonly timers: { readonly size: number };
}

export function fakeClock(): FakeClock {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const until = now + ms;
      for (;;) {
        await settle();
        const next = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers.delete(next);
        now = next.at;
        next.run();
      }
      now = until;
      await settle();
    },
    timers,
  };
}

/** Waits until all pending promise callbacks have run. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
