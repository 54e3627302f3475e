/** Test setup for the job queue: an in-memory database, a fake service, and a clock that the test advances. */
import { DEFAULT_PREFERENCES } from '../../../../main/ipc/preferences/preferences.ts';
import { emptyNote } from '../../../../main/store/tables/change-note.ts';
import { Boards, type BoardsOptions } from '../../../../main/boards/boards.ts';
import type { NewEntry } from '../../../../main/lib/implementation.ts';
import { Jobs, type JobsOptions, type ReviewedDelete } from '../../../../main/jobs/jobs.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import { Papers, type PapersOptions } from '../../../../main/papers/papers.ts';
import { NO_POLICY } from '../../../../main/ipc/policy/policy.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { openFile } from '../../../../main/store/open.ts';
import type { Store } from '../../../../main/store/database.ts';
import type { ConnectionRecord } from '../../../../main/store/tables/connections.ts';
import { createTables, type Tables } from '../../../../main/store/tables/index.ts';
import { mintRoom } from '../../../../main/papers/tokens/tokens.ts';
import { CreateJournal } from '../../../../main/jobs/unresolved.ts';
import type { Job, JobPause } from '../../../../preload/contract/jobs.ts';
import { fail, ok, type Failure, type Result } from '../../../../preload/contract/failure.ts';
import { must } from '../../../support/must.ts';
import type { RunReport } from '../../../../main/jobs/team-plans.ts';
import { sharesNothing } from '../../../support/sharing.ts';
import { fakeClock, settle } from '../service/clock.ts';
import { localMirror } from '../boards/local-mirror.ts';
import { fakeService } from './service.ts';
import { recordOf } from '../connections/connection-record.ts';

export const CONNECTION = 'acme';

export type JobsUnderTest = Awaited<ReturnType<typeof jobsUnderTest>>;

