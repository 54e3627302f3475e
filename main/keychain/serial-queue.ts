/** A queue that lets one operation run at a time, and lets none wait behind one that hangs. */

import { SYSTEM_CLOCK, type Clock } from '../clock.ts';

export interface Deadline {
  /**
   * Whether the deadline has passed and the caller has left: the operation should then undo what it did, not continue.
   */
  isLate(): boolean;
}

/** `late`: begun, not ended in time. `blocked`: never begun, because an earlier one hangs. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'late' }
  | { readonly kind: 'blocked' };

interface Waiting {
  start(): void;
  block(): void;
}

/**
 * Runs operations one after another, each with the same time for waiting and again for running.
 *
 * One that runs past its deadline gives `late`; until it really ends, those that wait and those that come are
 * `blocked` at once. Operations must not throw.
 */
export class SerialQueue {
  readonly #deadlineMs: number;
  readonly #after: Clock['after'];
  readonly #waiting = new Set<Waiting>();
  #state: 'free' | 'running' | 'hanging' = 'free';

  constructor(deadlineMs: number, after = SYSTEM_CLOCK.after) {
    this.#deadlineMs = deadlineMs;
    this.#after = after;
  }

  run<T>(work: (deadline: Deadline) => Promise<T>): Promise<Outcome<T>> {
    return new Promise((resolve) => {
      const start = (): void => void this.#start(work, resolve);
      const block = (): void => resolve({ kind: 'blocked' });
      if (this.#state === 'free') start();
      else if (this.#state === 'hanging') block();
      else this.#wait(start, block);
    });
  }

  #wait(start: () => void, block: () => void): void {
    const leave = (then: () => void) => (): void => {
      cancel();
      this.#waiting.delete(waiting);
      then();
    };
    const waiting: Waiting = { start: leave(start), block: leave(block) };
    const cancel = this.#after(this.#deadlineMs, () => waiting.block());
    this.#waiting.add(waiting);
  }

  async #start<T>(
    work: (deadline: Deadline) => Promise<T>,
    resolve: (outcome: Outcome<T>) => void,
  ): Promise<void> {
    this.#state = 'running';
    let late = false;
    const cancel = this.#after(this.#deadlineMs, () => {
      late = true;
      this.#state = 'hanging';
      resolve({ kind: 'late' });
      for (const waiting of this.#waiting) waiting.block();
    });
    const value = await work({ isLate: () => late });
    cancel();
    this.#state = 'free';
    resolve({ kind: 'done', value });
    const [next] = this.#waiting;
    next?.start();
  }
}
