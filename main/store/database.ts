/** Opens the worker threads that store data, and returns the tables of `easel.db` with asynchronous methods. */
import path from 'node:path';
import { openThread, type Remote } from '../lib/threads/rpc.ts';
import { openMirror } from './mirror/mirror.ts';
import type { Tables } from './tables/index.ts';
import type { StoreThread } from './worker.ts';

type RemoteTables = { readonly [K in keyof Tables]: Remote<Tables[K]> };

/** All tables of `easel.db`. Queries return promises, which reject if the disk or the database fails. */
export type Store = RemoteTables & {
  /** Path of the damaged database, which Easel renamed and replaced by an empty one. Null if there was no damage. */
  readonly setAside: string | null;
  readonly close: () => Promise<void>;
};

export type Stores = Awaited<ReturnType<typeof openStores>>;

export async function openStores(userData: string, workerOf: (thread: 'store' | 'mirror') => URL) {
  const file = path.join(userData, 'easel.db');
  const opening = openStore(file, { now: Date.now(), workerUrl: workerOf('store') });
  const mirror = openMirror({
    folder: path.join(userData, 'boards'),
    mainDatabase: file,
    workerUrl: workerOf('mirror'),
  });
  const store = await opening.catch(async (error: unknown) => {
    await mirror.close();
    throw error;
  });
  return { store, mirror };
}

/** Starts the database thread. Failures have the kind `newer`, `in-use` or `not-started`, or '' for other errors. */
export async function openStore(
  file: string,
  options: { readonly now: number; readonly workerUrl?: URL },
): Promise<Store> {
  const url = options.workerUrl ?? new URL('./worker.ts', import.meta.url);
  const thread = openThread<StoreThread>({ url, name: 'the database' });
  const { tables: names, setAside } = await thread
    .of('file')
    .open(file, options.now)
    .catch(async (error: unknown) => {
      await thread.end();
      throw error;
    });
  const tables = Object.fromEntries(names.map((name) => [name, thread.of(name)])) as unknown as RemoteTables;
  return {
    ...tables,
    connections: cached(tables.connections),
    keys: cached(tables.keys),
    setAside,
    close: () => thread.close(),
  };
}

/** Caches the rows that a table's `all` returns, because it is called often. Calls of other methods clear the cache. */
function cached<T extends { readonly all: () => Promise<unknown> }>(table: T): T {
  let known: Promise<unknown> | null = null;
  function all(): Promise<unknown> {
    if (known !== null) return known;
    const reading = table.all();
    known = reading;
    reading.catch(() => {
      if (known === reading) known = null;
    });
    return reading;
  }
  return new Proxy(table, {
    get: (target, name) => {
      if (name === 'all') return all;
      // Clears the cache before a write. A later `all` reads the new rows, because the thread runs calls in order.
      known = null;
      return Reflect.get(target, name) as unknown;
    },
  });
}

export function setAsideNotice(setAside: string): string {
  return `Easel’s database was damaged. Easel saved it as ${path.basename(setAside)} and started a new one, with a new activity log. Its API keys and passwords may still be in the keychain, as items named “Easel”. Remove them there first. Then add your connections and papers again, and import board notes from a file.`;
}
