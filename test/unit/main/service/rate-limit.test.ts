import { describe, expect, test } from 'vitest';
import { readRateLimit } from '../../../../main/service/limiter.ts';

const NOW = Date.UTC(2026, 10, 21, 7, 0, 0);
const EPOCH = NOW / 1000;
const read = (status: number, headers: Readonly<Record<string, string>>, now = NOW) =>
  readRateLimit({ status, headers }, now);
const pause = (headers: Readonly<Record<string, string>>, now = NOW) => read(429, headers, now).pauseMs;

describe('a 403 response', () => {
  test.each([
    { 'retry-after': '2' },
    { 'retry-after': 'soon' },
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${EPOCH + 9}` },
    { 'x-rate-limit-remaining': '0' },
  ])('counts as a rate limit with the headers %j', (headers) => {
    expect(read(403, headers).isRefusal).toBe(true);
  });

  test.each([
    {},
    { 'x-ratelimit-remaining': '59', 'x-ratelimit-reset': '30' },
    { 'x-ratelimit-reset': '30' },
  ])('does not count as a rate limit with the headers %j', (headers) => {
    expect(read(403, headers)).toEqual({ isRefusal: false, pauseMs: null });
  });
});

test('the reset time of a rate-limit quota causes a pause only if the request was refused', () => {
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' };
  expect([404, 429, 503].map((status) => read(status, headers).pauseMs)).toEqual([null, 30_000, 30_000]);
  expect(read(200, headers)).toEqual({ isRefusal: false, pauseMs: null });
});

test.each([
  ['120', 120_000],
  ['1.2', 1200],
  ['Sat, 21 Nov 2026 07:01:00 GMT', 60_000],
  ['Sat, 21 Nov 2026 06:00:00 GMT', 0],
  ['Sat, 21 Nov 2037 07:00:00 GMT', 86_400_000],
  ['2026-11-21T07:01:00Z', 60_000],
  ['3, 3', 3000],
  ['-5', null],
  ['soon', null],
  ['', null],
])('at 07:00 GMT the header Retry-After: %j asks for a wait of %s ms (null: none)', (header, ms) => {
  expect(pause({ 'retry-after': header })).toBe(ms);
});

test.each([
  ['Sat, 21 Nov 2026 07:00:30 GMT', NOW + 3_600_000, 30_000],
  ['now', NOW, 60_000],
])('a Retry-After date is compared with the service’s Date header: %s', (date, now, ms) => {
  expect(pause({ 'retry-after': 'Sat, 21 Nov 2026 07:01:00 GMT', date }, now)).toBe(ms);
});

test.each([
  [{ 'ratelimit-reset': '7' }, 7000],
  [{ 'x-ratelimit-reset': '7', 'x-ratelimit-remaining': '0' }, 7000],
  [{ 'x-ratelimit-reset': String(EPOCH + 30) }, 30_000],
  [{ 'x-rate-limit-reset': String(NOW + 30_000) }, 30_000],
  [{ 'x-ratelimit-reset': '7', 'x-ratelimit-remaining': '3' }, null],
  [{ 'x-ratelimit-reset': 'soon' }, null],
  [{ 'x-ratelimit-reset': '7', 'retry-after': '2' }, 2000],
])('the headers %j ask for a pause of %s ms', (headers, ms) => {
  expect(pause(headers)).toBe(ms);
});
