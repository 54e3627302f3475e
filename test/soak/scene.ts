/** A day's scene for the soak: main without Electron, the practice service, and what operations need of both. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compose } from '../../main/compose.ts';
import { createLog } from '../../main/lib/log/log.ts';
import { createRandom } from '../../main/practice/sample-data.ts';
import type { Services } from '../../main/services.ts';
import type { ArgsOf, CallName, ValueOf } from '../../preload/contract/contract.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import { startPracticeProcess, type PracticeService } from '../practice/practice.ts';
import { createMemoryKeychain } from '../support/memory-keychain.ts';
import { clipboardOf } from '../support/memory-clipboard.ts';
import { draftFor, emptyRoom, press, workerOf } from '../support/services.ts';

export type Call = <C extends CallName>(name: C, args: ArgsOf<C>) => Promise<Result<ValueOf<C>>>;

export interface Scene {
  readonly practice: PracticeService;
  readonly previews: Services['previews'];
  readonly call: Call;
  readonly connectionId: string;
  /** A whole number from 0, below `most`; the same in each run of a seed. */
  readonly below: (most: number) => number;
  /** Boards whose delete was confirmed: no other may go. */
  readonly doomed: Set<string>;
  /** A paper that was made or deleted meanwhile. */
  readonly papers: string[];
  readonly close: () => Promise<void>;
}

export async function setScene(seed: number): Promise<Scene> {
  const random = createRandom(seed);
  const practice = await startPracticeProcess(new URL('practice-process.ts', import.meta.url));
  const userData = await mkdtemp(path.join(tmpdir(), 'easel-soak-'));
  const written = { write: () => Promise.resolve(ok(null)), finish: () => Promise.resolve(ok(null)) };
  const services = await compose({
    env: { platform: 'linux', isPackaged: false, policyFile: null, isMsi: false },
    version: '0.0.0',
    userData,
    workerOf,
    rendererFolder: await emptyRoom(userData),
    log: createLog({ write: () => undefined }),
    publish: () => undefined,
    clipboard: clipboardOf(),
    resolveProxy: () => Promise.resolve('DIRECT'),
    files: {
      choose: () => Promise.resolve(null),
      save: (_purpose, name) => Promise.resolve(ok(name)),
      saveStream: (_purpose, name) =>
        Promise.resolve(ok({ name, ...written, abort: () => Promise.resolve() })),
    },
    confirm: () => Promise.resolve(true),
    presence: { idleSeconds: () => 0, onAway: () => undefined, onSleep: () => undefined, ask: null },
    policy: { kind: 'none' },
    keychain: createMemoryKeychain(),
  });
  const call: Call = async (name, args) => {
    const reply = await services.dispatch(name, true, args, press());
    return reply as Result<ValueOf<typeof name>>;
  };
  const draft = draftFor(practice.origin, practice.apiKey, { sessionOnly: false });
  const saved = await call('connections.save', draft);
  if (!saved.ok) throw new Error(saved.error.message);
  return {
    practice,
    previews: services.previews,
    call,
    connectionId: saved.value.id,
    below: (most) => Math.floor(random.next() * most),
    doomed: new Set(),
    papers: practice.samplePapers.map(({ identifier }) => identifier),
    close: async () => {
      await services.close();
      await practice.stop();
      await rm(userData, { recursive: true, force: true });
    },
  };
}

/** How long the end of something may take, in real ms. */
const LONGEST_MS = 120_000;
const LOOK_MS = 30;

/** Asks again and again until `isEnd`; throws where that never comes. */
export async function until<T>(
  what: string,
  ask: () => Promise<Result<T>>,
  isEnd: (value: T) => boolean,
): Promise<T> {
  for (const late = performance.now() + LONGEST_MS; performance.now() < late; await pause(LOOK_MS)) {
    const answer = await ask();
    if (answer.ok && isEnd(answer.value)) return answer.value;
  }
  throw new Error(`${what} came to no end`);
}

/** The job once it neither is held nor runs; null where it was put away. */
export async function jobAtRest({ call }: Scene, jobId: string): Promise<Job | null> {
  const isAtRest = ({ state, pause: why, counts }: Job): boolean =>
    state === 'paused' || (state === 'held' ? why !== null : state !== 'running' && counts.sending === 0);
  const found = (jobs: readonly Job[]): Job | undefined => jobs.find(({ id }) => id === jobId);
  const jobs = await until(
    'a job',
    () => call('jobs.list', {}),
    (all) => {
      const job = found(all);
      return job === undefined || isAtRest(job);
    },
  );
  return found(jobs) ?? null;
}

/** Ends and puts away whatever is left, and takes every fault back. */
export async function comeToRest(scene: Scene): Promise<void> {
  const { call, connectionId, practice, previews } = scene;
  await practice.faults.clear();
  previews.leaveAll('page');
  for (const { id } of await jobsOf(scene)) {
    const cancelled = await call('jobs.cancel', { jobId: id });
    if (!cancelled.ok) await call('jobs.stop', { jobId: id });
  }
  for (const { id } of await jobsOf(scene)) {
    await jobAtRest(scene, id);
    await until(
      'putting a job away',
      () => call('jobs.dismiss', { jobId: id }),
      () => true,
    );
  }
  await call('boards.list', { connectionId });
  await until(
    'a listing',
    () => call('boards.state', { connectionId }),
    ({ phase }) => phase !== 'loading',
  );
  await practice.clearRequests();
}

async function jobsOf({ call }: Scene): Promise<readonly Job[]> {
  return until(
    'the list of jobs',
    () => call('jobs.list', {}),
    () => true,
  );
}
