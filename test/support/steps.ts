import type { Steps } from '../../main/lib/threads/rpc.ts';

/** Does all steps of a call of a thread, and gives what it answers. */
export function done<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
