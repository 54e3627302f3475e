/** Starts the main process once per test file, because a start takes long. Each test gets a new connection. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { startPractice, type PracticeService, type StartOptions } from '../../practice/practice.ts';
import type { RowQuery } from '../../../preload/contract/boards.ts';
import type { RoomTarget } from '../../../preload/contract/call.ts';
import type { Job } from '../../../preload/contract/jobs.ts';
import { draftFor, startServices, type ServicesOptions, type TestServices } from '../../support/services.ts';

type Draft = Parameters<typeof draftFor>[2];

export type SharedMain = ReturnType<typeof sharedMain>;

export const BY_ID: RowQuery = { find: '', filters: [], order: { by: 'id', descending: false } };

export function sharedMain(around: ServicesOptions = {}) {
  let services: TestServices;
  let connectionId = '';
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
    services = await startServices(undefined, around);
  });
  beforeEach(() => pass(60_000));
  afterEach(async () => {
    if (connectionId !== '') await services.call('connections.remove', { connectionId, keysMayStay: true });
    connectionId = '';
  });
  afterAll(async () => {
    await services.close();
    vi.useRealTimers();
  });

  /** Advances `Date` of the main process by `ms`. Timers keep real time. */
  const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
  const call: TestServices['call'] = (channel, args) => services.call(channel, args);
  const must: TestServices['must'] = (channel, args) => services.must(channel, args);
  const state = () => must('boards.state', { connectionId });
  const job = async (jobId: string): Promise<Job> => {
    const found = (await must('jobs.list', {})).find(({ id }) => id === jobId);
    if (found === undefined) throw new Error('the job is not in the list');
    return found;
  };
  return {
    get services() {
      return services;
    },
    get connectionId() {
      return connectionId;
    },
    call,
    must,
    restart: async () => {
      services = await services.restart();
    },
    pass,
    connect: async (origin: string, key: string, draft?: Draft) => {
      connectionId = (await must('connections.save', draftFor(origin, key, draft))).id;
    },
    list: async () => {
      await must('boards.list', { connectionId });
      // Polls the list's state, because an event does not show which `boards.list` call caused it.
      await vi.waitUntil(async () => (await state()).phase !== 'loading', { timeout: 60_000, interval: 20 });
      return state();
    },
    state,
    rows: async (query: Partial<RowQuery> = {}, fields: readonly string[] = []) => {
      const args = { connectionId, from: 0, count: 1000, query: { ...BY_ID, ...query }, fields };
      return (await must('boards.window', args)).rows;
    },
    job,
    visit: (target: RoomTarget, reason = '') =>
      must('previews.open', { connectionId, target, displayName: 'Ada', reason, minutes: 10 }),
    until: async (jobId: string, accept: (job: Job) => boolean) => {
      await services.event('jobs.changed', (data) => {
        const changed = data['job'] as Job;
        return changed.id === jobId && accept(changed);
      });
      return job(jobId);
    },
  };
}

export function sharedPractice(options: StartOptions): { readonly practice: PracticeService } {
  const shared: { practice: PracticeService } = { practice: undefined as unknown as PracticeService };
  beforeAll(async () => {
    shared.practice = await startPractice(options);
  });
  beforeEach(() => shared.practice.reset());
  afterAll(() => shared.practice.stop());
  return shared;
}

export function pageOf<T>(all: readonly T[], url: string): readonly T[] {
  const { searchParams } = new URL(url, 'http://service');
  const offset = Number(searchParams.get('offset') ?? 0);
  return all.slice(offset, offset + Number(searchParams.get('limit') ?? 50));
}

export const idIn = (url: string): string =>
  decodeURIComponent(new URL(url, 'http://service').pathname.split('/')[3] ?? '');
