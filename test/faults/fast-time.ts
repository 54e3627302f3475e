/** Deadlines of half a minute in a second: this process's timers run faster, its sockets and clock as ever. */

/** How much faster. What is left of a deadline is still far longer than an answer over loopback takes. */
export const FASTER = 30;

/**
 * Quickens every `setTimeout` of this thread, so of Easel's deadlines, pauses and probes alike, in proportion.
 * Worker threads and `node:timers/promises` keep real time: the practice service and the matrix's own watch.
 */
export function quickenTimers(): void {
  const { setTimeout: real } = globalThis;
  const quick = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout =>
    real(run, ms / FASTER, ...args);
  globalThis.setTimeout = Object.assign(quick, { __promisify__: real.__promisify__ });
}
