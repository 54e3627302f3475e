import { describe, expect, test } from 'vitest';
import { rateOf, Throttle } from '../../../../main/service/throttle.ts';
import { deleteMany, type HiddenRate } from './hidden-rate.ts';

const MANY = 1000;
const SEEDS = [1, 2, 3, 4, 5];

/** Times of what the bucket lets through at best, and percent of requests refused; means over several draws. */
async function play(service: HiddenRate): Promise<{ readonly times: number; readonly refused: number }> {
  const best = ((MANY - service.burst) / service.rate) * 1000;
  let [ms, refused] = [0, 0];
  for (const seed of SEEDS) {
    const run = await deleteMany(service, MANY, seed);
    ms += run.ms;
    refused += (100 * run.refused) / (MANY + run.refused);
  }
  return { times: ms / SEEDS.length / best, refused: refused / SEEDS.length };
}

const AT_ONCE = 200;
/** A bulk delete is held for minutes after the list was read. */
const MINUTES = 300_000;

// Without a requested pause few are refused; with one each refusal costs a second, and two are needed to know the rate.
test.each([
  { most: 1.1, rate: 50, burst: 5, asks: 0, answerMs: 20, readBeforeMs: AT_ONCE },
  { most: 1.1, rate: 100, burst: 10, asks: 0, answerMs: 60, readBeforeMs: MINUTES },
  { most: 1.1, rate: 300, burst: 30, asks: 0, answerMs: 30, readBeforeMs: MINUTES },
  { most: 1.3, rate: 100, burst: 10, asks: 1000, answerMs: 20, readBeforeMs: AT_ONCE },
  { most: 1.55, rate: 200, burst: 20, asks: 1000, answerMs: 20, readBeforeMs: MINUTES },
  { most: 3, rate: 200, burst: 1, asks: 0, answerMs: 20, readBeforeMs: MINUTES },
  { most: 3, rate: 10, burst: 60, asks: 1000, answerMs: 50, readBeforeMs: MINUTES },
])('gets requests nearly at a hidden rate, and few refused: %j', async ({ most, ...service }) => {
  const { times, refused } = await play(service);
  expect(times).toBeLessThanOrEqual(most);
  expect(refused).toBeLessThanOrEqual(most < 3 ? 3 : 5);
});

test('old reads don’t affect the pace', () => {
  const throttle = new Throttle();
  throttle.begins(0);
  throttle.answered(20);
  // A minute later, twenty at once, of which the last is refused.
  for (let index = 0; index < 20; index += 1) throttle.begins(60_000);
  for (let index = 0; index < 19; index += 1) throttle.answered(60_100);
  throttle.refused(60_100, 0);
  throttle.begins(60_400);
  // 19 of a burst, and not 20 in a minute.
  expect(throttle.waitMs(60_400)).toBeLessThan(10);
});

test('spaces nothing before a refusal, keeps its pause, and is free again after a long steady phase', () => {
  const throttle = new Throttle();
  for (let index = 0; index < 100; index += 1) throttle.begins(0);
  expect(throttle.waitMs(0)).toBe(0);
  throttle.refused(10, 5000);
  expect([10, 5010].map((now) => throttle.waitMs(now))).toEqual([5000, 0]);
  throttle.begins(120_000);
  expect(throttle.waitMs(120_000)).toBeLessThan(1);
});

// The rate, told from two refusals.

describe('two refusals', () => {
  const ages = (count: number, apartMs: number): number[] =>
    Array.from({ length: count }, (_, index) => index * apartMs);

  test('with the second at once leave an estimate between what was accepted and what was sent', () => {
    const [first, latest] = [ages(10, 0.5), ages(11, 1)];
    const found = rateOf({ first, latest, between: 11, betweenMs: 111, letOut: 1000, hardlyPaused: false });
    expect(found).toMatchObject({ isKnown: false, perSecond: expect.closeTo(315, 0) as unknown });
  });

  test.each([
    ['after a long run before the second', ages(10, 0.5), ages(500, 9.8), 5000, 102, false, 100, 100],
    ['without a pause between them', ages(3, 5), ages(8, 10), 80, 130, true, 100, 85],
    ['without a burst', [0], [0, 0, 0, ...ages(57, 12)], 1600, 100, false, 100, 80],
    ['with the bucket still refilling', ages(60, 1), ages(12, 1), 1012, 300, false, 11.9, 10.1],
  ] as const)('%s tell the rate', (_what, first, latest, betweenMs, letOut, hardlyPaused, rate, sure) => {
    const found = rateOf({ first, latest, between: latest.length, betweenMs, letOut, hardlyPaused });
    expect(found.isKnown).toBe(true);
    expect(Math.abs(found.perSecond - rate)).toBeLessThan(0.5);
    expect(Math.abs(found.perSecond * found.share - sure)).toBeLessThan(0.5);
  });
});
