import type { Failure } from '../../preload/contract/failure.ts';

/** The end of each wait, epoch ms, by failure. */
const ends = new Map<string, number>();
/** An end is remembered this long, ms: a notice that is still on show must not begin to wait anew. */
const REMEMBERED = 3_600_000;

/**
 * When a failure with `retryAfterSeconds` may be tried again, epoch ms.
 *
 * The service counts from its answer, which is when the failure is first seen here. The same failure comes in several
 * copies (a notice that is shown anew, a state that main sends again), and they all share one end.
 */
export function retryAt(failure: Failure): number {
  const key = JSON.stringify(failure);
  const known = ends.get(key);
  if (known !== undefined) return known;
  const now = Date.now();
  const end = now + (failure.retryAfterSeconds ?? 0) * 1000;
  for (const [other, at] of ends) if (at + REMEMBERED < now) ends.delete(other);
  ends.set(key, end);
  return end;
}
