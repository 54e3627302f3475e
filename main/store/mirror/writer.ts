/** The writing side of the mirrors: listings, single boards, and what is left to do between calls. */
import { existsSync } from 'node:fs';
import type { BoardItem } from '../../service/types.ts';
import type { PackedPage, TakeWhen } from '../../service/wire/packed-page.ts';
import { orClose } from '../database-file.ts';
import { isDamage, keepAside, mirrorFile, removeMirrorFile, type MirrorThreadOptions } from './files.ts';
import { Load, putBoards, removeBoards } from './load.ts';
import type { Lag, ListingEnd, MirrorFacts } from './mirror.ts';
import { openMirrorFile, rowsChanged, type BoardFile } from './schema.ts';
import { searchSome } from './search.ts';
import { makeSortIndex, type SortProgress } from './sort.ts';
import type { MirrorWorkerData } from './worker.ts';

export type MirrorWriter = ReturnType<typeof createWriter>;

/** Without another `progress` somebody waits for ever. */
const WAITED_FOR: SortProgress = new Float64Array([0, Infinity]);

type WriterOptions = MirrorThreadOptions & Partial<Pick<MirrorWorkerData, 'progress'>>;

interface Open {
  readonly file: BoardFile;
  load: Load | null;
  /** What went wrong between calls: the next call tells of it. */
  fault: Error | null;
  /** There is work planned for it between calls. */
  planned: boolean;
}

/** Changes mirrors. Whatever it throws may be damage of the file (see `isDamage`). */
export function createWriter({ folder, now, later = setImmediate, progress = WAITED_FOR }: WriterOptions) {
  const lists = new Map<string, Open>();
  /** The highest revision of files that are closed, for those that take their place. */
  let lastRevision = 0;
  let lastRun = 0;

  const fileOf = (connectionId: string): string => mirrorFile(folder, connectionId);

  function opened(connectionId: string): Open {
    const known = lists.get(connectionId);
    if (known !== undefined) {
      if (known.fault !== null) throw known.fault;
      return known;
    }
    const file = openMirrorFile(fileOf(connectionId), now());
    return orClose(file.db, () => {
      file.begin(Math.max(now(), lastRevision + 1));
      // What a listing of a process that has ended left behind.
      file.db.exec('DELETE FROM staged');
      const open: Open = { file, load: null, fault: null, planned: false };
      lists.set(connectionId, open);
      plan(open);
      return open;
    });
  }

  function drop(connectionId: string): void {
    const file = lists.get(connectionId)?.file;
    if (file === undefined) return;
    lastRevision = Math.max(lastRevision, file.revision);
    file.db.close();
    lists.delete(connectionId);
  }

  /** What an answer says, and work that the call has left to do. */
  function told(connectionId: string): MirrorFacts {
    const open = opened(connectionId);
    plan(open);
    return open.file.facts;
  }

  /** Between calls, while nothing is being listed: indexes that a listing left unmade, then the search index. */
  function plan(open: Open): void {
    if (open.planned) return;
    open.planned = true;
    later(() => {
      open.planned = false;
      const { file } = open;
      if (!file.db.isOpen || open.load !== null || open.fault !== null) return;
      try {
        const isIndexed = file.facts.indexed === 1;
        if (!isIndexed) file.change((facts) => file.index(facts));
        if (!isIndexed || searchSome(file)) plan(open);
      } catch (error) {
        // A full disk or a lock mends itself, and the next call plans anew; damage does not.
        if (isDamage(error)) open.fault = error;
      }
    });
  }

  function running(connectionId: string, run: number): Load {
    const { load } = opened(connectionId);
    if (load?.number !== run) throw new Error('this listing is over');
    return load;
  }

  return {
    /** Opens the file where there is one, so that it can be read and what was left to do in it goes on. */
    tidy: (connectionId: string): MirrorFacts | null =>
      existsSync(fileOf(connectionId)) ? told(connectionId) : null,
    /** Begins a listing; gives the number of its run. Rows of a first one are shown while it runs. */
    begin: (connectionId: string): number => {
      const open = opened(connectionId);
      lastRun += 1;
      open.load = new Load(lastRun, open.file);
      return lastRun;
    },
    /** Takes a page; gives how many boards of it this run had not met, or null where it is not as `when` demands. */
    take: (connectionId: string, run: number, page: PackedPage, when: TakeWhen): number | null =>
      running(connectionId, run).take(page, when),
    /**
     * Takes the run's rows over in one step: new ones come, changed ones change, and those that a complete run did not
     * have are vanished since `at`. What was put or removed here since `begin` holds.
     */
    finish: (connectionId: string, run: number, end: ListingEnd): MirrorFacts & Lag => {
      const lag = running(connectionId, run).finish(end);
      opened(connectionId).load = null;
      return { ...told(connectionId), ...lag };
    },
    /** Drops the run; a first listing's rows stay, as maybe incomplete. */
    abandon: (connectionId: string, run: number): void => {
      running(connectionId, run).abandon();
      opened(connectionId).load = null;
      told(connectionId);
    },
    /** Boards made here, in one step. */
    put: (connectionId: string, ...items: readonly BoardItem[]): MirrorFacts => {
      const { file, load } = opened(connectionId);
      for (const [at, n] of putBoards(file, items).entries()) load?.keep(items[at]?.id ?? null, n);
      return told(connectionId);
    },
    /** Boards that were deleted here, for good: their rows go in one step, and no listing under way brings them back. */
    remove: (connectionId: string, ...boardIds: readonly string[]): MirrorFacts => {
      const { file, load } = opened(connectionId);
      file.change((facts) => {
        if (removeBoards(file, facts, boardIds) > 0) rowsChanged(facts);
      });
      for (const id of boardIds) load?.keep(id);
      return told(connectionId);
    },
    /** The service's times don't mean what they say: no row has an age any more, and each keeps its text. */
    undate: (connectionId: string): MirrorFacts => {
      const { file } = opened(connectionId);
      file.change((facts) => {
        file.db.exec('UPDATE boards SET created_ms = NULL, assumed_utc = 0 WHERE created_ms IS NOT NULL');
        rowsChanged(facts);
      });
      return told(connectionId);
    },
    /** Local notes or facts of boards (made here, previewed) have changed in the main database: answers are made anew. */
    notesChanged: (connectionId: string): MirrorFacts => {
      opened(connectionId).file.change((facts) => void (facts.revision += 1));
      return told(connectionId);
    },
    /** Makes the index that a list is sorted by a field with; throws once nobody waits for it any more. */
    sort: (connectionId: string, field: string): void =>
      makeSortIndex(opened(connectionId).file, field, now, progress),
    /** Deletes the mirror's file. */
    forget: (connectionId: string): void => {
      drop(connectionId);
      removeMirrorFile(fileOf(connectionId));
    },
    /** Keeps the file aside and makes an empty one in its place; every listing of it is over. */
    beginAnew: (connectionId: string): void => {
      drop(connectionId);
      keepAside(fileOf(connectionId), 'damaged', now());
      opened(connectionId);
    },
    close: (): void => {
      for (const connectionId of lists.keys()) drop(connectionId);
    },
  };
}
