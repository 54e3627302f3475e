import type { Steps } from '../../main/lib/threads/rpc.ts';

export function done<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
