/** What an outcome says about the pace that the service takes. */
import type { HttpOutcome } from './http.ts';
import type { Place } from './limiter.ts';
import { LONGEST_ASKED_MS } from './retry.ts';
import { retryAfterMs } from './retry-after.ts';

/** Leaves the place with what the outcome says. A longer wait than we would keep holds nobody else up. */
export function leaveWith(place: Place, outcome: HttpOutcome, now: number): void {
  if (outcome.kind !== 'answer') {
    place.leave('unknown');
    return;
  }
  const { status, headers } = outcome.answer;
  if (status === 429 || status === 503) {
    const asked = retryAfterMs(headers, now) ?? 0;
    place.leave('too-many', asked <= LONGEST_ASKED_MS ? asked : 0);
  } else place.leave(status < 500 ? 'welcome' : 'unknown');
}
