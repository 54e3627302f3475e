/** Starts Easel's main process without Electron for a benchmark, with the built worker threads. */
import path from 'node:path';
import { createLog } from '../../main/lib/log/log.ts';
import type { BoardsState } from '../../preload/contract/boards.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { draftFor, startServices } from '../support/services.ts';

export const KEY = 'a-key-for-the-benchmark';

const programs = path.dirname(process.argv[1] ?? '');

/** Without `userData`, Easel uses a temporary data folder, which `close` deletes. */
export async function startBenchServices(userData?: string) {
  const listening = new Set<(name: string, data: unknown) => void>();
  const jobs = new Map<string, Job>();
  const { must, close, release } = await startServices(userData, {
    threads: (thread) => new URL(`file://${path.join(programs, `${thread}-worker.js`)}`),
    more: {
      log: createLog(() => undefined),
      publish: (name, data) => {
        if (name === 'jobs.changed') {
          const { job } = data as { readonly job: Job };
          jobs.set(job.id, job);
        }
        for (const hear of listening) hear(name, data);
      },
    },
  });
  return {
    must,
    connect: async (origin: string): Promise<string> =>
      (await must('connections.save', draftFor(origin, KEY))).id,
    listed: (connectionId: string) =>
      new Promise<BoardsState>((resolve, reject) => {
        const hear = (name: string, data: unknown): void => {
          const state = data as BoardsState;
          if (name !== 'boards.changed' || state.connectionId !== connectionId || state.phase === 'loading')
            return;
          listening.delete(hear);
          if (state.phase === 'done') resolve(state);
          else reject(new Error(`the listing ended as ${state.phase}: ${state.failure?.message ?? ''}`));
        };
        listening.add(hear);
      }),
    jobEnded: (jobId: string, hear: () => void) =>
      new Promise<Job>((resolve) => {
        const look = (name = 'jobs.changed'): void => {
          const job = jobs.get(jobId);
          if (name !== 'jobs.changed' || job === undefined) return;
          hear();
          if (job.state === 'held' || job.state === 'running') return;
          listening.delete(look);
          resolve(job);
        };
        listening.add(look);
        look();
      }),
    close: userData === undefined ? close : release,
  };
}
