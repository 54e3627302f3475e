/** Watches over one call: ends it when its caller has gone, when it is silent too long, or takes too long in all. */

import type { Clock } from '../clock.ts';

/** How long the first byte, and then each next piece, may take, in ms. */
export const SILENCE_MS = 30_000;
/** How long a whole call may take, its repetitions included but not the waits that others ask for, in ms. */
export const TOTAL_MS = 60_000;

/** Why a call was ended from our side. */
export type Stop =
  | 'cancelled' // by the caller
  | 'no-answer' // no head of an answer within 30 s
  | 'stalled' // the body stopped for 30 s
  | 'too-long'; // 60 s in all

export class Watch {
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  #stop: Stop | null = null;
  #cancelTimer: (() => void) | null = null;
  /** What is expected since when; null while nothing is. */
  #silence: { readonly reason: Stop; readonly since: number } | null = null;
  /** How much of the total is left, and since when it runs; it rests while the service or others make us wait. */
  #left = TOTAL_MS;
  #runsSince: number | null = null;

  constructor(clock: Clock, caller: AbortSignal | undefined) {
    this.#clock = clock;
    this.#caller = caller;
    caller?.addEventListener('abort', this.#cancelled, { once: true });
    if (caller?.aborted === true) this.#cancelled();
  }

  /** Aborted when the call is to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the call was ended; null while it may go on. */
  get stop(): Stop | null {
    return this.#stop;
  }

  /** From now on something must come within 30 s, or it ends as `reason`. */
  expect(reason: 'no-answer' | 'stalled'): void {
    const now = this.#clock.now();
    this.#runsSince ??= now;
    this.#silence = { reason, since: now };
    // Deadlines only move away here, so a timer that runs already looks again when it is due.
    if (this.#cancelTimer === null) this.#look();
  }

  /** Waits before the next attempt; ends early when the call does, or is unwanted. An asked wait is not part of the 60 s. */
  async pause(ms: number, isAsked: boolean, unwanted?: AbortSignal): Promise<void> {
    if (isAsked) this.#rest();
    else this.#silence = null;
    if (this.#stop !== null || unwanted?.aborted === true) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(ms, resolve);
    const end = (): void => resolve();
    this.signal.addEventListener('abort', end, { once: true });
    unwanted?.addEventListener('abort', end, { once: true });
    await promise;
    unwanted?.removeEventListener('abort', end);
    cancel();
  }

  /** Waits for others, which is not part of the 60 s either. */
  async rest<T>(waiting: Promise<T>): Promise<T> {
    this.#rest();
    return waiting;
  }

  /** Takes the timer back. */
  close(): void {
    this.#rest();
    this.#caller?.removeEventListener('abort', this.#cancelled);
  }

  readonly #cancelled = (): void => this.#end('cancelled');

  #rest(): void {
    if (this.#runsSince !== null) this.#left -= this.#clock.now() - this.#runsSince;
    this.#runsSince = null;
    this.#silence = null;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  /** Ends the call if its time is up, and comes back when it may be. */
  readonly #look = (): void => {
    this.#cancelTimer = null;
    if (this.#runsSince === null || this.#stop !== null) return;
    const now = this.#clock.now();
    const total = this.#runsSince + this.#left - now;
    const silence = this.#silence === null ? Infinity : this.#silence.since + SILENCE_MS - now;
    if (this.#silence !== null && silence <= 0) this.#end(this.#silence.reason);
    else if (total <= 0) this.#end('too-long');
    else this.#cancelTimer = this.#clock.after(Math.min(total, silence), this.#look);
  };

  #end(stop: Stop): void {
    if (this.#stop !== null) return;
    this.#stop = stop;
    this.#controller.abort();
  }
}
