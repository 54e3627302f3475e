import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startPractice, type PracticeService } from '../../../main/practice/practice.ts';
import type { Job } from '../../../preload/contract/domain.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import { draftFor, startHouse, type TestHouse } from '../../support/house.ts';

const NAME = 'Acme boards';

let practice: PracticeService;
let house: TestHouse;
let now: number;

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21);
  // The clock alone: sockets and timers go on as they do.
  vi.useFakeTimers({ toFake: ['Date'], now });
  practice = await startPractice({ boards: 3 });
  house = await startHouse();
});

afterEach(async () => {
  vi.useRealTimers();
  await house.close();
  await practice.stop();
});

function pass(minutes: number): void {
  now += minutes * 60_000;
  vi.setSystemTime(now);
}

const codeOf = (reply: Result<unknown>): string => (reply.ok ? 'ok' : reply.error.code);

/** How many requests that change something were sent, a moment later. */
async function sent(): Promise<number> {
  await new Promise((resolve) => void setTimeout(resolve, 250));
  const { log } = await practice.hits();
  return log.filter(({ method }) => method !== 'GET').length;
}

describe('on a connection that is read-only again, nothing is sent for a job that was made before', () => {
  async function heldJob(): Promise<{ readonly connectionId: string; readonly jobId: string }> {
    const draft = draftFor(practice.origin, practice.apiKey, { name: NAME, readOnly: true });
    const saved = await house.call('connections.save', draft);
    if (!saved.ok) throw new Error(saved.error.message);
    const { id: connectionId } = saved.value;
    await house.call('connections.unlockChanges', { connectionId, typedName: NAME });
    const [id = ''] = (await practice.contents()).boards;
    const job = await house.call('jobs.deleteOne', { connectionId, target: { kind: 'board', id } });
    if (!job.ok) throw new Error(job.error.message);
    return { connectionId, jobId: job.value.id };
  }
  const standsLike = (jobId: string, state: Job['state']): Promise<void> =>
    vi.waitFor(async () => {
      const list = await house.call('jobs.list', {});
      expect(list.ok && list.value.find(({ id }) => id === jobId)?.state).toBe(state);
    });

  test('when a person begins it', async () => {
    const { jobId } = await heldJob();
    pass(10);
    expect(codeOf(await house.call('jobs.startNow', { jobId }))).toBe('read-only');
    expect(await sent()).toBe(0);
  });

  test('when it is resumed', async () => {
    const { jobId } = await heldJob();
    await practice.faults.set('deleteBoard', { kind: 'status', status: 401 });
    await house.call('jobs.startNow', { jobId });
    await standsLike(jobId, 'paused');
    await practice.clearHits();
    pass(10);
    expect(codeOf(await house.call('jobs.resume', { jobId }))).toBe('read-only');
    expect(await sent()).toBe(0);
  });

  test('when its failed items are to run again', async () => {
    const { jobId } = await heldJob();
    await practice.faults.set('deleteBoard', { kind: 'status', status: 422 });
    await house.call('jobs.startNow', { jobId });
    await standsLike(jobId, 'done');
    await practice.clearHits();
    pass(10);
    expect(codeOf(await house.call('jobs.retryFailed', { jobId }))).toBe('read-only');
    expect(await sent()).toBe(0);
  });

  test('when its review was made before', async () => {
    const { connectionId } = await heldJob();
    const ids = (await practice.contents()).boards.slice(1);
    await house.call('boards.list', { connectionId });
    await house.event('boards.changed', ({ phase }) => phase === 'done');
    const selection = { kind: 'ids', ids } as const;
    const review = await house.call('jobs.review', { connectionId, selection });
    if (!review.ok) throw new Error(review.error.message);
    pass(10);
    const { reviewId } = review.value;
    const asked = await house.call('jobs.deleteReviewed', { reviewId, typed: NAME, reason: '' });
    expect(codeOf(asked)).toBe('read-only');
    expect(await sent()).toBe(0);
  });
});
