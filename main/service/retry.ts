/** When a request is sent again, and after how long. A POST never is. */
import type { HttpOutcome } from './http.ts';
import type { NetworkFault } from './network-faults.ts';
import { retryAfterMs } from './retry-after.ts';
import type { TransportRequest } from './transport.ts';

/** Attempts in all. DELETE says the same thing twice; GET changes nothing; POST may create twice. */
const MOST_ATTEMPTS: Readonly<Record<TransportRequest['method'], number>> = { GET: 3, DELETE: 2, POST: 1 };

const FIRST_WINDOW_MS = 1000;
const LONGEST_WAIT_MS = 8000;

/** How long one call waits in all because the service asks for it, in ms; what goes beyond is left to the person. */
export const LONGEST_ASKED_MS = 60_000;

/** What is added to an asked wait, at most: those who were refused together do not come back together. */
const ASKED_JITTER = 0.1;

/** Answers that a GET may get over by itself. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const PASSING_FAULTS: ReadonlySet<NetworkFault> = new Set([
  'refused',
  'dns-unavailable',
  'unreachable',
  'proxy-unreachable',
]);

export interface Pause {
  readonly ms: number;
  /** Whether the service asked for it, by `Retry-After`. */
  readonly asked: boolean;
}

export interface Try {
  readonly method: TransportRequest['method'];
  /** Attempts so far. */
  readonly attempts: number;
  readonly outcome: HttpOutcome;
  /** How much longer an asked wait may be, in ms. */
  readonly patienceMs: number;
  /** Epoch ms. */
  readonly now: number;
}

/** The pause before the next attempt; null when there is none. `random` gives 0 to 1. */
export function pauseBeforeRetry(tried: Try, random: () => number): Pause | null {
  const { method, attempts, outcome, patienceMs, now } = tried;
  if (attempts >= MOST_ATTEMPTS[method] || !mayPass(method, outcome)) return null;
  const asked = outcome.kind === 'answer' ? retryAfterMs(outcome.answer.headers, now) : null;
  if (asked !== null && asked > patienceMs) return null;
  if (asked !== null && asked > 0) {
    return { ms: Math.min(asked * (1 + ASKED_JITTER * random()), LONGEST_ASKED_MS), asked: true };
  }
  // Full jitter: clients that failed together do not come back together.
  return { ms: random() * Math.min(LONGEST_WAIT_MS, FIRST_WINDOW_MS * 2 ** (attempts - 1)), asked: false };
}

function mayPass(method: TransportRequest['method'], outcome: HttpOutcome): boolean {
  switch (outcome.kind) {
    case 'stopped':
    case 'withheld':
      return false;
    case 'network':
      return outcome.error.fault === 'lost' || (method === 'GET' && PASSING_FAULTS.has(outcome.error.fault));
    default:
      if (method !== 'GET') return false;
      return PASSING_STATUSES.has(outcome.answer.status) || outcome.answer.end === 'lost';
  }
}
