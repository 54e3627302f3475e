import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rateOf, type Refusals } from '../../../../main/service/token-bucket.ts';

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
