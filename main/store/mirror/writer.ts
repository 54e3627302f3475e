/** The writing side of the mirrors: listings, single boards, and what is left to do between calls. */
import type { BoardPage } from '../../service/types.ts';
import { decodeBody } from '../../service/wire/body.ts';
import { parseJson } from '../../service/wire/json.ts';
import { BoardFile, rowsChanged, searchDue, whoIs } from './board-file.ts';
import { beginFacts, NEVER, readFacts, toMirrorFacts } from './facts.ts';
import {
  exists,
  isDamage,
  keepAside,
  mirrorFile,
  NewerMirror,
  openMirrorFile,
  removeMirrorFile,
} from './files.ts';
import { toMirrorItem } from './items.ts';
import { finishRun, takePage } from './merge.ts';
import type { MirrorWriter } from './messages.ts';
import type {
  HeldPage,
  ListingEnd,
  MirrorFacts,
  MirrorItem,
  TakenPage,
  TakeWhen,
  UnheldPage,
} from './mirror.ts';
import { readPage } from './read-page.ts';
import { FEW_ROWS, Run } from './run.ts';
import { dropSearched, searchSome } from './search.ts';
import { makeSortIndex, type SortProgress } from './sort.ts';

export interface WriterOptions {
  readonly folder: string;
  /** Epoch ms. */
  readonly now: () => number;
  /** Does something after the calls that wait. */
  readonly later?: (work: () => void) => void;
  readonly progress?: SortProgress;
}

/** Makes the writer. It opens files as they are asked for. */
export function createWriter(options: WriterOptions): MirrorWriter {
  const writer = new Writer(options);
  return {
    facts: (connectionId) => writer.facts(connectionId),
    begin: (connectionId) => writer.begin(connectionId),
    hold: (connectionId, run, bytes, countHeader) => writer.hold(connectionId, run, bytes, countHeader),
    holdRead: (connectionId, run, page) =>
      writer.running(connectionId, run).run.pages.hold(parseJson(decodeBody(page)) as BoardPage),
    take: (connectionId, run, page, when) => writer.take(connectionId, run, page, when),
    finish: (connectionId, run, end) => writer.finish(connectionId, run, end),
    abandon: (connectionId, run) => writer.abandon(connectionId, run),
    put: (connectionId, item) => writer.put(connectionId, item),
    remove: (connectionId, ...boardIds) => writer.remove(connectionId, boardIds),
    sort: (connectionId, field) => writer.sort(connectionId, field),
    forget: (connectionId) => writer.forget(connectionId),
    notesChanged: (connectionId) => writer.notesChanged(connectionId),
    beginAnew: (connectionId) => writer.beginAnew(connectionId),
    close: () => writer.close(),
  };
}

/** Somebody waits for ever. */
const UNHURRIED: SortProgress = new Float64Array([0, Infinity]);

/** A file that is open. */
interface Held {
  readonly connectionId: string;
  readonly file: BoardFile;
  run: Run | null;
  /** What went wrong between calls: the next call tells of it. */
  fault: Error | null;
  /** There is work planned for it between calls. */
  planned: boolean;
}

class Writer {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #later: (work: () => void) => void;
  readonly #progress: SortProgress;
  readonly #held = new Map<string, Held>();
  /** Revisions of files that are closed, for those that take their place. */
  readonly #revisions = new Map<string, number>();
  #lastRun = 0;

  constructor({ folder, now, later = setImmediate, progress = UNHURRIED }: WriterOptions) {
    this.#folder = folder;
    this.#now = now;
    this.#later = later;
    this.#progress = progress;
  }

