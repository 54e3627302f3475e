import { expect, test } from 'vitest';
import { readRateLimit } from '../../../../main/service/limiter.ts';

const NOW = Date.UTC(2026, 10, 21, 7, 0, 0);
const EPOCH = NOW / 1000;
const read = (status: number, headers: Readonly<Record<string, string>>, now = NOW) =>
  readRateLimit({ status, headers }, now);
const pause = (headers: Readonly<Record<string, string>>, now = NOW) => read(429, headers, now).pauseMs;

test.each([
  [{ 'retry-after': 'soon' }, true],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${EPOCH + 9}` }, true],
  [{ 'x-ratelimit-remaining': '59', 'x-ratelimit-reset': '30' }, false],
  [{ 'x-ratelimit-reset': '30' }, false],
])('with the headers %j, status 403 counts as a rate limit: %s', (headers, isRefusal) => {
  expect(read(403, headers)).toMatchObject({ isRefusal, ...(!isRefusal && { pauseMs: null }) });
});

test('the rate-limit reset time in a response delays requests only if the status is 429 or 503', () => {
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' };
  expect([404, 429, 503].map((status) => read(status, headers).pauseMs)).toEqual([null, 30_000, 30_000]);
  expect(read(200, headers)).toEqual({ isRefusal: false, pauseMs: null });
});

test.each([
  ['1.2', 1200],
  ['Sat, 21 Nov 2026 07:01:00 GMT', 60_000],
  ['Sat, 21 Nov 2026 06:00:00 GMT', 0],
  ['Sat, 21 Nov 2037 07:00:00 GMT', 86_400_000],
  ['2026-11-21T07:01:00Z', 60_000],
  ['3, 3', 3000],
  ['-5', null],
])('at 07:00 GMT, the header Retry-After: %j means a delay of %s ms (null: no delay)', (header, ms) => {
  expect(pause({ 'retry-after': header })).toBe(ms);
});

test('a Retry-After date is compared with the service’s Date header', () => {
  const headers = { 'retry-after': 'Sat, 21 Nov 2026 07:01:00 GMT', date: 'Sat, 21 Nov 2026 07:00:30 GMT' };
  expect(pause(headers, NOW + 3_600_000)).toBe(30_000);
});

test.each([
  [{ 'x-ratelimit-reset': '7', 'x-ratelimit-remaining': '0' }, 7000],
  [{ 'x-ratelimit-reset': String(EPOCH + 30) }, 30_000],
  [{ 'x-rate-limit-reset': String(NOW + 30_000) }, 30_000],
  [{ 'x-ratelimit-reset': '7', 'x-ratelimit-remaining': '3' }, null],
  [{ 'x-ratelimit-reset': '7', 'retry-after': '2' }, 2000],
  [{ 'ratelimit-reset': '23' }, 23_000],
])('the rate-limit headers %j mean a delay of %s ms (null: none)', (headers, ms) => {
  expect(pause(headers)).toBe(ms);
});
