/** A service that wants fewer requests: its refusals cost time, never a board, and an asked wait is a person's to see. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import type { JobItemState } from '../../../preload/contract/jobs.ts';
import { atRest } from '../../support/delete-now.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

const BOARDS = 80;

let practice: PracticeService;
let services: TestServices;
let connectionId: string;

beforeEach(async () => {
  practice = await startPractice({ boards: BOARDS });
});

async function begin(): Promise<void> {
  services = await startServices();
  connectionId = (await services.must('connections.save', draftFor(practice.origin, practice.apiKey))).id;
  await services.must('boards.list', { connectionId });
  await services.event('boards.changed', ({ phase }) => phase === 'done');
}

afterEach(async () => {
  vi.useRealTimers();
  await services.close();
  await practice.stop();
});

/** Begins the delete of every board. */
async function deleteAll(): Promise<string> {
  const query = { find: '', filters: [], order: { by: 'id', descending: false } } as const;
  const selection = { kind: 'all', query, except: [] } as const;
  const { reviewId } = await services.must('jobs.review', { connectionId, selection });
  const { id } = await services.must('jobs.deleteReviewed', { reviewId, typed: String(BOARDS), reason: '' });
  await services.must('jobs.startNow', { jobId: id });
  return id;
}

async function count(jobId: string, state: JobItemState | null): Promise<number> {
  return (await services.must('jobs.items', { jobId, from: 0, count: 1, state })).matching;
}

const deletes = async (): Promise<number> => (await practice.requests()).counts.deleteBoard;

test('items that a service refuses for a second during a job wait and are deleted later', async () => {
  await begin();
  const headers = { 'Retry-After': '1' };
  await practice.faults.set('deleteBoard', { kind: 'status', status: 429, headers, after: 20, times: 12 });
  const jobId = await deleteAll();
  const job = await atRest(services, jobId);
  expect(job).toMatchObject({ state: 'done', failure: null, counts: { total: BOARDS, done: BOARDS } });
  expect(await deletes()).toBe(BOARDS + 12);
  expect((await practice.contents()).boards).toEqual([]);
}, 60_000);

test('a job that is refused again and again waits for a person, having sent a POST as often as a read', async () => {
  await begin();
  await practice.faults.set('createBoard', { kind: 'status', status: 429 });
  const { id } = await services.must('jobs.createBoards', { connectionId, count: 4, label: '', tags: [] });
  expect(await atRest(services, id)).toMatchObject({
    state: 'paused',
    pause: 'refused',
  });
  expect((await practice.requests()).counts.createBoard).toBe(3);
});

test('a Retry-After of an hour pauses the job, which says how long, and sends nothing until then', async () => {
  // The clock alone, which goes on as sockets and timers do: at a clock that stands, nothing is ever spaced enough.
  const start = Date.UTC(2026, 10, 21);
  vi.useFakeTimers({ toFake: ['Date'], now: start, shouldAdvanceTime: true });
  await begin();
  const headers = { 'Retry-After': '3600' };
  await practice.faults.set('deleteBoard', { kind: 'status', status: 429, headers, after: 20 });
  const jobId = await deleteAll();
  const job = await atRest(services, jobId);
  expect(job).toMatchObject({
    state: 'paused',
    pause: 'refused',
    failure: { code: 'too-many-requests', retryAfterSeconds: 3600 },
  });
  await expect.poll(() => count(jobId, 'waiting')).toBe(BOARDS - 20);
  // Those that were on their way together, and no other.
  const sent = await deletes();
  expect(sent).toBeLessThanOrEqual(20 + 32);

  await practice.faults.clear();
  vi.setSystemTime(start + 1800_000);
  const early = await services.call('jobs.resume', { jobId });
  expect(early).toMatchObject({
    ok: false,
    error: { code: 'too-many-requests', retryAfterSeconds: expect.closeTo(1800, -2) as number },
  });
  expect(await deletes()).toBe(sent);
  expect(await count(jobId, 'failed')).toBe(0);

  vi.setSystemTime(start + 3_700_000);
  await services.must('jobs.resume', { jobId });
  await vi.waitUntil(async () => (await services.must('jobs.list', {}))[0]?.state !== 'running', {
    timeout: 40_000,
    interval: 500,
  });
  expect(await services.must('jobs.list', {})).toMatchObject([{ state: 'done', counts: { done: BOARDS } }]);
  expect((await practice.contents()).boards).toEqual([]);
}, 60_000);