  facts(connectionId: string): MirrorFacts {
    if (!this.#held.has(connectionId) && !exists(this.#fileOf(connectionId))) return NEVER;
    return this.#tell(this.#open(connectionId));
  }

  begin(connectionId: string): number {
    const held = this.#open(connectionId);
    const { file } = held;
    file.change((facts) => {
      file.unstageAll();
      if (facts.asOf === null && facts.rows <= FEW_ROWS) file.unindex(facts);
      else file.index(facts);
    });
    this.#lastRun += 1;
    held.run = new Run(this.#lastRun, file);
    return this.#lastRun;
  }

  hold(
    connectionId: string,
    number: number,
    bytes: Uint8Array,
    countHeader: string | undefined,
  ): HeldPage | UnheldPage {
    const { run } = this.running(connectionId, number);
    const page = readPage(bytes, countHeader);
    return page === null ? { unread: bytes } : run.pages.hold(page);
  }

  take(connectionId: string, number: number, page: number, when: TakeWhen): TakenPage | null {
    const { file, run } = this.running(connectionId, number);
    const taken = run.pages.take(page, when);
    if (taken === null) return null;
    const { fresh, repeated } = taken;
    takePage(file, run, fresh.map(toMirrorItem));
    return { fresh: fresh.length, repeated };
  }

  finish(connectionId: string, number: number, end: ListingEnd): MirrorFacts {
    const { held, file, run } = this.running(connectionId, number);
    finishRun(file, run, end);
    held.run = null;
    return this.#tell(held);
  }

  abandon(connectionId: string, number: number): void {
    const { held, file } = this.running(connectionId, number);
    held.run = null;
    file.change(() => file.unstageAll());
    this.#plan(held);
  }

  put(connectionId: string, item: MirrorItem): MirrorFacts {
    const held = this.#open(connectionId);
    const { file } = held;
    const who = whoIs(item);
    file.change((facts) => {
      const row = file.find(item);
      const n = row?.n ?? facts.lastN + 1;
      if (row === undefined) {
        file.insert(n, item);
        facts.lastN = n;
      } else {
        file.update(n, item);
      }
      if (row?.vanished === true) facts.vanished -= 1;
      if (row?.vanished !== false) facts.rows += 1;
      searchDue(file, n);
      rowsChanged(facts);
      held.run?.see(n);
    });
    held.run?.hold(who);
    return this.#tell(held);
  }

  remove(connectionId: string, boardIds: readonly string[]): MirrorFacts {
    const held = this.#open(connectionId);
    const { file } = held;
    file.change((facts) => {
      const find = file.sql('SELECT n, vanished_at AS vanishedAt FROM boards WHERE id = ?');
      const rows = boardIds.flatMap((boardId) => find.all(boardId));
      for (const { n, vanishedAt } of rows as unknown as readonly {
        n: number;
        vanishedAt: number | null;
      }[]) {
        file.sql('DELETE FROM boards WHERE n = ?').run(n);
        dropSearched(file, n);
        if (vanishedAt === null) facts.rows -= 1;
        else facts.vanished -= 1;
      }
      if (rows.length > 0) rowsChanged(facts);
    });
    for (const id of boardIds) held.run?.hold(whoIs({ id, key: '' }));
    return this.#tell(held);
  }

  sort(connectionId: string, field: string): void {
    makeSortIndex(this.#open(connectionId).file, field, this.#progress, this.#now);
  }

  forget(connectionId: string): void {
    this.#drop(connectionId);
    removeMirrorFile(this.#fileOf(connectionId));
  }

  notesChanged(connectionId: string): MirrorFacts {
    if (!this.#held.has(connectionId) && !exists(this.#fileOf(connectionId))) return NEVER;
    const held = this.#open(connectionId);
    held.file.change((facts) => {
      facts.revision += 1;
    });
    return this.#tell(held);
  }

  beginAnew(connectionId: string): void {
    this.#drop(connectionId);
    keepAside(this.#fileOf(connectionId), 'damaged', this.#now());
    this.#open(connectionId);
  }

  close(): void {
    for (const connectionId of this.#held.keys()) this.#drop(connectionId);
  }

  #fileOf(connectionId: string): string {
    return mirrorFile(this.#folder, connectionId);
  }

  #open(connectionId: string): Held {
    const known = this.#held.get(connectionId);
    if (known !== undefined) {
      if (known.fault !== null) throw known.fault;
      return known;
    }
    const file = this.#openFile(connectionId);
    const held: Held = { connectionId, file, run: null, fault: null, planned: false };
    this.#held.set(connectionId, held);
    this.#plan(held);
    return held;
  }

  #openFile(connectionId: string): BoardFile {
    const db = this.#openDatabase(this.#fileOf(connectionId));
    try {
      if (readFacts(db) === null) {
        beginFacts(db, Math.max(this.#now(), (this.#revisions.get(connectionId) ?? 0) + 1));
      }
      const file = new BoardFile(db);
      // What a run of a process that has ended left behind.
      file.unstageAll();
      return file;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  #openDatabase(name: string): BoardFile['db'] {
    const open = (): BoardFile['db'] => {
      const db = openMirrorFile(name, { readOnly: false });
      if (db === null) throw new Error('no file to write to');
      return db;
    };
    try {
      return open();
    } catch (error) {
      if (!(error instanceof NewerMirror)) throw error;
      keepAside(name, 'newer', this.#now());
      return open();
    }
  }

  #drop(connectionId: string): void {
    const held = this.#held.get(connectionId);
    if (held === undefined) return;
    this.#revisions.set(connectionId, held.file.revision);
    held.file.db.close();
    this.#held.delete(connectionId);
  }

  running(connectionId: string, number: number): { held: Held; file: BoardFile; run: Run } {
    const held = this.#open(connectionId);
    if (held.run?.number !== number) throw new Error('this listing is over');
    return { held, file: held.file, run: held.run };
  }

  /** What an answer says, and work that the call has left to do. */
  #tell(held: Held): MirrorFacts {
    this.#plan(held);
    return toMirrorFacts(held.file.facts);
  }

  /** Between calls, while nothing is being listed: indexes that a run left unmade, then the search index. */
  #plan(held: Held): void {
    if (held.planned) return;
    held.planned = true;
    this.#later(() => {
      held.planned = false;
      if (!held.file.db.isOpen || held.run !== null || held.fault !== null) return;
      try {
        if (tidy(held.file)) this.#plan(held);
      } catch (error) {
        // A full disk or a lock mends itself, and the next call plans anew; damage does not.
        if (isDamage(error)) held.fault = error;
      }
    });
  }
}

/** Does a part of what a listing has left to do; gives whether there is more. */
function tidy(file: BoardFile): boolean {
  if (file.facts.indexed === 1) return searchSome(file);
  file.change((facts) => file.index(facts));
  return true;
}
