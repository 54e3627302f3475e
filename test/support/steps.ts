import type { Steps } from '../../main/lib/threads/rpc.ts';

/** Runs all steps of a thread's call, and returns its result. */
export function done<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
