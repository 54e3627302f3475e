/** What actions do round their calls to main. */
import type { Failure, Result } from '../../preload/contract/failure.ts';

/** What is there whenever this is called, such as a connection in front; that it is not would be a bug. */
export function given<T>(value: T | null | undefined): T {
  if (value == null) throw new Error('called while nothing is open');
  return value;
}

/** Waits for an answer and takes its value; gives the failure, or null. */
export async function failureOf<T>(
  call: Promise<Result<T>>,
  take: (value: T) => void | Promise<void> = () => undefined,
): Promise<Failure | null> {
  const answer = await call;
  if (!answer.ok) return answer.error;
  await take(answer.value);
  return null;
}
