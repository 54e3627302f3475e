/** Jobs from end to end: real sockets, real SQLite, the practice service. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import type { Job, JobItem } from '../../../preload/contract/jobs.ts';
import { must } from '../../support/must.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

let practice: PracticeService;
let services: TestServices;
let connectionId: string;

beforeEach(async () => {
  practice = await startPractice({ boards: 250 });
  services = await startServices();
  const saved = await services.call('connections.save', draftFor(practice.origin, practice.apiKey));
  connectionId = must(saved).id;
});

afterEach(async () => {
  await services.close();
  await practice.stop();
});

/** The job once it was told to stand like that. */
async function until(jobId: string, accept: (job: Job) => boolean): Promise<Job> {
  await services.event('jobs.changed', (data) => {
    const { job } = data as unknown as { job: Job };
    return job.id === jobId && accept(job);
  });
  return jobNow(jobId);
}

async function jobNow(jobId: string): Promise<Job> {
  const job = must(await services.call('jobs.list', {})).find(({ id }) => id === jobId);
  if (job === undefined) throw new Error('the job is not in the list');
  return job;
}

async function itemsOf(jobId: string): Promise<readonly JobItem[]> {
  return must(await services.call('jobs.items', { jobId, from: 0, count: 1000, state: null })).items;
}

/** Reviews these boards and queues their delete; the hold is as the preferences say. */
async function queued(boardIds: readonly string[]): Promise<Job> {
  const selection = { kind: 'ids', ids: boardIds } as const;
  const { reviewId } = must(await services.call('jobs.review', { connectionId, selection }));
  const typed = String(boardIds.length);
  return must(await services.call('jobs.deleteReviewed', { reviewId, typed, reason: 'spring clean' }));
}

async function listed(): Promise<readonly string[]> {
  must(await services.call('boards.list', { connectionId }));
  await services.event('boards.changed', ({ phase, rows }) => phase === 'done' && rows === 250);
  return (await practice.contents()).boards;
}

const rows = async (): Promise<number> => must(await services.call('boards.state', { connectionId })).rows;

test('200 boards are held, deleted, and removed from the list on this computer', async () => {
  const boardIds = (await listed()).slice(0, 200);
  const job = await queued(boardIds);
  expect(job).toMatchObject({ state: 'held', counts: { total: 200, waiting: 200 }, reason: 'spring clean' });
  expect((await practice.requests()).counts.deleteBoard).toBe(0);
  must(await services.call('jobs.startNow', { jobId: job.id }));
  const done = await until(job.id, ({ state }) => state === 'done');
  expect(done).toMatchObject({ counts: { total: 200, done: 200, waiting: 0 }, secondsLeft: null });
  expect((await practice.contents()).boards).toHaveLength(50);
  expect((await practice.requests()).counts.deleteBoard).toBe(200);
  const items = await itemsOf(job.id);
  expect(items.map(({ index, targetId, state, status }) => ({ index, targetId, state, status }))).toEqual(
    boardIds.map((targetId, index) => ({ index, targetId, state: 'done', status: 200 })),
  );
  await services.event('boards.changed', (state) => state['rows'] === 50);
  expect(await rows()).toBe(50);
});

test('rows are marked while a job may still delete them, and no other rows are', async () => {
  const boards = await listed();
  const marked = async (): Promise<readonly string[]> => {
    const query = { find: '', filters: [], order: { by: 'created', descending: true } } as const;
    const window = must(
      await services.call('boards.window', { connectionId, from: 0, count: 300, query, fields: [] }),
    );
    return window.rows.flatMap(({ id, queued: isQueued }) => (isQueued === true && id !== null ? [id] : []));
  };
  expect(await marked()).toEqual([]);
  const chosen = boards.slice(20, 60);
  const job = await queued(chosen);
  expect(new Set(await marked())).toEqual(new Set(chosen));
  await practice.faults.set('deleteBoard', { kind: 'status', status: 500, times: 1000 });
  must(await services.call('jobs.startNow', { jobId: job.id }));
  await until(job.id, ({ state, counts: { sending } }) => state === 'paused' && sending === 0);
  const { counts } = await jobNow(job.id);
  const selection = { kind: 'ids', ids: boards.slice(0, 100) } as const;
  const review = must(await services.call('jobs.review', { connectionId, selection }));
  expect(review.skipped).toContainEqual({ why: 'queued', boards: counts.waiting });
  expect(await marked()).toHaveLength(counts.waiting);
  expect(counts.waiting).toBeGreaterThan(0);
  must(await services.call('jobs.stop', { jobId: job.id }));
  expect(await marked()).toEqual([]);
});

