/** Watches over one call: ends it when its caller has gone, when it is silent too long, or takes too long in all. */

/** Time, so that tests can give their own. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Runs something after so many ms; gives the function that takes it back. */
  after(ms: number, run: () => void): () => void;
}

export const REAL_CLOCK: Clock = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** How long the first byte, and then each next piece, may take, in ms. */
export const SILENCE_MS = 30_000;
/** How long a whole call may take, its repetitions included, in ms. */
export const TOTAL_MS = 60_000;

export type Stop =
  | 'cancelled' // by the caller
  | 'no-answer' // no head of an answer within 30 s
  | 'stalled' // the body stopped for 30 s
  | 'too-long'; // 60 s in all

export class Watch {
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #cancelTotal: () => void;
  #cancelSilence: () => void = () => undefined;
  #stop: Stop | null = null;

  constructor(clock: Clock, caller: AbortSignal | undefined) {
    this.#clock = clock;
    this.#caller = caller;
    this.#cancelTotal = clock.after(TOTAL_MS, () => this.#end('too-long'));
    caller?.addEventListener('abort', this.#cancelled, { once: true });
    if (caller?.aborted === true) this.#cancelled();
  }

  /** Aborts when the call is to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the call was ended; null while it may go on. */
  get stop(): Stop | null {
    return this.#stop;
  }

  /** From now on something must come within 30 s, or it ends as `reason`. */
  expect(reason: 'no-answer' | 'stalled'): void {
    this.#cancelSilence();
    this.#cancelSilence = this.#clock.after(SILENCE_MS, () => this.#end(reason));
  }

  /** Waits before the next attempt; ends early when the call does. */
  async pause(ms: number): Promise<void> {
    this.#cancelSilence();
    if (this.#stop !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(ms, resolve);
    this.signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    cancel();
  }

  /** Takes all timers back. */
  close(): void {
    this.#cancelSilence();
    this.#cancelTotal();
    this.#caller?.removeEventListener('abort', this.#cancelled);
  }

  readonly #cancelled = (): void => this.#end('cancelled');

  #end(stop: Stop): void {
    this.#stop ??= stop;
    this.#controller.abort();
  }
}
