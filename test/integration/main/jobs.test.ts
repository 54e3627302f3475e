import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../../main/practice/practice.ts';
import type { Job, JobState } from '../../../preload/contract/domain.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import { draftFor, startHouse, type TestHouse } from '../../support/house.ts';

let practice: PracticeService;
let house: TestHouse;
let connectionId: string;

beforeEach(async () => {
  practice = await startPractice({ boards: 250 });
  house = await startHouse();
  const saved = await house.call('connections.save', draftFor(practice.origin, practice.apiKey));
  if (!saved.ok) throw new Error(saved.error.message);
  connectionId = saved.value.id;
});

afterEach(async () => {
  await house.close();
  await practice.stop();
});

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

async function until(jobId: string, state: JobState): Promise<Job> {
  await house.event('jobs.changed', (data) => {
    const { job } = data as unknown as { job: Job };
    return job.id === jobId && job.state === state;
  });
  const job = must(await house.call('jobs.list', {})).find(({ id }) => id === jobId);
  if (job === undefined) throw new Error('the job is not in the list');
  return job;
}

test('a board is held, begun, deleted, and leaves the list', async () => {
  const [boardId] = (await practice.contents()).boards;
  if (boardId === undefined) throw new Error('no board');
  const job = must(
    await house.call('jobs.deleteOne', { connectionId, target: { kind: 'board', id: boardId } }),
  );
  expect(job).toMatchObject({ state: 'held', about: boardId, counts: { total: 1, waiting: 1 } });
  expect((await practice.hits()).counts.deleteBoard).toBe(0);
  must(await house.call('jobs.startNow', { jobId: job.id }));
  expect(await until(job.id, 'done')).toMatchObject({ counts: { total: 1, done: 1 } });
  expect((await practice.contents()).boards).not.toContain(boardId);
  const items = must(await house.call('jobs.items', { jobId: job.id, from: 0, count: 10, state: null }));
  expect(items).toMatchObject({ matching: 1, items: [{ targetId: boardId, state: 'done', status: 200 }] });
});
