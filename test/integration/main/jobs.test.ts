import { beforeEach, expect, test } from 'vitest';
import type { Job, JobItem } from '../../../preload/contract/jobs.ts';
import { sharedMain, sharedPractice } from './shared-main.ts';

const BOARDS = 120;
const shared = sharedPractice({ boards: BOARDS });
const main = sharedMain();
let connectionId: string;
let boards: readonly string[];

beforeEach(async () => {
  await main.connect(shared.practice.origin, shared.practice.apiKey);
  ({ connectionId } = main);
  await main.list();
  ({ boards } = await shared.practice.contents());
});

const itemsOf = async (jobId: string): Promise<readonly JobItem[]> =>
  (await main.must('jobs.items', { jobId, from: 0, count: 1000, state: null })).items;
const left = async () => (await shared.practice.contents()).boards;
const deletes = async () => (await shared.practice.requests()).counts.deleteBoard;
const review = (ids: readonly string[]) =>
  main.must('jobs.review', { connectionId, selection: { kind: 'ids', ids } });

async function queue(ids: readonly string[]): Promise<Job> {
  const { reviewId } = await review(ids);
  return main.must('jobs.deleteReviewed', { reviewId, typed: String(ids.length), reason: 'spring clean' });
}

test('a delete job deletes its boards and removes them from the stored list', async () => {
  const chosen = boards.slice(0, 100);
  const job = await queue(chosen);
  expect(job).toMatchObject({ state: 'held', counts: { total: 100, waiting: 100 }, reason: 'spring clean' });
  expect(await deletes()).toBe(0);
  await main.must('jobs.startNow', { jobId: job.id });
  const done = await main.until(job.id, ({ state }) => state === 'done');
  expect(done).toMatchObject({ counts: { total: 100, done: 100, waiting: 0 }, secondsLeft: null });
  expect(await left()).toHaveLength(BOARDS - 100);
  expect(await deletes()).toBe(100);
  const items = (await itemsOf(job.id)).map(({ index, targetId, state }) => ({ index, targetId, state }));
  expect(items).toEqual(chosen.map((targetId, index) => ({ index, targetId, state: 'done' })));
  await expect.poll(async () => (await main.state()).rows).toBe(BOARDS - 100);
});

test('the jobs of a removed connection are stopped before they send a request', async () => {
  const job = await queue(boards.slice(0, 5));
  await main.must('connections.remove', { connectionId, keysMayStay: false });
  const ended = { state: 'stopped', failure: { code: 'refused' }, counts: { untouched: 5 } };
  expect(await main.job(job.id)).toMatchObject(ended);
  expect(await deletes()).toBe(0);
});
