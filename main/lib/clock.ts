/** Time, replaced in tests. */
export interface Clock {
  /** Epoch ms. */
  readonly now: () => number;
  /** Runs a function once after `ms` milliseconds. Returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The system clock. Its timers do not keep the process running. */
export const SYSTEM_CLOCK: Clock = {
  // Tests replace `Date.now`.
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};
