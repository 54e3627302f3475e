/** Main behind the border for a benchmark's program: the built one, with nothing around it that writes or listens. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compose } from '../../main/compose.ts';
import { createLog } from '../../main/lib/log/log.ts';
import { press } from '../support/services.ts';
import type { ArgsOf, CallName, ValueOf } from '../../preload/contract/contract.ts';
import type { BoardsState } from '../../preload/contract/boards.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { clipboardOf } from '../support/memory-clipboard.ts';

export interface BenchServices {
  /** Calls main as the page does; rejects where it fails. */
  readonly must: <C extends CallName>(channel: C, args: ArgsOf<C>) => Promise<ValueOf<C>>;
  /** Resolves when a listing that begins later has ended well; rejects when it failed. */
  readonly listed: (connectionId: string) => Promise<BoardsState>;
  /** Resolves with a job when it runs no more and waits for nothing but a person; `hear` is told each time it comes on. */
  readonly jobEnded: (jobId: string, hear: () => void) => Promise<Job>;
  readonly close: () => Promise<void>;
}

/** The built programs lie beside each other: this is in the one that runs. */
const worker = (name: string): URL =>
  new URL(`file://${path.join(path.dirname(process.argv[1] ?? ''), name)}`);

export async function startBenchServices(userData: string): Promise<BenchServices> {
  const waiting = new Set<(state: BoardsState) => void>();
  const listening = new Set<(job: Job) => void>();
  const jobs = new Map<string, Job>();
  const room = path.join(userData, 'renderer/room');
  mkdirSync(room, { recursive: true });
  writeFileSync(path.join(room, 'index.html'), '<!doctype html><title>Room</title>');
  const services = await compose({
    env: { platform: 'linux', isPackaged: false, policyFile: null, isMsi: false },
    version: '0.0.0',
    userData,
    workerOf: (thread) => worker(`${thread}-worker.js`),
    rendererFolder: path.dirname(room),
    log: createLog({ write: () => undefined }),
    publish: (name, data) => {
      if (name === 'boards.changed') for (const hear of waiting) hear(data as BoardsState);
      if (name !== 'jobs.changed') return;
      const { job } = data as { readonly job: Job };
      jobs.set(job.id, job);
      for (const hear of listening) hear(job);
    },
    clipboard: clipboardOf(),
    resolveProxy: () => Promise.resolve('DIRECT'),
    files: {
      choose: () => Promise.resolve(null),
      save: () => Promise.resolve(null),
      saveStream: () => Promise.resolve(null),
    },
    confirm: () => Promise.resolve(true),
    presence: { idleSeconds: () => 0, onAway: () => undefined, onSleep: () => undefined, ask: null },
    policy: { kind: 'none' },
  });
  return {
    must: async (channel, args) => {
      const reply = (await services.dispatch(channel, true, args, press())) as Result<
        ValueOf<typeof channel>
      >;
      if (!reply.ok) throw new Error(`${channel}: ${reply.error.code}: ${reply.error.message}`);
      return reply.value;
    },
    listed: (connectionId) =>
      new Promise((resolve, reject) => {
        const hear = (state: BoardsState): void => {
          if (state.connectionId !== connectionId || state.phase === 'loading') return;
          waiting.delete(hear);
          if (state.phase === 'done') resolve(state);
          else reject(new Error(`the listing ended as ${state.phase}: ${state.failure?.message ?? ''}`));
        };
        waiting.add(hear);
      }),
    jobEnded: (jobId, hear) =>
      new Promise((resolve) => {
        const look = (job: Job): void => {
          if (job.id !== jobId) return;
          hear();
          if (job.state === 'held' || job.state === 'running') return;
          listening.delete(look);
          resolve(job);
        };
        listening.add(look);
        const known = jobs.get(jobId);
        if (known !== undefined) look(known);
      }),
    close: () => services.close(),
  };
}
