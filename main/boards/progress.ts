/** Tells of changes that come thick and fast: the first at once, others in turn, and each time as things are then. */

/** How often the page is told how a listing or an export is getting on, in ms. */
const TOLD_EVERY_MS = 250;

export interface ProgressReporter {
  /** Something has changed. */
  changed(): void;
  /** Publishes no more pending changes: the end includes them. */
  quiet(): void;
}

/** `after` runs something in so many ms, and gives the function that takes that back. */
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
