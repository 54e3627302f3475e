/** When a request is sent again, and after how long. A POST never is. */
import type { HttpOutcome } from './http.ts';
import type { NetworkFault } from './network-faults.ts';
import type { TransportRequest } from './transport.ts';

/** Attempts in all. DELETE says the same thing twice; GET changes nothing; POST may create twice. */
const MOST_ATTEMPTS: Readonly<Record<TransportRequest['method'], number>> = { GET: 3, DELETE: 2, POST: 1 };

const FIRST_WINDOW_MS = 1000;
const LONGEST_WAIT_MS = 8000;

/** Answers that a GET may get over by itself. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** How long to wait before the next attempt, in ms; null when there is none. `random` gives 0 to 1. */
export function waitBeforeRetry(
  method: TransportRequest['method'],
  attempt: number,
  outcome: HttpOutcome,
  random: () => number,
  now: number,
): number | null {
  if (attempt >= MOST_ATTEMPTS[method] || !mayPass(method, outcome)) return null;
  // Full jitter: clients that failed together do not come back together.
  const wait = random() * Math.min(LONGEST_WAIT_MS, FIRST_WINDOW_MS * 2 ** (attempt - 1));
  const asked = outcome.kind === 'answer' ? readRetryAfter(outcome.answer.headers['retry-after'], now) : null;
  if (asked === null) return wait;
  return asked * 1000 <= LONGEST_WAIT_MS ? asked * 1000 + wait : null;
}

function mayPass(method: TransportRequest['method'], outcome: HttpOutcome): boolean {
  switch (outcome.kind) {
    case 'stopped':
      return false;
    case 'network':
      return outcome.error.fault === 'lost' || (method === 'GET' && isPassing(outcome.error.fault));
    default:
      if (method !== 'GET') return false;
      return PASSING_STATUSES.has(outcome.answer.status) || outcome.answer.end === 'lost';
  }
}

const PASSING_FAULTS: ReadonlySet<NetworkFault> = new Set([
  'refused',
  'dns-unavailable',
  'unreachable',
  'proxy-unreachable',
]);

function isPassing(fault: NetworkFault): boolean {
  return PASSING_FAULTS.has(fault);
}

const LONGEST_RETRY_AFTER_S = 24 * 60 * 60;

/** `Retry-After` in seconds from now: a number or an HTTP date (RFC 9110, 10.2.3); null for anything else. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d+)?$/u.test(text)) return Math.min(Math.ceil(Number(text)), LONGEST_RETRY_AFTER_S);
  if (!/^[a-z]{3,9},? /iu.test(text)) return null;
  const date = Date.parse(text);
  if (Number.isNaN(date)) return null;
  return Math.min(Math.max(0, Math.ceil((date - now) / 1000)), LONGEST_RETRY_AFTER_S);
}
