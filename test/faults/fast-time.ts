/**
 * Half a minute in two and a half seconds: importing this makes the clock and the timers of this thread run faster.
 *
 * Import it before anything of main, which takes its clock while it is loaded. Sockets, `performance.now`,
 * `node:timers/promises` and worker threads keep real time: the practice service and the matrix's own watch.
 */

/** How much faster, unless the process that imports this was told otherwise. What is left of a deadline is still far longer than an answer over loopback takes. */
const FASTER = Number(process.env['EASEL_TIMES_FASTER'] ?? 12);

const TICK_MS = 5;
const LONGEST_TICK_MS = 10;
/** Real time between two looks at whether a timer is due. */
const LOOK_MS = 25;

const { setTimeout: realTimeout } = globalThis;
const realNow = Date.now;

// On a busy machine this thread stands still at times, and so does our clock: a deadline must not end what never ran.
let now = realNow();
let ticked = performance.now();
setInterval(() => {
  const passed = performance.now() - ticked;
  ticked += passed;
  now += Math.min(passed, LONGEST_TICK_MS) * FASTER;
}, TICK_MS).unref();

function quickTimeout(run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout {
  const due = now + ms;
  const look = (): void => {
    if (now >= due) run(...args);
    else timer.refresh();
  };
  const timer = realTimeout(look, Math.min(ms / FASTER, LOOK_MS));
  return timer;
}

Object.assign(globalThis, { setTimeout: quickTimeout });
Date.now = () => Math.floor(now);

/** How far this thread's clock is ahead of all others, in ms. */
export function aheadMs(): number {
  return Date.now() - realNow();
}

/** The time of all others, epoch ms. */
export function timeOfOthers(): number {
  return realNow();
}
