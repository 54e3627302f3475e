export interface Clock {
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The system clock. Its timers do not keep the Node process running. */
export const SYSTEM_CLOCK: Clock = {
  // Reads `Date.now` at each call, because tests replace this function.
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

const REPORT_MS = 250;

export type ProgressReporter = ReturnType<typeof createProgressReporter>;

/** Limits progress reports: publishes the first change at once, and later changes at most once per `ms`. */
export function createProgressReporter(publish: () => void, after: Clock['after'], ms = REPORT_MS) {
  let isDue = false;
  let cancelTimer: (() => void) | null = null;

  function publishNow(): void {
    isDue = false;
    publish();
    cancelTimer = after(ms, () => {
      cancelTimer = null;
      if (isDue) publishNow();
    });
  }

  return {
    changed: (): void => {
      if (cancelTimer === null) publishNow();
      else isDue = true;
    },
    quiet: (): void => {
      isDue = false;
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
