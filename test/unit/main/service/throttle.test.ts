import { describe, expect, test } from 'vitest';
import { Throttle } from '../../../../main/service/throttle.ts';
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
