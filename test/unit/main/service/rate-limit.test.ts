import { expect, test } from 'vitest';
import { readRateLimit } from '../../../../main/service/limiter.ts';

const NOW = Date.UTC(2026, 10, 21, 7, 0, 0);
const EPOCH = NOW / 1000;
const read = (status: number, headers: Readonly<Record<string, string>>, body = '', now = NOW) =>
  readRateLimit({ status, headers, bytes: Buffer.from(body) }, now);
const pause = (headers: Readonly<Record<string, string>>, body = '', now = NOW) =>
  read(429, headers, body, now).pauseMs;

test.each([
  [{ 'retry-after': 'soon' }, '', true],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${EPOCH + 9}` }, '', true],
  [{}, '{"error":{"retry_after":3}}', true],
  [{ 'x-ratelimit-remaining': '59', 'x-ratelimit-reset': '30' }, '{"message":"retry after payment"}', false],
  [{ 'x-ratelimit-reset': '30' }, '{"retry_after":null}', false],
])('a 403 with the headers %j and the body “%s” counts as a rate limit: %s', (headers, body, isRefusal) => {
  expect(read(403, headers, body)).toMatchObject({ isRefusal, ...(!isRefusal && { pauseMs: null }) });
});

test('a response’s rate-limit reset time delays requests only if its status is 429 or 503', () => {
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' };
  expect([404, 429, 503].map((status) => read(status, headers).pauseMs)).toEqual([null, 30_000, 30_000]);
  expect(read(200, headers, '{"retry_after":1}')).toEqual({ isRefusal: false, pauseMs: null });
});

test.each([
  ['1.2', 1200],
  ['Sat, 21 Nov 2026 07:01:00 GMT', 60_000],
  ['Sat, 21 Nov 2026 06:00:00 GMT', 0],
  ['Sat, 21 Nov 2037 07:00:00 GMT', 86_400_000],
  ['2026-11-21T07:01:00Z', 60_000],
  ['3, 3', 3000],
  ['-5', null],
])('at 07:00 GMT the header Retry-After: %j means a delay of %s ms (null: none)', (header, ms) => {
  expect(pause({ 'retry-after': header })).toBe(ms);
});

test('a Retry-After date is compared with the service’s Date header', () => {
  const headers = { 'retry-after': 'Sat, 21 Nov 2026 07:01:00 GMT', date: 'Sat, 21 Nov 2026 07:00:30 GMT' };
  expect(pause(headers, '', NOW + 3_600_000)).toBe(30_000);
});

test.each([
  [{ 'x-ratelimit-reset': '7', 'x-ratelimit-remaining': '0' }, 7000],
  [{ 'x-ratelimit-reset': String(EPOCH + 30) }, 30_000],
  [{ 'x-rate-limit-reset': String(NOW + 30_000) }, 30_000],
  [{ 'x-ratelimit-reset-ms': '1500', 'x-ratelimit-remaining': '0' }, 1500],
  [{ 'x-ratelimit-reset': '7', 'retry-after': '2' }, 2000],
  [{ ratelimit: 'limit=100, remaining=0, reset=7' }, 7000],
  [{ ratelimit: '"burst";r=0;t=7, "day";r=40;t=3600' }, 7000],
  [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1m30s' }, 90_000],
  [
    { 'x-ratelimit-remaining-minute': '0', 'x-ratelimit-remaining-hour': '9', 'ratelimit-reset': '23' },
    23_000,
  ],
  [{ 'retry-after-ms': '250' }, 250],
])('the headers %j mean a delay of %s ms', (headers, ms) => {
  expect(pause(headers)).toBe(ms);
});

test.each([
  ['{"ok":false,"parameters":{"retry_after":7}}', 7000],
  ['{"error":{"details":[{"retryDelay":"5s"}]}}', 5000],
  ['{"retryAfterMs":250}', 250],
  ['retry_after: 5', null],
])('the body %s means a delay of %s ms', (body, ms) => {
  expect(pause({}, body)).toBe(ms);
});
