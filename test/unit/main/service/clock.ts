/** Time that moves only when told to. */
import type { Clock } from '../../../../main/lib/clock.ts';

export interface FakeClock extends Clock {
  /** Moves on by so many ms; what falls due on the way runs at its time, and all that follows from it. */
  advance(ms: number): Promise<void>;
  /** How many timers wait. */
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

/** Lets everything that is ready run. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
