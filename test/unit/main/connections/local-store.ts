/** In-memory database in the test's thread. As in another thread, queries are asynchronous and copy their data. */
import { onTestFinished } from 'vitest';
import type { Store } from '../../../../main/store/database.ts';
import { openFile } from '../../../../main/store/open.ts';
import { createTables } from '../../../../main/store/tables/index.ts';

export const remote = <T>(table: object, isBroken: (query: string) => boolean = () => false): T =>
  new Proxy(table, {
    get:
      (_, query) =>
      async (...args: readonly unknown[]) => {
        await Promise.resolve();
        if (isBroken(String(query))) throw new Error('database or disk is full');
        const sent: unknown[] = structuredClone([...args]);
        const answer: unknown = await Reflect.apply(Reflect.get(table, query) as () => unknown, table, sent);
        return structuredClone(answer);
      },
  }) as T;

export function localStore(): Store {
  const { db } = openFile(':memory:', 0);
  onTestFinished(() => db.close());
  const tables = Object.entries(createTables(db));
  return {
    ...Object.fromEntries(tables.map(([name, table]) => [name, remote(table)])),
    setAside: null,
  } as unknown as Store;
}
