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
