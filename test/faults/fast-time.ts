/** When imported, speeds up `Date.now` and `setTimeout` of this thread. Other clocks and timers keep real time. */

/** Speed-up factor of the clock. Local responses arrive long before any deadline, even at this speed. */
const FASTER = Number(process.env['EASEL_TIMES_FASTER'] ?? 12);

const TICK_MS = 5;
const LONGEST_TICK_MS = 10;
const LOOK_MS = 25;

const { setTimeout: realTimeout } = globalThis;
const realNow = Date.now;
const realSteady = performance.now.bind(performance);

// Advances the clock in small steps, so that no deadline expires while a busy machine delays this thread.
let now = realNow();
let ticked = realSteady();
setInterval(() => {
  const passed = realSteady() - ticked;
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

export function aheadMs(): number {
  return Date.now() - realNow();
}

export function timeOfOthers(): number {
  return realNow();
}
