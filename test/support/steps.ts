import type { Steps } from '../../main/lib/threads/rpc.ts';

/** Runs all steps of a worker thread's call in this thread, and returns the result. */
export function done<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