export async function jobsUnderTest(boardIds: readonly string[] = []) {
  const { db } = openFile(':memory:', 0);
  const tables = createTables(db);
  const service = fakeService(boardIds);
  const clock = fakeClock();
  const published: { readonly job: Job; readonly dismissed: boolean }[] = [];
  const activity: NewEntry[] = [];
  const announced: { sentence: string; hasFailures: boolean }[] = [];
  const reports: RunReport[] = [];
  const around = {
    connection: recordOf({
      id: CONNECTION,
      paperApi: 'https://papers.example',
      boardApi: 'https://boards.example',
      appUrl: 'https://app.example',
    }),
    /** Failure with which Easel refuses changes and access to the service. Null if it refuses nothing. */
    closed: null as Failure | null,
    trouble: null as JobPause | null,
    /** Time in ms for which the computer has slept. Sleep advances the clocks, but no timers. */
    sleptMs: 0,
    clockSetMs: 0,
    policy: NO_POLICY,
    isLocked: false,
    /** Reply of the team database to the read of its latest changes before a delete. */
    fresh: ok(null) as Result<null> | Promise<Result<null>>,
    runStart: null as Result<string | null> | null,
    /** Team database's reply to a job's progress report: the member who requests a pause, '' for none, or a failure. */
    runReport: ok('') as Result<string> | Promise<Result<string>>,
    /** Names of failing tables, or of their failing queries such as `jobs.put`. */
    broken: new Set() as ReadonlySet<string>,
  };
  const mirror = localMirror();
  let queries: (() => void)[] = [];
  let isFree = true;
  let life = { isOver: false };
  let jobs = await begin();

  /** A database table for the main process. Its queries are asynchronous, run in order, and stop if Easel is killed. */
  function remote<K extends keyof Tables>(name: K, mine: { isOver: boolean }): Store[K] {
    const table = tables[name] as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
    return new Proxy(
      {},
      {
        get:
          (_, method) =>
          (...args: readonly unknown[]) =>
            new Promise((resolve, reject) => {
              const query = (): void => {
                if (mine.isOver) return;
                try {
                  if (around.broken.has(name) || around.broken.has(`${name}.${String(method)}`))
                    throw new Error('the disk is full');
                  resolve(structuredClone(table[String(method)]?.(...(structuredClone(args) as unknown[]))));
                } catch (error) {
                  reject(error instanceof Error ? error : new Error('unknown'));
                }
              };
              queries.push(query);
              if (isFree) queueMicrotask(drain);
            }),
      },
    ) as Store[K];
  }
  function drain(): void {
    if (isFree) for (const query of queries.splice(0)) query();
  }

  async function begin(): Promise<Jobs> {
    life = { isOver: false };
    const mine = life;
    const log = createLog(() => undefined);
    const alive = <T>(value: T): Promise<T> =>
      mine.isOver ? Promise.withResolvers<T>().promise : Promise.resolve(value);
    const recordOf = (id: string): Promise<Result<ConnectionRecord>> => {
      const { connection: record } = around;
      return alive(record.id === id ? ok(record) : fail(failure('not-found')));
    };
    const api = new Proxy(service.api, {
      get: (target, name) => {
        const call = Reflect.get(target, name) as (...args: readonly unknown[]) => Promise<unknown>;
        return (...args: readonly unknown[]) => (mine.isOver ? alive(null) : call(...args));
      },
    });
    const apiOf = () => alive(around.closed === null ? ok(api) : fail(around.closed));
    const appUrlOf = () => Promise.resolve(ok('https://app.example'));
    const steady = (): number => clock.now() + around.sleptMs;
    const now = (): number => steady() + around.clockSetMs;
    const after = (ms: number, run: () => void): (() => void) => clock.after(ms, () => !mine.isOver && run());
    const publish = (): void => undefined;
    const journal = new CreateJournal({ table: remote('creates', mine), publish, now });
    const ofBoards = {
      apiOf,
      recordOf,
      mirror,
      wrongTimes: { of: () => Promise.resolve(null) },
      onMade: () => Promise.resolve(),
      publish,
      log,
      now,
      after,
    };
    const boards = new Boards(ofBoards as unknown as BoardsOptions);
    const watchCreate: PapersOptions['watchCreate'] = (_create, send) => send();
    const ofPapers = { apiOf, appUrlOf, watchCreate, now, publish };
    const register = remote('papers', mine);
    const sharing = {
      ...sharesNothing(remote('team', mine), now),
      freshen: () => Promise.resolve(around.fresh).then(alive),
    };
    const runs: JobsOptions['runs'] = {
      start: (_connectionId, _ids, plan) => alive(around.runStart ?? ok(plan === null ? null : 'run-1')),
      report: (_connectionId, _runId, report) => {
        if (!mine.isOver) reports.push(structuredClone(report));
        return Promise.resolve(around.runReport).then(alive);
      },
    };
    const made = new Jobs({
      isLocked: () => around.isLocked,
      sharing,
      runs,
      table: remote('jobs', mine),
      work: {
        recordOf,
        apiOf,
        boards,
        papers: new Papers({ ...ofPapers, register, sharing } as unknown as PapersOptions),
        previews: {
          gone: () => Promise.resolve(),
          link: ({ target, displayName }, beforeSending) =>
            mintRoom(api, 'https://app.example', target.id, displayName, beforeSending),
        },
        after,
        noteNew: (connectionId, boardId, label, tags) =>
          remote('notes', mine).put(connectionId, [{ ...emptyNote(boardId, now()), label, tags }]),
      },
      onUnresolved: journal.changed.bind(journal),
      notes: remote('notes', mine),
      register,
      mayChange: () => Promise.resolve(around.closed === null ? ok(null) : fail(around.closed)),
      appUrlOf,
      policy: new Proxy(NO_POLICY, { get: (_, name) => Reflect.get(around.policy, name) as unknown }),
      preferences: { read: () => Promise.resolve(DEFAULT_PREFERENCES) },
      trouble: () => around.trouble,
      record: (...happened) => void (mine.isOver || activity.push(...happened)),
      onChange: (change) => void (mine.isOver || published.push(change)),
      onLongEnd: (sentence, hasFailures) => void announced.push({ sentence, hasFailures }),
      log,
      now,
      steady,
      after,
    });
    const opening = { isOver: false };
    const opened = journal
      .open()
      .then(() => made.open())
      .finally(() => (opening.isOver = true));
    while (!opening.isOver) {
      for (const query of queries.splice(0)) query();
      await settle();
    }
    await opened;
    return made;
  }

  const deleteReviewed = (ids: readonly string[], said: Partial<ReviewedDelete> = {}) => {
    const boards = { kind: 'delete-boards', connectionId: CONNECTION, ids } as const;
    const address = around.connection.boardApi;
    return jobs.deleteReviewed({ ...boards, address, reason: '', plan: null, ...said });
  };

  return {
    jobs: () => jobs,
    tables,
    service,
    clock,
    published,
    activity,
    announced,
    reports,
    around,
    /** Simulates a crash and a restart. `did` decides for each request in flight whether the service completes it. */
    kill: async (did: (about: string) => boolean = () => false) => {
      // Repairs the disk, because Easel can't start with an unreadable disk.
      around.broken = new Set();
      life.isOver = true;
      queries = [];
      service.dropAll(({ about }) => did(about));
      await settle();
      queries = [];
      jobs = await begin();
    },
    /** Completes the next `count` database queries, by default all. */
    turn: async (count = Infinity) => {
      await settle();
      for (let done = 0; done < count && queries.length > 0; done += 1) {
        queries.shift()?.();
        await settle();
      }
    },
    setFree: (free: boolean) => {
      isFree = free;
      drain();
    },
    mirror,
    protect: (boardId: string, on = true) => {
      const text = { label: '', note: '', tags: [], customer: '', updatedAt: 1 };
      tables.notes.put(CONNECTION, [{ ...text, boardId, protected: on, label: on ? 'Kept' : '' }]);
      jobs.notesChanged(CONNECTION);
    },
    job: (jobId: string): Job => {
      const job = jobs.list().find(({ id }) => id === jobId);
      if (job === undefined) throw new Error('no such job');
      return job;
    },
    items: (jobId: string) => tables.jobs.items(jobId, 0, 10_000, null).items,
    deleteOne: (id: string) => jobs.deleteOne({ connectionId: CONNECTION, target: { kind: 'board', id } }),
    deleteReviewed,
    deleteAll: async (ids: readonly string[]) => must(await deleteReviewed(ids)).id,
    createBoards: (count: number, notes: { label?: string; tags?: string[] } = {}) =>
      jobs.creates.createBoards({ connectionId: CONNECTION, count, label: '', tags: [], ...notes }),
    createPapers: (names: readonly string[], templateId: string | null = null) =>
      jobs.creates.createPapers({ connectionId: CONNECTION, names, templateId }),
    mintLinks: (names: readonly string[]) =>
      jobs.creates.mintLinks({ connectionId: CONNECTION, identifier: 'p', names }),
    answerAll: async () => {
      await settle();
      while (service.answer('done')) await settle();
      await settle();
    },
  };
}
