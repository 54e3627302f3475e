/** Serves the boards of all connections: opens a file per connection and sets damaged files aside. */
import type { BoardWindow, BoardWindowRequest } from '../../../preload/contract/boards.ts';
import type { Steps } from '../../lib/threads/rpc.ts';
import type { BoardPage, ListedPage } from '../../service/types.ts';
import { BoardTable, NumbersCache } from './board-table.ts';
import { isDamage, keepAside, mirrorFile, openBoardFile, removeMirrorFile } from './files.ts';
import { WaitingPages } from './load.ts';
import type { TakeWhen } from './mirror.ts';
import { isPlain, NO_COUNT, type Count } from './query.ts';

export type BoardStore = ReturnType<typeof createBoardStore>;

export interface BoardStoreOptions {
  /** Created with its first file. */
  readonly folder: string;
  /** The file `easel.db`, read for local notes. */
  readonly mainDatabase: string;
  /** Epoch ms. */
  readonly now: () => number;
}

/** The methods of a table that are served with a connection id before their arguments. */
const CALLS = [
  'facts',
  'finish',
  'abandon',
  'put',
  'remove',
  'undate',
  'notesChanged',
  'rank',
  'names',
  'ids',
  'rows',
] as const;

type Calls = Pick<BoardTable, (typeof CALLS)[number]>;
type Served = {
  readonly [K in keyof Calls]: (connectionId: string, ...args: Parameters<Calls[K]>) => ReturnType<Calls[K]>;
};

export function createBoardStore({ folder, mainDatabase, now }: BoardStoreOptions) {
  const tables = new Map<string, BoardTable>();
  const pages = new WaitingPages();
  const numbers = new NumbersCache();
  /** The highest revision of closed files: a new file starts above it. */
  let lastRevision = 0;
  let lastRun = 0;

  function opened(connectionId: string): BoardTable {
    const known = tables.get(connectionId);
    if (known !== undefined) return known;
    const revision = Math.max(now(), lastRevision + 1);
    const file = openBoardFile(mirrorFile(folder, connectionId), mainDatabase, revision, now());
    const table = new BoardTable(connectionId, { file, numbers, now });
    tables.set(connectionId, table);
    return table;
  }

  function drop(connectionId: string): void {
    const table = tables.get(connectionId);
    tables.delete(connectionId);
    table?.close();
    lastRevision = Math.max(lastRevision, table?.lastRevision ?? 0);
  }

  /** If the file is damaged, sets it aside and repeats the work with an empty one. */
  function guarded<T>(connectionId: string, work: (table: BoardTable) => T): T {
    try {
      return work(opened(connectionId));
    } catch (error) {
      if (!isDamage(error)) throw error;
      drop(connectionId);
      keepAside(mirrorFile(folder, connectionId), 'damaged', now());
      return work(opened(connectionId));
    }
  }

  const served = CALLS.map((name) => [
    name,
    (connectionId: string, ...args: readonly unknown[]): unknown =>
      guarded(connectionId, (table) => Reflect.apply(table[name], table, args) as unknown),
  ]);

  return {
    ...(Object.fromEntries(served) as unknown as Served),

    /** Keeps a parsed page until `take`. */
    hold: (page: BoardPage): ListedPage => pages.hold(page),
    /** Begins a listing and returns its run number. Ends the connection's listing under way. */
    begin: (connectionId: string): number => guarded(connectionId, (table) => table.begin(++lastRun)),
    /** Inserts a page. Returns how many of its boards are new to this run, or null if the page fails `when`. */
    *take(connectionId: string, run: number, page: number, when: TakeWhen): Steps<number | null> {
      const fresh = guarded(connectionId, (table) => table.listing(run).seen.take(pages.take(page), when));
      if (fresh === null) return null;
      let at = 0;
      while (at < fresh.length) {
        if (at > 0) yield;
        at = guarded(connectionId, (table) => table.listing(run).insert(fresh, at));
      }
      return fresh.length;
    },
    /** Counts all matches first, in steps, unless the request is hurried. */
    *window(request: BoardWindowRequest): Steps<BoardWindow> {
      const { connectionId, query, hurried } = request;
      let count: Count | null = hurried === true || isPlain(query) ? null : NO_COUNT;
      while (count !== null) {
        const before: Count = count;
        count = guarded(connectionId, (table) => table.count(query, before));
        if (count !== null) yield;
      }
      return guarded(connectionId, (table) => table.window(request));
    },
    /** Deletes a connection's file. */
    forget: (connectionId: string): void => {
      drop(connectionId);
      removeMirrorFile(mirrorFile(folder, connectionId));
    },
    close: (): void => {
      for (const connectionId of tables.keys()) drop(connectionId);
    },
  };
}
