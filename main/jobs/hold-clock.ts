/** The clocks of a held job. They may end it late, but never early, whatever happens to the computer's clock. */
import type { Clock } from '../clock.ts';

/** Longest wait of a timer, ms: beyond 2^31 they fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface SteadyClock extends Clock {
  /** A monotonic clock in ms: it runs while the computer sleeps, and can't be set. */
  readonly steady: () => number;
}

/** A moment that has come once the clock shows it, and as much time has really passed as it was away. */
export interface Due {
  readonly at: number;
  readonly steady: number;
}

/** `at`: epoch ms. */
export function dueAt(at: number, { now, steady }: Omit<SteadyClock, 'after'>): Due {
  return { at, steady: steady() + Math.max(0, at - now()) };
}

/** Ms until then at least; 0 once it has come. */
export function missing(due: Due, { now, steady }: Omit<SteadyClock, 'after'>): number {
  return Math.ceil(Math.max(0, due.at - now(), due.steady - steady()));
}

/** Runs something once nothing is missing any more (`left`: ms at least). Gives the function that takes it back. */
export function whenDue(left: () => number, after: Clock['after'], run: () => void): () => void {
  let cancel: () => void = () => undefined;
  function wait(ms: number): void {
    cancel = after(Math.min(ms, LONGEST_TIMER_MS), () => {
      const more = left();
      if (more > 0) wait(more);
      else run();
    });
  }
  wait(left());
  return () => cancel();
}
