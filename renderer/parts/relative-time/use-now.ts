import { useSyncExternalStore } from 'react';

/** Creates a clock that several components share. Its timer runs only while a component subscribes. */
function clock(paceMs: number) {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    read: () => now,
    subscribe: (listener: () => void) => {
      if (listeners.size === 0) {
        now = Date.now();
        timer = setInterval(() => {
          now = Date.now();
          for (const each of listeners) each();
        }, paceMs);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}

const byMinute = clock(30_000);
const bySecond = clock(1000);

/** Returns the current time in epoch ms. Rerenders every 30 s, or every 1 s if the argument is `second`. */
export function useNow(pace: 'minute' | 'second' = 'minute'): number {
  const source = pace === 'second' ? bySecond : byMinute;
  return useSyncExternalStore(source.subscribe, source.read, source.read);
}
