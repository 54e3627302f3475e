import { expect, test } from 'vitest';
import { type HttpOutcome, pauseBeforeRetry } from '../../../../main/service/http.ts';
import {
  NETWORK_FAULTS,
  networkError,
  type NetworkFault,
} from '../../../../main/service/network-failures.ts';

const NOW = Date.UTC(2026, 10, 21, 7, 0, 0);
const network = (fault: NetworkFault): HttpOutcome => ({
  kind: 'network',
  error: networkError(fault, 'X', { sent: true }),
});
const answer = (status: number, headers = {}, end: 'whole' | 'lost' = 'whole'): HttpOutcome => ({
  kind: 'answer',
  answer: { status, headers, bytes: new Uint8Array(0), end },
});
const INCOMPLETE = answer(200, {}, 'lost');
function wait(
  method: 'GET' | 'POST' | 'DELETE',
  attempts: number,
  outcome: HttpOutcome,
  random = 0.5,
): number | null {
  return pauseBeforeRetry({ method, attempts, outcome, now: NOW }, () => random);
}

const OUTCOMES: readonly HttpOutcome[] = [
  ...NETWORK_FAULTS.map(network),
  ...[200, 401, 404, 408, 422, 429, 500, 502, 503, 504].map((status) => answer(status)),
  INCOMPLETE,
  { kind: 'stopped', stop: 'no-answer' },
  { kind: 'stopped', stop: 'cancelled' },
];

test('a POST request is never retried', () => {
  expect(OUTCOMES.filter((outcome) => wait('POST', 1, outcome) !== null)).toEqual([]);
});

test('a DELETE request is retried only once, and only after a lost connection', () => {
  const again = OUTCOMES.filter((outcome) => wait('DELETE', 1, outcome) !== null);
  expect(again).toEqual([network('lost')]);
  expect(wait('DELETE', 2, network('lost'))).toBeNull();
});

test('a GET request is retried after network faults, incomplete bodies, and status 429, 502, 503 or 504', () => {
  const again = OUTCOMES.filter((outcome) => wait('GET', 1, outcome) !== null);
  const faults = ['dns-unavailable', 'refused', 'unreachable', 'lost', 'proxy-unreachable'] as const;
  const statuses = [429, 502, 503, 504].map((status) => answer(status));
  expect(again).toEqual([...faults.map(network), ...statuses, INCOMPLETE]);
});

test('the delay before a retry is a random time in a range that grows with each attempt', () => {
  expect([wait('GET', 1, network('lost'), 0), wait('GET', 1, network('lost'), 1)]).toEqual([500, 1000]);
  expect(wait('GET', 2, network('lost'), 1)).toBe(2000);
});
