/** One main for all tests of a file, because its start takes longer than most tests. Each test has its own connection. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { startPractice, type PracticeService, type StartOptions } from '../../practice/practice.ts';
import type { RowQuery, BoardRow, BoardsState } from '../../../preload/contract/boards.ts';
import type { Job } from '../../../preload/contract/jobs.ts';
import { draftFor, startServices, type ServicesOptions, type TestServices } from '../../support/services.ts';

type Draft = Parameters<typeof draftFor>[2];

export interface SharedMain extends Pick<TestServices, 'call' | 'must' | 'event'> {
  /** The main that runs now. */
  readonly services: TestServices;
  /** The connection of this test. */
  readonly connectionId: string;
  /** Starts main again over the same folder. */
  readonly restart: () => Promise<void>;
  /** Moves the clock of main, and of the limits of calls. Timers keep their real time. */
  readonly pass: (ms: number) => void;
  /** Makes a connection to a service the connection of this test. */
  readonly connect: (origin: string, key: string, draft?: Draft) => Promise<void>;
  /** Lists the boards, and returns the state when the listing has ended. */
  readonly list: () => Promise<BoardsState>;
  readonly state: () => Promise<BoardsState>;
  readonly rows: (query?: Partial<RowQuery>, fields?: readonly string[]) => Promise<readonly BoardRow[]>;
  readonly job: (jobId: string) => Promise<Job>;
  /** Waits until a job is in a state. */
  readonly until: (jobId: string, accept: (job: Job) => boolean) => Promise<Job>;
}

export const BY_ID: RowQuery = { find: '', filters: [], order: { by: 'id', descending: false } };

/** Starts main before the tests of a file, and ends it after them. */
export function sharedMain(around: ServicesOptions = {}): SharedMain {
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

  const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
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
    call: (channel, args) => services.call(channel, args),
    must,
    event: (name, accept) => services.event(name, accept),
    restart: async () => {
      services = await services.restart();
    },
    pass,
    connect: async (origin, key, draft) => {
      connectionId = (await must('connections.save', draftFor(origin, key, draft))).id;
    },
    list: async () => {
      await must('boards.list', { connectionId });
      // Each look a moment later: a listing tells when it ends, but earlier ones have told the same.
      await vi.waitUntil(async () => (await state()).phase !== 'loading', { timeout: 60_000, interval: 20 });
      return state();
    },
    state,
    rows: async (query = {}, fields = []) => {
      const asked = { connectionId, from: 0, count: 1000, query: { ...BY_ID, ...query }, fields };
      return (await must('boards.window', asked)).rows;
    },
    job,
    until: async (jobId, accept) => {
      await services.event('jobs.changed', (data) => {
        const told = data['job'] as Job;
        return told.id === jobId && accept(told);
      });
      return job(jobId);
    },
  };
}

/** One practice service for all tests of a file; each test finds it as it was at its start. */
export function sharedPractice(options: StartOptions): { readonly practice: PracticeService } {
  const shared: { practice: PracticeService } = { practice: undefined as unknown as PracticeService };
  beforeAll(async () => {
    shared.practice = await startPractice(options);
  });
  beforeEach(() => shared.practice.reset());
  afterAll(() => shared.practice.stop());
  return shared;
}

/** The part of a list that a request asks for. */
export function pageOf<T>(all: readonly T[], url: string): readonly T[] {
  const { searchParams } = new URL(url, 'http://service');
  const offset = Number(searchParams.get('offset') ?? 0);
  return all.slice(offset, offset + Number(searchParams.get('limit') ?? 50));
}

/** The id of a board or paper in the path of a request; empty for the list. */
export const idIn = (url: string): string =>
  decodeURIComponent(new URL(url, 'http://service').pathname.split('/')[3] ?? '');
