import { describe, expect, test } from 'vitest';
import type { HttpOutcome } from '../../../../main/service/http.ts';
import { networkError, type NetworkFault } from '../../../../main/service/network-faults.ts';
import { readRetryAfter, waitBeforeRetry } from '../../../../main/service/retry.ts';

const NOW = Date.UTC(2026, 10, 21, 7, 0, 0);
const network = (fault: NetworkFault): HttpOutcome => ({
  kind: 'network',
  error: networkError(fault, 'X', { sent: true }),
});
const answer = (status: number, headers = {}): HttpOutcome => ({
  kind: 'answer',
  answer: { status, headers, text: '', end: 'whole' },
});
const wait = (method: 'GET' | 'POST' | 'DELETE', attempt: number, outcome: HttpOutcome, random = 0.5) =>
  waitBeforeRetry(method, attempt, outcome, () => random, NOW);

const OUTCOMES: readonly HttpOutcome[] = [
  ...(
    [
      'dns',
      'dns-unavailable',
      'refused',
      'unreachable',
      'connect-timeout',
      'lost',
      'certificate',
      'tls',
      'not-http',
      'aborted',
    ] as const
  ).map(network),
  ...[200, 401, 404, 408, 422, 429, 500, 502, 503, 504].map((status) => answer(status)),
  { kind: 'stopped', stop: 'no-answer' },
  { kind: 'stopped', stop: 'cancelled' },
];

test.each(OUTCOMES)('a POST is never sent again: $kind $error.fault $answer.status', (outcome) => {
  expect(wait('POST', 1, outcome)).toBeNull();
});

test('a DELETE is sent once more after a lost connection, and after nothing else', () => {
  const again = OUTCOMES.filter((outcome) => wait('DELETE', 1, outcome) !== null);
  expect(again).toEqual([network('lost')]);
  expect(wait('DELETE', 2, network('lost'))).toBeNull();
});

test('a GET is sent three times at most', () => {
  expect(wait('GET', 1, network('lost'))).not.toBeNull();
  expect(wait('GET', 2, network('lost'))).not.toBeNull();
  expect(wait('GET', 3, network('lost'))).toBeNull();
});

test('a GET is sent again after what may pass by itself', () => {
  const again = OUTCOMES.filter((outcome) => wait('GET', 1, outcome) !== null);
  expect(again).toEqual([
    network('dns-unavailable'),
    network('refused'),
    network('unreachable'),
    network('lost'),
    answer(429),
    answer(502),
    answer(503),
    answer(504),
  ]);
});

test('a GET whose body was cut off is sent again', () => {
  const cut: HttpOutcome = { kind: 'answer', answer: { status: 200, headers: {}, text: '', end: 'lost' } };
  expect(wait('GET', 1, cut)).not.toBeNull();
});

test('the wait is spread over a window that grows', () => {
  expect([wait('GET', 1, network('lost'), 0), wait('GET', 1, network('lost'), 1)]).toEqual([0, 1000]);
  expect([wait('GET', 2, network('lost'), 0), wait('GET', 2, network('lost'), 1)]).toEqual([0, 2000]);
});

test('a short Retry-After is waited for; a long one is left to the person', () => {
  expect(wait('GET', 1, answer(503, { 'retry-after': '8' }), 0)).toBe(8000);
  expect(wait('GET', 1, answer(429, { 'retry-after': '9' }), 0)).toBeNull();
});

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['120', 120],
    [' 7 ', 7],
    ['1.2', 2],
    ['Sat, 21 Nov 2026 07:01:00 GMT', 60],
    ['Saturday, 21-Nov-26 07:01:00 GMT', 60],
    ['Sat, 21 Nov 2026 06:00:00 GMT', 0],
    ['999999999', 86_400],
    ['Sat, 21 Nov 2037 07:00:00 GMT', 86_400],
    ['-5', null],
    ['soon', null],
    ['2026-11-21', null],
    ['', null],
    [undefined, null],
  ])('%s is %s s', (header, seconds) => {
    expect(readRetryAfter(header, NOW)).toBe(seconds);
  });
});
