import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rateOf, Throttle, type Refusals } from '../../../../main/service/throttle.ts';
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

interface Bucket {
  readonly rate: number;
  readonly burst: number;
}

/** Ages of what a full bucket takes that is asked so often, until it refuses; newest first. */
function takenBy(
  { rate, burst }: Bucket,
  askedPerSecond: number,
): { readonly ages: number[]; readonly ms: number } {
  const times: number[] = [];
  const stepMs = 1000 / askedPerSecond;
  let tokens = burst;
  for (let now = 0; ; now += stepMs) {
    if (tokens < 1) return { ages: times.map((at) => now - at).toReversed(), ms: now };
    times.push(now);
    tokens = Math.min(burst, tokens - 1 + (rate * stepMs) / 1000);
  }
}

/** A burst at once, a pause in which the bucket fills, and then requests at this rate until the next refusal. */
function refusals(bucket: Bucket, askedPerSecond: number): Refusals {
  const first = takenBy(bucket, 2000).ages;
  const { ages, ms } = takenBy(bucket, askedPerSecond);
  const pauseMs = (1000 * bucket.burst) / bucket.rate;
  const betweenMs = pauseMs + ms;
  return {
    first,
    latest: ages,
    between: ages.length,
    betweenMs,
    letOut: askedPerSecond,
    hardlyPaused: false,
  };
}

describe('two refusals', () => {
  test('reveal the rate and burst of any bucket that was exceeded slightly', () => {
    const anyBucket = fc.record({
      rate: fc.integer({ min: 20, max: 400 }),
      burst: fc.integer({ min: 5, max: 60 }),
    });
    const anyExcess = fc.integer({ min: 110, max: 160 });
    fc.assert(
      fc.property(anyBucket, anyExcess, (bucket, excess) => {
        const found = rateOf(refusals(bucket, (bucket.rate * excess) / 100));
        fc.pre(found.isKnown && found.burst > 0);
        expect(found.perSecond).toBeGreaterThan(bucket.rate * 0.85);
        expect(found.perSecond * found.share).toBeLessThan(bucket.rate * 1.05);
        expect(Math.abs(found.burst - bucket.burst)).toBeLessThan(0.25 * bucket.burst + 3);
      }),
    );
  });

  test('are exact after a long run before the second', () => {
    const { perSecond, share, isKnown } = rateOf(refusals({ rate: 100, burst: 10 }, 102));
    expect(isKnown).toBe(true);
    expect(perSecond).toBeGreaterThan(99);
    expect(perSecond).toBeLessThan(101);
    expect(share).toBeGreaterThan(0.99);
  });

  const ages = (count: number, apartMs: number): number[] =>
    Array.from({ length: count }, (_, index) => index * apartMs);

  test('with the second at once leave an estimate between what was accepted and what was sent', () => {
    const { perSecond, isKnown } = rateOf(refusals({ rate: 100, burst: 10 }, 1000));
    expect(isKnown).toBe(false);
    expect(perSecond).toBeGreaterThan(50);
    expect(perSecond).toBeLessThan(1000);
  });

  test.each([
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
