/** Time, so that tests can give their own. */
export interface Clock {
  /** Epoch ms. */
  readonly now: () => number;
  /** Runs something once, after so many ms; gives the function that takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The system's. Timers alone, such as the eight hours of a session key, don't keep a closed app running. */
export const SYSTEM_CLOCK: Clock = {
  // Looked up at each call: tests move it.
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};
