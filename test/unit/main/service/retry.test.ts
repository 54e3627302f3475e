import { describe, expect, test } from 'vitest';
import { type HttpOutcome, pauseBeforeRetry } from '../../../../main/service/http.ts';
import { NETWORK_FAULTS, networkError, type NetworkFault } from '../../../../main/service/network-faults.ts';
import { LONGEST_ASKED_MS } from '../../../../main/service/limiter.ts';
import { retryAfterMs, retryAfterSeconds } from '../../../../main/service/retry-after.ts';

const NOW = Date.UTC(2026, 10, 21, 7, 0, 0);
const network = (fault: NetworkFault): HttpOutcome => ({
  kind: 'network',
  error: networkError(fault, 'X', { sent: true }),
});
const answer = (status: number, headers = {}): HttpOutcome => ({
  kind: 'answer',
  answer: { status, headers, bytes: new Uint8Array(0), end: 'whole' },
});
function wait(
  method: 'GET' | 'POST' | 'DELETE',
  attempts: number,
  outcome: HttpOutcome,
  random = 0.5,
  patienceMs = LONGEST_ASKED_MS,
  isOfJob = false,
): number | null {
  const tried = { method, isOfJob, attempts, outcome, patienceMs, now: NOW };
  return pauseBeforeRetry(tried, () => random)?.ms ?? null;
}

const OUTCOMES: readonly HttpOutcome[] = [
  ...NETWORK_FAULTS.map(network),
  ...[200, 401, 404, 408, 422, 429, 500, 502, 503, 504].map((status) => answer(status)),
  { kind: 'stopped', stop: 'no-answer' },
  { kind: 'stopped', stop: 'cancelled' },
];

test.each(OUTCOMES)('a person’s POST is never retried: $kind $error.fault $answer.status', (outcome) => {
  expect(wait('POST', 1, outcome)).toBeNull();
});

describe('a job’s POST', () => {
  const waitInJob = (attempts: number, outcome: HttpOutcome, random = 0.5, patienceMs = LONGEST_ASKED_MS) =>
    wait('POST', attempts, outcome, random, patienceMs, true);

  test('is retried after a 429, which says that nothing happened, and after nothing else', () => {
    expect(OUTCOMES.filter((outcome) => waitInJob(1, outcome) !== null)).toEqual([answer(429)]);
  });

  test('is sent as often, and waits as long, as a read', () => {
    expect([waitInJob(1, answer(429)), waitInJob(2, answer(429)), waitInJob(3, answer(429))]).toEqual([
      750,
      1500,
      null,
    ]);
    expect(waitInJob(1, answer(429, { 'retry-after': '8' }), 0)).toBe(8000);
    expect(waitInJob(1, answer(429, { 'retry-after': '61' }))).toBeNull();
    expect(waitInJob(2, answer(429, { 'retry-after': '40' }), 0, 39_999)).toBeNull();
  });

  test('without a Retry-After waits for at least half of the window', () => {
    expect([waitInJob(1, answer(429), 0), waitInJob(1, answer(429), 1)]).toEqual([500, 1000]);
  });
});

test('a DELETE is retried once after a lost connection, and after nothing else', () => {
  const again = OUTCOMES.filter((outcome) => wait('DELETE', 1, outcome) !== null);
  expect(again).toEqual([network('lost')]);
  expect(wait('DELETE', 2, network('lost'))).toBeNull();
});

test('a GET is sent three times at most', () => {
  expect(wait('GET', 1, network('lost'))).not.toBeNull();
  expect(wait('GET', 2, network('lost'))).not.toBeNull();
  expect(wait('GET', 3, network('lost'))).toBeNull();
});

test('a GET is retried after faults that may pass', () => {
  const again = OUTCOMES.filter((outcome) => wait('GET', 1, outcome) !== null);
  expect(again).toEqual([
    network('dns-unavailable'),
    network('refused'),
    network('unreachable'),
    network('lost'),
    network('proxy-unreachable'),
    answer(429),
    answer(502),
    answer(503),
    answer(504),
  ]);
});

test('a GET whose body was cut off is retried', () => {
  const cut: HttpOutcome = {
    kind: 'answer',
    answer: { status: 200, headers: {}, bytes: new Uint8Array(0), end: 'lost' },
  };
  expect(wait('GET', 1, cut)).not.toBeNull();
});

test('the delay is random within a growing window', () => {
  expect([wait('GET', 1, network('lost'), 0), wait('GET', 1, network('lost'), 1)]).toEqual([0, 1000]);
  expect([wait('GET', 2, network('lost'), 0), wait('GET', 2, network('lost'), 1)]).toEqual([0, 2000]);
});

test('Retry-After is waited for, never less and at most a tenth longer', () => {
  const asked = answer(503, { 'retry-after': '8' });
  expect([wait('GET', 1, asked, 0), wait('GET', 1, asked, 1)]).toEqual([8000, 8800]);
});

test('a Retry-After beyond a minute is left to the person', () => {
  expect(wait('GET', 1, answer(429, { 'retry-after': '60' }), 1)).toBe(60_000);
  expect(wait('GET', 1, answer(429, { 'retry-after': '61' }), 0)).toBeNull();
});

test('the minute covers all waits of a call', () => {
  const asked = answer(429, { 'retry-after': '40' });
  expect(wait('GET', 2, asked, 0, 40_000)).toBe(40_000);
  expect(wait('GET', 2, asked, 0, 39_999)).toBeNull();
});

test('a Retry-After that is unreadable or 0 leaves the usual delay', () => {
  for (const header of ['soon', '-5', '', '0']) {
    expect(wait('GET', 1, answer(429, { 'retry-after': header }), 1)).toBe(1000);
  }
});

test('without the header there is no wait', () => {
  expect(retryAfterMs({}, NOW)).toBeNull();
  expect(retryAfterSeconds({}, NOW)).toBeNull();
});

test('seconds are rounded up, so that nobody retries too early', () => {
  expect(retryAfterSeconds({ 'retry-after': '1.2' }, NOW)).toBe(2);
});

test.each([
  ['120', 120_000],
  ['1.2', 1200],
  ['Sat, 21 Nov 2026 07:01:00 GMT', 60_000],
  ['Sat Nov 21 07:01:00 2026', 60_000],
  ['Sat, 21 Nov 2026 06:00:00 GMT', 0],
  ['Sat, 21 Nov 2037 07:00:00 GMT', 86_400_000],
  ['-5', null],
  ['soon', null],
  ['', null],
])('%j is %s ms', (header, ms) => {
  expect(retryAfterMs({ 'retry-after': header }, NOW)).toBe(ms);
});

describe('a date', () => {
  const inAMinute = 'Sat, 21 Nov 2026 07:01:00 GMT';

  test('is read by the service’s clock when this computer’s is an hour off', () => {
    const headers = { 'retry-after': inAMinute, date: 'Sat, 21 Nov 2026 07:00:30 GMT' };
    expect(retryAfterMs(headers, NOW + 3_600_000)).toBe(30_000);
  });

  test('is read by this computer’s clock when the service’s can’t be read', () => {
    expect(retryAfterMs({ 'retry-after': inAMinute, date: 'now' }, NOW)).toBe(60_000);
  });
});
