/** One of the mirror's threads, as main sees it: started by its first call, and each call is a promise. */
import { Worker } from 'node:worker_threads';
import type { FromMirrorWorker, MirrorRole, MirrorWorkerData, ToMirrorWorker } from './messages.ts';

/**
 * Room for what is young in a thread's memory. Left to itself it grows to what a million boards need for a moment, and
 * never shrinks: with bounds main weighs 100 MB less. Listings make much that is young, questions little.
 */
const YOUNG_MB: Readonly<Record<MirrorRole, number>> = { write: 16, read: 2 };

/** SQLite found the file damaged. */
export class MirrorDamaged extends Error {}

export interface MirrorThread {
  readonly call: (method: string, args: readonly unknown[]) => Promise<unknown>;
  /** Ends the thread after all calls before it. */
  readonly close: () => Promise<void>;
}

interface ThreadOptions {
  readonly folder: string;
  readonly mainDatabase: string;
  readonly now: () => number;
  readonly workerUrl?: URL;
  readonly onChange?: (connectionId: string) => void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Makes the thread of a role; it starts when it is first called. */
export function openThread(role: MirrorRole, options: ThreadOptions): MirrorThread {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let worker: Worker | null = null;
  let closed: Promise<void> | null = null;
  let onClosed: () => void = () => undefined;

  function start(): Worker {
    const { folder, mainDatabase } = options;
    const workerData: MirrorWorkerData = { role, folder, mainDatabase };
    const url = options.workerUrl ?? new URL('./worker.ts', import.meta.url);
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB[role] };
    const started = new Worker(url, { workerData, name: `mirror-${role}`, resourceLimits });
    started.on('message', (message: FromMirrorWorker) => {
      switch (message.kind) {
        case 'reply':
          return settle(message.id)?.resolve(message.value);
        case 'error':
          return settle(message.id)?.reject(
            message.damaged ? new MirrorDamaged(message.message) : new Error(message.message),
          );
        case 'changed':
          return options.onChange?.(message.connectionId);
        case 'closed':
          return onClosed();
      }
    });
    const ended = (reason: string): void => {
      if (worker !== started) return;
      worker = null;
      for (const { reject } of waiting.values()) reject(new Error(reason));
      waiting.clear();
      onClosed();
    };
    started.on('error', (error) => ended(error instanceof Error ? error.message : 'worker failed'));
    started.on('exit', () => ended('the mirror’s thread has ended'));
    return started;
  }

  function settle(id: number): Waiting | undefined {
    const entry = waiting.get(id);
    waiting.delete(id);
    return entry;
  }

  return {
    call: (method, args) => {
      if (closed !== null) return Promise.reject(new Error('the mirror is closed'));
      worker ??= start();
      const thread = worker;
      return new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        const message: ToMirrorWorker = { kind: 'call', id: lastId, method, args, now: options.now() };
        thread.postMessage(message, buffersIn(args));
      });
    },
    close: () => {
      const thread = worker;
      closed ??= new Promise((resolve) => {
        onClosed = resolve;
        if (thread === null) return resolve();
        thread.postMessage({ kind: 'close' } satisfies ToMirrorWorker);
      });
      return closed;
    },
  };
}

/** Bytes are handed over, not copied. */
function buffersIn(args: readonly unknown[]): readonly ArrayBuffer[] {
  return args.flatMap((arg) =>
    arg instanceof Uint8Array && arg.buffer instanceof ArrayBuffer ? [arg.buffer] : [],
  );
}
