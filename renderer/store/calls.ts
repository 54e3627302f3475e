import type { Failure, Result } from '../../preload/contract/failure.ts';

export function required<T>(value: T | null | undefined): T {
  if (value == null) throw new Error('called while nothing is open');
  return value;
}

/** Waits for a call to main, and calls `take` with its value. Returns the failure, or null. */
export async function failureOf<T>(
  call: Promise<Result<T>>,
  take: (value: T) => void | Promise<void> = () => undefined,
): Promise<Failure | null> {
  const answer = await call;
  if (!answer.ok) return answer.error;
  await take(answer.value);
  return null;
}

/** Returns a function that runs `work`, never twice at a time. A call during a run causes one further run. */
export function oneAtATime(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isDue = false;
  async function runWhileDue(): Promise<void> {
    try {
      while (isDue) {
        isDue = false;
        await work();
      }
    } finally {
      running = null;
    }
  }
  return () => {
    isDue = true;
    return (running ??= runWhileDue());
  };
}
