import { expect, test } from 'vitest';
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

test.each([
  { most: 1.5, rate: 100, burst: 10, asks: 0, answerMs: 20, readBeforeMs: AT_ONCE },
  { most: 1.5, rate: 100, burst: 10, asks: 1000, answerMs: 20, readBeforeMs: MINUTES },
  { most: 2, rate: 300, burst: 30, asks: 0, answerMs: 30, readBeforeMs: MINUTES },
  { most: 2, rate: 200, burst: 1, asks: 0, answerMs: 20, readBeforeMs: MINUTES },
  { most: 2, rate: 10, burst: 60, asks: 1000, answerMs: 50, readBeforeMs: MINUTES },
])('gets requests nearly at a hidden rate, and few refused: %j', async ({ most, ...service }) => {
  const { times, refused } = await play(service);
  expect(times).toBeLessThanOrEqual(most);
  expect(refused).toBeLessThanOrEqual(6);
});
