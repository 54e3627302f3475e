import { setTimeout as pause } from 'node:timers/promises';
import { createLog } from '../../main/lib/log/log.ts';
import { createRandom } from '../../main/practice/sample-data.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import { timeOfOthers } from '../faults/fast-time.ts';
import { startPracticeProcess } from '../practice/practice.ts';
import { createMemoryKeychain } from '../support/memory-keychain.ts';
import { must } from '../support/must.ts';
import { draftFor, startServices, type TestServices } from '../support/services.ts';

export type Scene = Awaited<ReturnType<typeof setScene>>;

export async function setScene(seed: number) {
  const random = createRandom(seed);
  const practice = await startPracticeProcess(new URL('practice-process.ts', import.meta.url));
  const written = { write: () => Promise.resolve(ok(null)), finish: () => Promise.resolve(ok(null)) };
  const services = await startServices(undefined, {
    files: {
      save: (_purpose, name) => Promise.resolve(ok(name)),
      saveStream: (_purpose, name) =>
        Promise.resolve(ok({ name, ...written, abort: () => Promise.resolve() })),
    },
    keychain: createMemoryKeychain(),
    more: { log: createLog(() => undefined), publish: () => undefined },
  });
  const call: TestServices['call'] = (name, args) => services.callSilently(name, args);
  const draft = draftFor(practice.origin, practice.apiKey, { sessionOnly: false });
  return {
    practice,
    call,
    connectionId: must(await call('connections.save', draft)).id,
    /** Returns a random integer from 0 to `most` - 1. The sequence is the same for each seed. */
    below: (most: number): number => Math.floor(random.next() * most),
    doomed: new Set<string>(),
    papers: practice.samplePapers.map(({ identifier }) => identifier),
    close: async (): Promise<void> => {
      await services.close();
      await practice.stop();
    },
  };
}

const LONGEST_MS = 120_000;
const LOOK_MS = 30;

async function until<T>(
  what: string,
  ask: () => Promise<Result<T>>,
  isEnd: (value: T) => boolean = () => true,
): Promise<T> {
  let answer = await ask();
  for (const late = timeOfOthers() + LONGEST_MS; timeOfOthers() < late; answer = await ask()) {
    if (answer.ok && isEnd(answer.value)) return answer.value;
    await pause(LOOK_MS);
  }
  throw new Error(`${what} came to no end: ${JSON.stringify(answer)}`);
}

export async function jobAtRest({ call }: Scene, jobId: string): Promise<Job | undefined> {
  const found = (jobs: readonly Job[]): Job | undefined => jobs.find(({ id }) => id === jobId);
  const isAtRest = ({ state, holdUntil, counts }: Job): boolean =>
    state === 'paused' ||
    (state === 'held' ? holdUntil === null : state !== 'running' && counts.sending === 0);
  const jobs = await until(
    'a job',
    () => call('jobs.list', {}),
    (all) => {
      const job = found(all);
      return job === undefined || isAtRest(job);
    },
  );
  return found(jobs);
}

export function listEnd({ call, connectionId }: Scene) {
  return until(
    'a listing',
    () => call('boards.state', { connectionId }),
    ({ phase }) => phase !== 'loading',
  );
}

export async function comeToRest(scene: Scene): Promise<void> {
  const { call, connectionId, practice } = scene;
  await practice.faults.clear();
  for (const { id: jobId } of await until('the list of jobs', () => call('jobs.list', {}))) {
    const cancelled = await call('jobs.cancel', { jobId });
    if (!cancelled.ok) await call('jobs.stop', { jobId });
    if ((await jobAtRest(scene, jobId)) !== undefined)
      await until('putting a job away', () => call('jobs.dismiss', { jobId }));
  }
  await call('boards.list', { connectionId });
  await listEnd(scene);
  await practice.clearRequests();
}