test('a job stopped half way leaves the rest, and its record is right for each board', async () => {
  const boardIds = await listed();
  const job = await queued(boardIds);
  // Slow enough to be stopped in the middle, on whatever machine.
  await practice.faults.set('deleteBoard', { kind: 'latency', ms: 400 });
  must(await services.call('jobs.startNow', { jobId: job.id }));
  await until(job.id, ({ counts }) => counts.done >= 1);
  must(await services.call('jobs.stop', { jobId: job.id }));
  await until(job.id, ({ state, counts }) => state === 'stopped' && counts.sending === 0);
  const left = new Set((await practice.contents()).boards);
  expect(left.size).toBeGreaterThan(0);
  for (const { targetId, state } of await itemsOf(job.id)) {
    expect([targetId, state]).toEqual([targetId, left.has(targetId) ? 'untouched' : 'done']);
  }
});

test('20 papers and 20 boards are created one by one, and each is listed where it belongs', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `Class ${n + 1}`);
  const papers = must(
    await services.call('jobs.createPapers', { connectionId, names, earlier: null, templateId: null }),
  );
  const boards = must(
    await services.call('jobs.createBoards', { connectionId, count: 20, label: '', tags: [] }),
  );
  await until(papers.id, ({ state }) => state === 'done');
  await until(boards.id, ({ state }) => state === 'done');
  const made = await itemsOf(papers.id);
  const register = must(await services.call('papers.list', { connectionId }));
  expect(new Set(register.map(({ identifier }) => identifier))).toEqual(
    new Set(made.map(({ targetId }) => targetId)),
  );
  expect(made.map(({ name }) => name)).toEqual(names);
  const there = new Set((await practice.contents()).boards);
  expect(there.size).toBe(270);
  expect((await itemsOf(boards.id)).every(({ targetId }) => there.has(targetId))).toBe(true);
  expect((await practice.requests()).counts).toMatchObject({ createPaper: 20, createBoard: 20 });
  expect(must(await services.call('unresolved.list', { connectionId }))).toEqual([]);
});

test('after a restart a held job waits for a person, and a running job resumes where it was', async () => {
  const boardIds = await listed();
  const held = await queued(boardIds.slice(0, 10));
  const ran = await queued(boardIds.slice(10, 210));
  // Slow enough to be under way still, on whatever machine.
  await practice.faults.set('deleteBoard', { kind: 'latency', ms: 400 });
  must(await services.call('jobs.startNow', { jobId: ran.id }));
  await until(ran.id, ({ counts }) => counts.done >= 20);
  services = await services.restart();
  // The key was kept for that run only.
  must(
    await services.call('connections.save', {
      ...draftFor(practice.origin, practice.apiKey),
      id: connectionId,
    }),
  );
  expect(await jobNow(held.id)).toMatchObject({ state: 'held', holdUntil: null, pause: 'restart' });
  const waits = await jobNow(ran.id);
  expect(waits).toMatchObject({ state: 'paused', pause: 'restart' });
  expect(waits.counts.done).toBeGreaterThanOrEqual(20);
  expect((await practice.contents()).boards).toHaveLength(250 - waits.counts.done);
  await practice.faults.clear('deleteBoard');
  must(await services.call('jobs.resume', { jobId: ran.id }));
  expect(await until(ran.id, ({ state }) => state === 'done')).toMatchObject({
    counts: { total: 200, done: 200 },
  });
  must(await services.call('jobs.startNow', { jobId: held.id }));
  await until(held.id, ({ state }) => state === 'done');
  expect((await practice.requests()).counts.deleteBoard).toBe(210);
  expect((await practice.contents()).boards).toHaveLength(40);
});

test('removing a connection ends its jobs, and nothing of them is sent', async () => {
  const job = await queued((await listed()).slice(0, 5));
  must(await services.call('connections.remove', { connectionId, keysMayStay: false }));
  expect(await jobNow(job.id)).toMatchObject({
    state: 'stopped',
    failure: { code: 'refused' },
    counts: { untouched: 5 },
  });
  expect((await practice.requests()).counts.deleteBoard).toBe(0);
});
