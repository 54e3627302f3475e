/** The writing side of the mirrors: listings, single boards, and what is left to do between calls. */
import { existsSync } from 'node:fs';
import type { BoardPage } from '../../service/types.ts';
import { decodeBody } from '../../service/wire/body.ts';
import { isDamage, keepAside, mirrorFile, removeMirrorFile } from './files.ts';
import { Load, putBoard, readPage, removeBoards } from './load.ts';
import { NewerMirror, openMirrorFile } from './migrate.ts';
import type { Immediate, Mirror, MirrorFacts } from './mirror.ts';
import { rowsChanged, type BoardFile } from './schema.ts';
import { searchSome } from './search.ts';
import { makeSortIndex, type SortProgress } from './sort-index.ts';

export interface WriterOptions {
  readonly folder: string;
  /** Epoch ms. */
  readonly now: () => number;
  /** Does something after the calls that wait. */
  readonly later?: (work: () => void) => void;
  readonly progress?: SortProgress;
}

/** Somebody waits for ever. */
const UNHURRIED: SortProgress = new Float64Array([0, Infinity]);

type Written =
  | ('begin' | 'hold' | 'holdRead' | 'take' | 'finish' | 'abandon')
  | ('put' | 'remove' | 'notesChanged' | 'forget');

/** Changes mirrors, as `Mirror` says. Whatever it throws may be damage of the file (see `isDamage`). */
export interface MirrorWriter extends Immediate<Pick<Mirror, Written>> {
  /** Opens the file where there is one, so that it can be read and what was left to do in it goes on. */
  tidy(connectionId: string): MirrorFacts | null;
  /** Makes the index that a list is sorted by a field with; throws once nobody waits for it any more. */
  sort(connectionId: string, field: string): void;
  /** Keeps the file aside and makes an empty one in its place; every listing of it is over. */
  beginAnew(connectionId: string): void;
  close(): void;
}

/** A list's file while it is open. */
interface Open {
  readonly file: BoardFile;
  load: Load | null;
  /** What went wrong between calls: the next call tells of it. */
  fault: Error | null;
  /** There is work planned for it between calls. */
  planned: boolean;
}

/** Makes the writer. It opens files as they are asked for. */
export function createWriter(options: WriterOptions): MirrorWriter {
  const { folder, now, later = setImmediate, progress = UNHURRIED } = options;
  const lists = new Map<string, Open>();
  /** Revisions of files that are closed, for those that take their place. */
  const revisions = new Map<string, number>();
  let lastRun = 0;

  const fileOf = (connectionId: string): string => mirrorFile(folder, connectionId);

  function opened(connectionId: string): Open {
    const known = lists.get(connectionId);
    if (known !== undefined) {
      if (known.fault !== null) throw known.fault;
      return known;
    }
    const file = fileFor(connectionId);
    try {
      file.begin(Math.max(now(), (revisions.get(connectionId) ?? 0) + 1));
      // What a listing of a process that has ended left behind.
      file.db.exec('DELETE FROM staged');
      const open: Open = { file, load: null, fault: null, planned: false };
      lists.set(connectionId, open);
      plan(open);
      return open;
    } catch (error) {
      file.db.close();
      throw error;
    }
  }

  function fileFor(connectionId: string): BoardFile {
    const name = fileOf(connectionId);
    try {
      return openMirrorFile(name);
    } catch (error) {
      if (!(error instanceof NewerMirror)) throw error;
      keepAside(name, 'newer', now());
      return openMirrorFile(name);
    }
  }

  function drop(connectionId: string): void {
    const file = lists.get(connectionId)?.file;
    if (file === undefined) return;
    revisions.set(connectionId, file.revision);
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
    tidy: (connectionId) => (existsSync(fileOf(connectionId)) ? told(connectionId) : null),
    begin: (connectionId) => {
      const open = opened(connectionId);
      lastRun += 1;
      open.load = new Load(lastRun, open.file);
      return lastRun;
    },
    hold: (connectionId, run, bytes, ...asked) => {
      const { pages } = running(connectionId, run);
      const page = readPage(bytes, ...asked);
      return page === null ? { unread: bytes } : pages.hold(page);
    },
    holdRead: (connectionId, run, page) =>
      running(connectionId, run).pages.hold(JSON.parse(decodeBody(page)) as BoardPage),
    take: (connectionId, run, page, when) => running(connectionId, run).take(page, when),
    finish: (connectionId, run, end) => {
      const lag = running(connectionId, run).finish(end);
      opened(connectionId).load = null;
      return { ...told(connectionId), ...lag };
    },
    abandon: (connectionId, run) => {
      running(connectionId, run).abandon();
      opened(connectionId).load = null;
      told(connectionId);
    },
    put: (connectionId, item) => {
      const { file, load } = opened(connectionId);
      const n = putBoard(file, item);
      load?.keep(item.id, n);
      return told(connectionId);
    },
    remove: (connectionId, ...boardIds) => {
      const { file, load } = opened(connectionId);
      file.change((facts) => {
        if (removeBoards(file, facts, boardIds) > 0) rowsChanged(facts);
      });
      for (const id of boardIds) load?.keep(id);
      return told(connectionId);
    },
    notesChanged: (connectionId) => {
      opened(connectionId).file.change((facts) => void (facts.revision += 1));
      return told(connectionId);
    },
    sort: (connectionId, field) => makeSortIndex(opened(connectionId).file, field, progress, now),
    forget: (connectionId) => {
      drop(connectionId);
      removeMirrorFile(fileOf(connectionId));
    },
    beginAnew: (connectionId) => {
      drop(connectionId);
      keepAside(fileOf(connectionId), 'damaged', now());
      opened(connectionId);
    },
    close: () => {
      for (const connectionId of lists.keys()) drop(connectionId);
    },
  };
}
