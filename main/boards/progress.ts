/** Throttles reports of progress: the first at once, then at most one per interval with the latest state. */

const INTERVAL_MS = 250;

export type ProgressReporter = ReturnType<typeof createProgressReporter>;

/** `after` starts a timer and returns its cancellation. */
export function createProgressReporter(
  publish: () => void,
  after: (ms: number, run: () => void) => () => void,
) {
  let isDue = false;
  let cancelTimer: (() => void) | null = null;

  function publishNow(): void {
    isDue = false;
    publish();
    cancelTimer = after(INTERVAL_MS, () => {
      cancelTimer = null;
      if (isDue) publishNow();
    });
  }

  return {
    changed: (): void => {
      if (cancelTimer === null) publishNow();
      else isDue = true;
    },
    /** Drops a pending report: the final state is published anyway. */
    quiet: (): void => {
      isDue = false;
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
