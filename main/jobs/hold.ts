/** The clock of a held job. It may fire late, and never early, whatever is done to the computer's clock meanwhile. */

/** Longest wait of a timer, ms: beyond 2^31 they fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface HoldClock {
  /** Epoch ms. */
  readonly now: () => number;
  /** Runs later, once; gives the function that takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/**
 * Runs something once so much time has passed and the clock shows `until` (epoch ms) too. Gives the function that
 * takes it back.
 */
export function holdUntil(until: number, clock: HoldClock, run: () => void): () => void {
  let cancel: () => void = () => undefined;
  /** What timers have yet to wait: a clock that is set forward does not shorten it. */
  let left = Math.max(0, until - clock.now());

  function wait(ms: number): void {
    const part = Math.min(Math.max(ms, 0), LONGEST_TIMER_MS);
    cancel = clock.after(part, () => {
      left -= part;
      const missing = Math.max(left, until - clock.now());
      if (missing > 0) wait(missing);
      else run();
    });
  }
  wait(left);
  return () => cancel();
}
