export interface Clock {
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The system clock. Its timers do not keep the Node process running. */
export const SYSTEM_CLOCK: Clock = {
  // Reads `Date.now` at each call, because tests replace this function.
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

const CLOSE_MS = 3000;
const CLOSE_LOOK_MS = 25;

/** Waits for requests in flight before Easel closes. Ends when `isOver` returns true, or after 3 s. */
export async function waitToClose({ now, after }: Clock, isOver: () => boolean): Promise<void> {
  const last = now() + CLOSE_MS;
  while (!isOver() && now() < last) await new Promise<void>((resolve) => void after(CLOSE_LOOK_MS, resolve));
}

export type Deadlines = ReturnType<typeof createDeadlines>;

/** Timers that also count the computer's sleep, unlike Node's. After sleep, call `check` to run overdue timers. */
export function createDeadlines(steady: () => number, startTimer: Clock['after']) {
  const checks = new Set<() => void>();
  function after(ms: number, run: () => void): () => void {
    const dueAt = steady() + ms;
    let stop = startTimer(ms, check);
    checks.add(check);
    function check(): void {
      stop();
      const left = dueAt - steady();
      if (left > 0) stop = startTimer(left, check);
      else if (checks.delete(check)) run();
    }
    return () => {
      stop();
      checks.delete(check);
    };
  }
  return { after, check: () => checks.forEach((check) => check()) };
}

const REPORT_MS = 250;

export type ProgressReporter = ReturnType<typeof createProgressReporter>;

/** Limits progress reports. Publishes the first change at once, and later changes at most once per `ms`. */
export function createProgressReporter(publish: () => void, after: Clock['after'], ms = REPORT_MS) {
  let isDue = false;
  let cancelTimer: (() => void) | null = null;

  function publishNow(): void {
    isDue = false;
    publish();
    cancelTimer = after(ms, () => {
      cancelTimer = null;
      if (isDue) publishNow();
    });
  }

  return {
    changed: (): void => {
      if (cancelTimer === null) publishNow();
      else isDue = true;
    },
    quiet: (): void => {
      isDue = false;
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
