/** Jobs from end to end: real sockets, real SQLite, the practice service. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Job, JobItem } from '../../../preload/contract/jobs.ts';
import { BY_ID, sharedMain, sharedPractice } from './shared-main.ts';

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
/** Each answer takes a while, so that a job is still under way on a fast machine. */
const slowDown = () => shared.practice.faults.set('deleteBoard', { kind: 'latency', ms: 300 });

/** Reviews these boards and queues their delete. */
async function queue(ids: readonly string[]): Promise<Job> {
  const { reviewId } = await review(ids);
  return main.must('jobs.deleteReviewed', { reviewId, typed: String(ids.length), reason: 'spring clean' });
}

async function begin(ids: readonly string[]): Promise<string> {
  const { id } = await queue(ids);
  await main.must('jobs.startNow', { jobId: id });
  return id;
}

test('boards are held, deleted, and removed from the list on this computer', async () => {
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

test('rows are marked while a job may still delete them, and no other rows are', async () => {
  const marked = async () => (await main.rows()).flatMap(({ id, queued }) => (queued === true ? id : []));
  expect(await marked()).toEqual([]);
  const chosen = boards.slice(20, 60);
  const job = await queue(chosen);
  expect(new Set(await marked())).toEqual(new Set(chosen));
  await shared.practice.faults.set('deleteBoard', { kind: 'status', status: 500 });
  await main.must('jobs.startNow', { jobId: job.id });
  await main.until(job.id, ({ state, counts }) => state === 'paused' && counts.sending === 0);
  const { waiting } = (await main.job(job.id)).counts;
  expect(waiting).toBeGreaterThan(0);
  expect((await review(boards.slice(0, 100))).skipped).toContainEqual({ why: 'queued', boards: waiting });
  expect(await marked()).toHaveLength(waiting);
  await main.must('jobs.stop', { jobId: job.id });
  expect(await marked()).toEqual([]);
});

test('a job stopped half way leaves the rest, and its record is right for each board', async () => {
  await slowDown();
  const jobId = await begin(boards);
  await main.until(jobId, ({ counts }) => counts.done >= 1);
  await main.must('jobs.stop', { jobId });
  await main.until(jobId, ({ state, counts }) => state === 'stopped' && counts.sending === 0);
  const there = new Set(await left());
  expect(there.size).toBeGreaterThan(0);
  const items = await itemsOf(jobId);
  expect(items.map(({ state }) => state)).toEqual(
    items.map(({ targetId }) => (there.has(targetId) ? 'untouched' : 'done')),
  );
});

test('papers and boards are created one by one, and each is listed where it belongs', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `Class ${n + 1}`);
  const asked = { connectionId, names, templateId: null };
  const { id: papersJob } = await main.must('jobs.createPapers', asked);
  const { id: boardsJob } = await main.must('jobs.createBoards', {
    connectionId,
    count: 20,
    label: '',
    tags: [],
  });
  for (const id of [papersJob, boardsJob]) await main.until(id, ({ state }) => state === 'done');
  const made = await itemsOf(papersJob);
  const register = await main.must('papers.list', { connectionId });
  expect(new Map(register.map(({ identifier, name }) => [identifier, name]))).toEqual(
    new Map(made.map(({ targetId, name }) => [targetId, name])),
  );
  expect(made.map(({ name }) => name)).toEqual(names);
  const there = new Set(await left());
  expect(there.size).toBe(BOARDS + 20);
  expect((await itemsOf(boardsJob)).every(({ targetId }) => there.has(targetId))).toBe(true);
  const { counts } = await shared.practice.requests();
  expect(counts).toMatchObject({ createPaper: 20, createBoard: 20 });
  expect(await main.must('unresolved.list', { connectionId })).toEqual([]);
});

