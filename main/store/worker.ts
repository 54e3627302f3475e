import type { DatabaseSync } from 'node:sqlite';
import { serve } from '../lib/threads/rpc.ts';
import { openFile, takeFolder } from './open.ts';
import { createTables, type Tables } from './tables/index.ts';

export interface StoreThread extends Tables {
  readonly file: {
    /** Opens the database. `setAside` is the new path of a damaged file. Fails with `newer` or `in-use`. */
    open(
      file: string,
      now: number,
    ): { readonly tables: readonly (keyof Tables)[]; readonly setAside: string | null };
  };
}

let db: DatabaseSync | null = null;
let folder: DatabaseSync | null = null;
const served: Partial<StoreThread> & Pick<StoreThread, 'file'> = {
  file: {
    open: (file, now) => {
      if (file !== ':memory:') folder = takeFolder(file);
      const opened = openFile(file, now);
      const tables = createTables(opened.db);
      ({ db } = opened);
      Object.assign(served, tables);
      return { tables: Object.keys(tables) as (keyof Tables)[], setAside: opened.setAside };
    },
  },
};
serve(served, {
  close: () => {
    db?.close();
    folder?.close();
  },
});
