/** The one way to the database: owns its worker thread and turns every table's query into a promise. */
import path from 'node:path';
import { openThread, type Remote } from '../lib/threads/rpc.ts';
import type { Tables } from './tables/index.ts';
import type { StoreThread } from './worker.ts';

type RemoteTables = { readonly [K in keyof Tables]: Remote<Tables[K]> };

/** Every table with its queries as promises. A query rejects when the disk or the database fails. */
export type Store = RemoteTables & {
  /** Where a damaged database was kept, or null. */
  readonly damagedKeptAs: string | null;
  /** Ends the worker after all queries before it. */
  readonly close: () => Promise<void>;
};

/**
 * Opens the database `file` in a worker thread.
 *
 * Rejects with a `ThreadError` when the file can't be opened, of the kind `newer`, `in-use` or `not-started` where it is known why.
 * `workerUrl`: where the built worker lies; from source it is this room's `worker.ts`.
 */
export async function openStore(
  file: string,
  options: { readonly now: number; readonly workerUrl?: URL },
): Promise<Store> {
  const url = options.workerUrl ?? new URL('./worker.ts', import.meta.url);
  const thread = openThread<StoreThread>({ url, name: 'the database' });
  const opened = await thread
    .of('file')
    .open(file, options.now)
    .catch(async (error: unknown) => {
      await thread.end();
      throw error;
    });
  const { tables: names, damagedKeptAs } = opened;
  const tables = Object.fromEntries(names.map((name) => [name, thread.of(name)])) as unknown as RemoteTables;
  return {
    ...tables,
    connections: remembered(tables.connections),
    keys: remembered(tables.keys),
    damagedKeptAs,
    close: () => thread.close(),
  };
}

// A table that is asked for with every request and seldom changes: read once, and anew after each change.

/** The same table. Whatever else is called than `all` is a change; all changes must come through here. */
function remembered<T extends { readonly all: () => Promise<unknown> }>(table: T): T {
  let known: Promise<unknown> | null = null;
  function all(): Promise<unknown> {
    if (known !== null) return known;
    const asked = table.all();
    known = asked;
    asked.catch(() => {
      if (known === asked) known = null;
    });
    return asked;
  }
  return new Proxy(table, {
    get: (target, name) => {
      if (name === 'all') return all;
      // Queries are answered in their order: what is asked after this one sees what it has changed.
      known = null;
      return Reflect.get(target, name) as unknown;
    },
  });
}

/** `keptAs`: where the damaged file is now; null when all was well. */
export function damageNotice(keptAs: string | null): string | null {
  if (keptAs === null) return null;
  return `Easel’s database was damaged. Easel saved it as ${path.basename(keptAs)} and started a new one, with a new activity log. Add your connections and papers again, and import board notes from a file.`;
}
