import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../service/clock.ts';
import { CONNECTION, jobsUnderTest, must, type JobsUnderTest } from './jobs-under-test.ts';

const BOARDS = Array.from({ length: 20 }, (_, n) => `b${n}`);
const BOARD = { kind: 'board', id: 'b0' } as const;

let house: JobsUnderTest;
beforeEach(async () => {
  house = await jobsUnderTest(BOARDS);
});

async function deleteAll(count = BOARDS.length): Promise<string> {
  const boardIds = BOARDS.slice(0, count);
  const { id } = must(await house.jobs().deleteReviewed({ connectionId: CONNECTION, boardIds, reason: '' }));
  return id;
}

async function answerAll(): Promise<void> {
  for (;;) {
    await settle();
    if (!house.service.answer('done')) return;
  }
}

describe('a hold', () => {
  test('lasts ten seconds for one board, and then it is deleted', async () => {
    const job = must(await house.jobs().deleteOne(CONNECTION, BOARD));
    expect(job).toMatchObject({ state: 'held', holdUntil: 10_000, about: 'b0' });
    await house.clock.advance(9999);
    expect(house.service.requests).toEqual([]);
    await house.clock.advance(1);
    house.service.answer('done');
    await settle();
    expect(await house.job(job.id)).toMatchObject({ state: 'done', counts: { total: 1, done: 1 } });
    expect(house.service.boards.has('b0')).toBe(false);
  });

  test('lasts five minutes for many', async () => {
    const id = await deleteAll();
    expect(await house.job(id)).toMatchObject({ state: 'held', holdUntil: 300_000, about: '' });
  });

  test('sends nothing once it is cancelled', async () => {
    const id = await deleteAll();
    must(await house.jobs().cancel(id));
    await house.clock.advance(400_000);
    expect(house.service.requests).toEqual([]);
    expect(await house.job(id)).toMatchObject({ state: 'cancelled', counts: { total: 20, untouched: 20 } });
    expect(house.items(id).every(({ state }) => state === 'untouched')).toBe(true);
  });
});

test('a job runs to its end with all its places', async () => {
  const id = await deleteAll();
  must(await house.jobs().startNow(id));
  await answerAll();
  expect(await house.job(id)).toMatchObject({ state: 'done', counts: { total: 20, done: 20 } });
  expect(house.service.boards.size).toBe(0);
});
