import type { Steps } from '../../main/lib/threads/rpc.ts';

/** Runs all steps of a worker thread's function in the current thread, and returns the result. */
export function done<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