test('after a restart a held job waits for a person, and a running one resumes where it was', async () => {
  const held = await queue(boards.slice(0, 10));
  await slowDown();
  const running = await begin(boards.slice(10, 110));
  await main.until(running, ({ counts }) => counts.done >= 10);
  await main.restart();
  await main.connect(shared.practice.origin, shared.practice.apiKey, { id: connectionId });
  const waits = await main.job(running);
  expect(await main.job(held.id)).toMatchObject({ state: 'held', holdUntil: null, pause: 'restart' });
  expect(waits).toMatchObject({ state: 'paused', pause: 'restart' });
  expect(waits.counts.done).toBeGreaterThanOrEqual(10);
  expect(await left()).toHaveLength(BOARDS - waits.counts.done);
  await shared.practice.faults.clear('deleteBoard');
  await main.must('jobs.resume', { jobId: running });
  const done = await main.until(running, ({ state }) => state === 'done');
  expect(done.counts).toMatchObject({ total: 100, done: 100 });
  await main.must('jobs.startNow', { jobId: held.id });
  await main.until(held.id, ({ state }) => state === 'done');
  expect(await deletes()).toBe(110);
  expect(await left()).toHaveLength(BOARDS - 110);
});

test('removing a connection ends its jobs, and sends nothing of them', async () => {
  const job = await queue(boards.slice(0, 5));
  await main.must('connections.remove', { connectionId, keysMayStay: false });
  const ended = { state: 'stopped', failure: { code: 'refused' }, counts: { untouched: 5 } };
  expect(await main.job(job.id)).toMatchObject(ended);
  expect(await deletes()).toBe(0);
});

describe('a service that wants fewer requests', () => {
  const refusing = (seconds: number, times = Infinity) =>
    shared.practice.faults.set('deleteBoard', {
      kind: 'status',
      status: 429,
      headers: { 'Retry-After': String(seconds) },
      after: 20,
      ...(times === Infinity ? {} : { times }),
    });

  async function deleteAll(): Promise<string> {
    const selection = { kind: 'all', query: BY_ID, except: [] } as const;
    const { reviewId } = await main.must('jobs.review', { connectionId, selection });
    const asked = { reviewId, typed: String(BOARDS), reason: '' };
    const { id } = await main.must('jobs.deleteReviewed', asked);
    await main.must('jobs.startNow', { jobId: id });
    return id;
  }

  test('costs time, never a board', async () => {
    await refusing(1, 12);
    const jobId = await deleteAll();
    const job = await main.until(jobId, ({ state }) => state !== 'running' && state !== 'held');
    expect(job).toMatchObject({ state: 'done', failure: null, counts: { total: BOARDS, done: BOARDS } });
    expect(await deletes()).toBe(BOARDS + 12);
    expect(await left()).toEqual([]);
  });

  test('pauses a job for the hour that it asks for, and gets no request meanwhile', async () => {
    await refusing(3600);
    const jobId = await deleteAll();
    const paused = await main.until(jobId, ({ state }) => state === 'paused');
    expect(paused).toMatchObject({
      pause: 'refused',
      failure: { code: 'too-many-requests', retryAfterSeconds: 3600 },
    });
    await expect.poll(async () => (await main.job(jobId)).counts.waiting).toBe(BOARDS - 20);
    // Requests that were in flight at the first refusal, and no other.
    const sent = await deletes();
    expect(sent).toBeLessThanOrEqual(20 + 32);
    await shared.practice.faults.clear();
    main.pass(1800_000);
    const retryAfterSeconds = expect.closeTo(1800, -2) as number;
    const error = { code: 'too-many-requests', retryAfterSeconds };
    expect(await main.call('jobs.resume', { jobId })).toMatchObject({ error });
    expect(await deletes()).toBe(sent);
    expect((await main.job(jobId)).counts.failed).toBe(0);
    main.pass(1900_000);
    await main.must('jobs.resume', { jobId });
    expect((await main.until(jobId, ({ state }) => state === 'done')).counts.done).toBe(BOARDS);
    expect(await left()).toEqual([]);
  });
});
