/** Throttles reports of progress: the first at once, then at most one per interval with the latest state. */

const TOLD_EVERY_MS = 250;

export interface ProgressReporter {
  changed(): void;
  /** Drops a pending report: the final state is published anyway. */
  quiet(): void;
}

/** `after` starts a timer and returns its cancellation. */
export function createProgressReporter(
  tell: () => void,
  after: (ms: number, run: () => void) => () => void,
): ProgressReporter {
  let isDue = false;
  let takeBack: (() => void) | null = null;

  function tellNow(): void {
    isDue = false;
    tell();
    takeBack = after(TOLD_EVERY_MS, () => {
      takeBack = null;
      if (isDue) tellNow();
    });
  }

  return {
    changed: () => {
      if (takeBack === null) tellNow();
      else isDue = true;
    },
    quiet: () => {
      isDue = false;
      takeBack?.();
      takeBack = null;
    },
  };
}
