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

/** Plays, and holds that it takes no longer and refuses no more than this. */
async function takes(service: HiddenRate, most: Awaited<ReturnType<typeof play>>): Promise<void> {
  const { times, refused } = await play(service);
  expect(times).toBeLessThanOrEqual(most.times);
  expect(refused).toBeLessThanOrEqual(most.refused);
}

const AT_ONCE = 200;
/** A bulk delete is held for minutes after the list was read. */
const MINUTES = 300_000;

describe('a service that refuses above an unknown rate', () => {
  test.each([
    { rate: 50, burst: 5, asks: 0, answerMs: 20, readBeforeMs: AT_ONCE },
    { rate: 100, burst: 10, asks: 0, answerMs: 5, readBeforeMs: MINUTES },
    { rate: 100, burst: 10, asks: 0, answerMs: 20, readBeforeMs: AT_ONCE },
    { rate: 100, burst: 10, asks: 0, answerMs: 20, readBeforeMs: MINUTES },
    { rate: 100, burst: 10, asks: 0, answerMs: 60, readBeforeMs: MINUTES },
    { rate: 300, burst: 30, asks: 0, answerMs: 30, readBeforeMs: MINUTES },
  ])('gets requests nearly at its rate, and refuses few: %j', (service) =>
    takes(service, { times: 1.1, refused: 3 }),
  );

  // Each refusal costs a second, and two are needed to know the rate: of 20 s, 10 s and 5 s.
  test.each([
    { most: 1.25, rate: 50, burst: 5, asks: 1000, answerMs: 20, readBeforeMs: AT_ONCE },
    { most: 1.3, rate: 100, burst: 10, asks: 1000, answerMs: 20, readBeforeMs: AT_ONCE },
    { most: 1.3, rate: 100, burst: 10, asks: 1000, answerMs: 20, readBeforeMs: MINUTES },
    { most: 1.35, rate: 100, burst: 30, asks: 1000, answerMs: 20, readBeforeMs: MINUTES },
    { most: 1.55, rate: 200, burst: 20, asks: 1000, answerMs: 20, readBeforeMs: MINUTES },
  ])('that asks for a pause with each refusal seldom has to: %j', ({ most, ...service }) =>
    takes(service, { times: most, refused: 3 }),
  );

  test.each([
    { rate: 200, burst: 1, asks: 0, answerMs: 20, readBeforeMs: MINUTES },
    { rate: 20, burst: 20, asks: 0, answerMs: 20, readBeforeMs: MINUTES },
    { rate: 400, burst: 400, asks: 1000, answerMs: 20, readBeforeMs: MINUTES },
    { rate: 10, burst: 60, asks: 1000, answerMs: 50, readBeforeMs: MINUTES },
  ])('with no burst, or a very large one, still gets deletes: %j', (service) =>
    takes(service, { times: 3, refused: 5 }),
  );
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

test('nothing is spaced before the first refusal', () => {
  const throttle = new Throttle();
  for (let index = 0; index < 100; index += 1) throttle.begins(0);
  expect(throttle.waitMs(0)).toBe(0);
});

test('a requested pause is kept', () => {
  const throttle = new Throttle();
  throttle.begins(0);
  throttle.refused(10, 5000);
  expect(throttle.waitMs(10)).toBe(5000);
  expect(throttle.waitMs(5010)).toBe(0);
});

test('after a long steady phase the rate is free again', () => {
  const throttle = new Throttle();
  throttle.begins(0);
  throttle.refused(10, 0);
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

  test('with the second at once leave an estimate between what was accepted and what was sent', () => {
    const { perSecond, isKnown } = rateOf(refusals({ rate: 100, burst: 10 }, 1000));
    expect(isKnown).toBe(false);
    expect(perSecond).toBeGreaterThan(50);
    expect(perSecond).toBeLessThan(1000);
  });

  test('without a pause between them consumed all that was refilled', () => {
    const latest = Array.from({ length: 8 }, (_, index) => index * 10);
    const { perSecond, isKnown } = rateOf({
      first: [0, 5, 10],
      latest,
      between: 8,
      betweenMs: 80,
      letOut: 130,
      hardlyPaused: true,
    });
    expect(isKnown).toBe(true);
    expect(perSecond).toBeCloseTo(100, 0);
  });

  test('of a service without a burst show, after a few responses at once, that requests are too fast', () => {
    const latest = [0, 0, 0, ...Array.from({ length: 57 }, (_, index) => (index + 1) * 12)];
    const { perSecond, share, isKnown } = rateOf({
      first: [0],
      latest,
      between: 60,
      betweenMs: 1600,
      letOut: 100,
      hardlyPaused: false,
    });
    expect(isKnown).toBe(true);
    expect(perSecond * share).toBeCloseTo(80, 0);
  });

  test('with far fewer accepted before the second show a bucket still refilling', () => {
    const first = Array.from({ length: 60 }, (_, index) => index);
    const { perSecond, isKnown } = rateOf({
      first,
      latest: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      between: 12,
      betweenMs: 1012,
      letOut: 300,
      hardlyPaused: false,
    });
    expect(isKnown).toBe(true);
    expect(perSecond).toBeCloseTo(11.9, 1);
  });
});
