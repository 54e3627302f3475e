/** The one way to the database: owns its worker thread and turns every table's query into a promise. */
import { Worker } from 'node:worker_threads';
import type { FromWorker, StoreWorkerData, ToWorker } from './messages.ts';
import { remembered } from './remembered.ts';
import type { Tables } from './tables/index.ts';

type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
};

/** Every table with its queries as promises. A query rejects when the disk or the database fails. */
export type Store = { readonly [K in keyof Tables]: Remote<Tables[K]> } & {
  /** Where a damaged database was kept, or null. */
  readonly damagedKeptAs: string | null;
  /** Ends the worker after all queries before it. */
  readonly close: () => Promise<void>;
};

/** The database can't be opened. `newer`: a newer Easel has written it. */
export class StoreNotOpened extends Error {
  readonly newer: boolean;
  constructor(newer: boolean, reason: string) {
    super(reason);
    this.newer = newer;
  }
}

const TABLE_NAMES = [
  'boardFacts',
  'connections',
  'creates',
  'jobs',
  'keys',
  'layouts',
  'notes',
  'papers',
  'settings',
  'views',
] as const satisfies readonly (keyof Tables)[];

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Opens the database `file` in a worker thread.
 *
 * Rejects with `StoreNotOpened` when the file can't be opened. `workerUrl`: where the built worker lies; from
 * source it is this room's `worker.ts`.
 */
export async function openStore(
  file: string,
  options: { readonly now: number; readonly workerUrl?: URL },
): Promise<Store> {
  const workerData: StoreWorkerData = { file, now: options.now };
  const worker = new Worker(options.workerUrl ?? new URL('./worker.ts', import.meta.url), { workerData });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closed: (() => void) | null = null;

  const damagedKeptAs = await new Promise<string | null>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      switch (message.kind) {
        case 'opened':
          return resolve(message.damagedKeptAs);
        case 'not-opened':
          return reject(new StoreNotOpened(message.newer, message.message));
        case 'reply':
          return settle(message.id)?.resolve(message.value);
        case 'error':
          return settle(message.id)?.reject(new Error(message.message));
        case 'closed':
          return closed?.();
      }
    });
    const ended = (reason: string): void => {
      reject(new StoreNotOpened(false, reason));
      for (const { reject: give } of waiting.values()) give(new Error(reason));
      waiting.clear();
      closed?.();
    };
    worker.on('error', (error) => ended(error instanceof Error ? error.message : 'worker failed'));
    worker.on('exit', () => ended('the database worker has ended'));
  });

  function settle(id: number): Waiting | undefined {
    const entry = waiting.get(id);
    waiting.delete(id);
    return entry;
  }

  function query(table: string, method: string, args: readonly unknown[]): Promise<unknown> {
    if (closed !== null) return Promise.reject(new Error('the database is closed'));
    return new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.postMessage({ kind: 'query', id: lastId, table, method, args } satisfies ToWorker);
    });
  }

  const remoteTable = (table: string): unknown =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          (...args: readonly unknown[]) =>
            query(table, String(method), args),
      },
    );

  const tables = Object.fromEntries(TABLE_NAMES.map((name) => [name, remoteTable(name)])) as unknown as {
    readonly [K in keyof Tables]: Remote<Tables[K]>;
  };
  return {
    ...tables,
    connections: remembered(tables.connections),
    keys: remembered(tables.keys),
    damagedKeptAs,
    close: () =>
      new Promise((resolve) => {
        closed = resolve;
        worker.postMessage({ kind: 'close' } satisfies ToWorker);
      }),
  };
}
