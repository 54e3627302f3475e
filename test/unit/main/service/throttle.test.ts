import { describe, expect, test } from 'vitest';
import { Throttle } from '../../../../main/service/throttle.ts';

interface Server {
  /** Requests a second, and how many at once, that it takes. */
  readonly rate: number;
  readonly burst: number;
  /** What it asks for with a refusal, ms; 0 for nothing. */
  readonly asks: number;
}

const REQUESTS = 1000;
const ANSWER_MS = 20;
const MOST_OUT = 32;

/**
 * Plays so many requests against a server with a hidden token bucket, one ms a step, at most 32 out at once.
 *
 * @returns ms until all were taken, and how many were refused on the way
 */
function play({ rate, burst, asks }: Server): { readonly ms: number; readonly refused: number } {
  const throttle = new Throttle();
  const out: { readonly due: number; readonly isTaken: boolean; readonly number: number }[] = [];
  let [tokens, taken, refused, begun, cutAt] = [burst, 0, 0, 0, -1];
  let limit = 4;
  for (let now = 0; now < 600_000; now += 1) {
    tokens = Math.min(burst, tokens + rate / 1000);
    for (let next = out[0]; next !== undefined && next.due <= now; next = out[0]) {
      out.shift();
      if (next.isTaken) {
        taken += 1;
        throttle.answered();
        limit = Math.min(MOST_OUT, limit + 1);
      } else {
        refused += 1;
        if (next.number > cutAt) {
          throttle.refused(now, asks);
          cutAt = begun - 1;
        }
      }
    }
    if (taken === REQUESTS) return { ms: now, refused };
    while (out.length < limit && taken + out.length < REQUESTS && throttle.waitMs(now) < 1) {
      throttle.begins(now);
      const isTaken = tokens >= 1;
      if (isTaken) tokens -= 1;
      // Answers come a little sooner or later, in the order of the requests.
      out.push({ due: now + ANSWER_MS + (begun % 7), isTaken, number: begun });
      begun += 1;
    }
  }
  throw new Error('it came to no end');
}

/** How long the best fixed rate takes: what the bucket lets through, ms. */
const best = ({ rate, burst }: Server): number => ((REQUESTS - burst) / rate) * 1000;

describe('a service that refuses above a rate it does not tell', () => {
  test.each([
    { rate: 50, burst: 5, asks: 0 },
    { rate: 100, burst: 10, asks: 0 },
    { rate: 50, burst: 5, asks: 1000 },
  ])('is asked nearly as fast as it takes, and refuses few: %j', (server) => {
    const { ms, refused } = play(server);
    expect(ms / best(server)).toBeLessThanOrEqual(1.25);
    expect(refused / (REQUESTS + refused)).toBeLessThanOrEqual(0.02);
  });

  test('that asks for a pause with each refusal is tried for more seldom', () => {
    const asking = play({ rate: 100, burst: 10, asks: 1000 });
    expect(asking.ms / best({ rate: 100, burst: 10, asks: 1000 })).toBeLessThanOrEqual(1.5);
    expect(asking.refused / REQUESTS).toBeLessThanOrEqual(0.03);
  });
});

test('nothing is spaced before the first refusal', () => {
  const throttle = new Throttle();
  for (let index = 0; index < 100; index += 1) throttle.begins(0);
  expect(throttle.waitMs(0)).toBe(0);
});

test('an asked pause is kept', () => {
  const throttle = new Throttle();
  throttle.begins(0);
  throttle.refused(10, 5000);
  expect(throttle.waitMs(10)).toBe(5000);
  expect(throttle.waitMs(5010)).toBe(0);
});

test('after a long calm the rate is free again', () => {
  const throttle = new Throttle();
  throttle.begins(0);
  throttle.refused(10, 0);
  throttle.begins(120_000);
  expect(throttle.waitMs(120_000)).toBeLessThan(1);
});
