import { createDeadlines } from '../../../../main/lib/clock.ts';

export type FakeClock = ReturnType<typeof fakeClock>;

export function fakeClock() {
  let now = 0;
  let sleptMs = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: now + ms, run };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  return {
    now: () => now,
    after,
    deadlines: createDeadlines(() => now + sleptMs, after),
    sleep: (ms: number): void => void (sleptMs += ms),
    advance: async (ms: number): Promise<void> => {
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
    timers: timers as { readonly size: number },
  };
}

/** Waits for all pending promise callbacks. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
