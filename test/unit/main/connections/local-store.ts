/** An in-memory database in the test's thread. Queries are asynchronous and clone data, as across threads. */
import type { Store } from '../../../../main/store/database.ts';
import { openFile } from '../../../../main/store/open.ts';
import { createTables, type Tables } from '../../../../main/store/tables/index.ts';

export function localStore(): Store {
  const { db } = openFile(':memory:', 0);
  const tables = createTables(db);
  const remote = <K extends keyof Tables>(name: K): unknown =>
    new Proxy(tables[name], {
      get:
        (table, query) =>
        async (...args: readonly unknown[]) => {
          await Promise.resolve();
          const sent: unknown[] = structuredClone([...args]);
          const answer: unknown = Reflect.apply(Reflect.get(table, query) as () => unknown, table, sent);
          return structuredClone(answer);
        },
    });
  const names = Object.keys(tables) as (keyof Tables)[];
  return {
    ...Object.fromEntries(names.map((name) => [name, remote(name)])),
    setAside: null,
    close: async () => {
      await Promise.resolve();
      db.close();
    },
  } as unknown as Store;
}
