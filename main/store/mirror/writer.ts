/** The writing side of the mirrors: listings, single boards, and what is left to do between calls. */
import { existsSync } from 'node:fs';
import type { BoardItem, BoardPage, ListShape } from '../../service/types.ts';
import { decodeBody } from '../../service/wire/body.ts';
import { BoardFile, NEVER, rowsChanged } from './facts.ts';
import { isDamage, keepAside, mirrorFile, removeMirrorFile } from './files.ts';
import { FEW_ROWS, Load, putBoard, readPage, removeBoards } from './load.ts';
import { NewerMirror, openMirrorFile } from './migrate.ts';
import type { HeldPage, Lag, ListingEnd, MirrorFacts, TakenPage, TakeWhen, UnheldPage } from './mirror.ts';
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

/** A file that is open. */
interface Held {
  readonly connectionId: string;
  readonly file: BoardFile;
  load: Load | null;
  /** What went wrong between calls: the next call tells of it. */
  fault: Error | null;
  /** There is work planned for it between calls. */
  planned: boolean;
}

/** Changes mirrors, as `Mirror` says. It opens files as they are asked for. Whatever it throws may be damage of the file. */
export class MirrorWriter {
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

  /** Opens the file, so that it can be read and what was left to do in it goes on. */
  facts(connectionId: string): MirrorFacts {
    return this.#isThere(connectionId) ? this.#tell(this.#open(connectionId)) : NEVER;
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
    held.load = new Load(this.#lastRun, file);
    return this.#lastRun;
  }

  hold(
    connectionId: string,
    run: number,
    bytes: Uint8Array,
    countHeader: string | undefined,
    known?: ListShape,
  ): HeldPage | UnheldPage {
    const { load } = this.#running(connectionId, run);
    const page = readPage(bytes, countHeader, known);
    return page === null ? { unread: bytes } : load.pages.hold(page);
  }

  holdRead(connectionId: string, run: number, page: Uint8Array): HeldPage {
    return this.#running(connectionId, run).load.pages.hold(JSON.parse(decodeBody(page)) as BoardPage);
  }

  take(connectionId: string, run: number, page: number, when: TakeWhen): TakenPage | null {
    return this.#running(connectionId, run).load.take(page, when);
  }

  finish(connectionId: string, run: number, end: ListingEnd): MirrorFacts & Lag {
    const { held, load } = this.#running(connectionId, run);
    const lag = load.finish(end);
    held.load = null;
    return { ...this.#tell(held), ...lag };
  }

  abandon(connectionId: string, run: number): void {
    const { held } = this.#running(connectionId, run);
    held.load = null;
    held.file.change(() => held.file.unstageAll());
    this.#plan(held);
  }

  put(connectionId: string, item: BoardItem): MirrorFacts {
    const held = this.#open(connectionId);
    const n = putBoard(held.file, item);
    held.load?.keep(item.id, n);
    return this.#tell(held);
  }

  remove(connectionId: string, ...boardIds: readonly string[]): MirrorFacts {
    const held = this.#open(connectionId);
    const { file } = held;
    file.change((facts) => {
      if (removeBoards(file, facts, boardIds) > 0) rowsChanged(facts);
    });
    for (const id of boardIds) held.load?.keep(id);
    return this.#tell(held);
  }

  /** Makes the index that a list is sorted by a field with; throws once nobody waits for it any more. */
  sort(connectionId: string, field: string): void {
    makeSortIndex(this.#open(connectionId).file, field, this.#progress, this.#now);
  }

  forget(connectionId: string): void {
    this.#drop(connectionId);
    removeMirrorFile(this.#fileOf(connectionId));
  }

  notesChanged(connectionId: string): MirrorFacts {
    if (!this.#isThere(connectionId)) return NEVER;
    const held = this.#open(connectionId);
    held.file.change((facts) => {
      facts.revision += 1;
    });
    return this.#tell(held);
  }

  /** Keeps the file aside and makes an empty one in its place; every listing of it is over. */
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

  #isThere(connectionId: string): boolean {
    return this.#held.has(connectionId) || existsSync(this.#fileOf(connectionId));
  }

  #open(connectionId: string): Held {
    const known = this.#held.get(connectionId);
    if (known !== undefined) {
      if (known.fault !== null) throw known.fault;
      return known;
    }
    const db = this.#openDatabase(this.#fileOf(connectionId));
    try {
      const after = Math.max(this.#now(), (this.#revisions.get(connectionId) ?? 0) + 1);
      const file = new BoardFile(db, after);
      // What a listing of a process that has ended left behind.
      file.unstageAll();
      const held: Held = { connectionId, file, load: null, fault: null, planned: false };
      this.#held.set(connectionId, held);
      this.#plan(held);
      return held;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  #openDatabase(name: string): BoardFile['db'] {
    try {
      return openMirrorFile(name);
    } catch (error) {
      if (!(error instanceof NewerMirror)) throw error;
      keepAside(name, 'newer', this.#now());
      return openMirrorFile(name);
    }
  }

  #drop(connectionId: string): void {
    const held = this.#held.get(connectionId);
    if (held === undefined) return;
    this.#revisions.set(connectionId, held.file.revision);
    held.file.db.close();
    this.#held.delete(connectionId);
  }

  #running(connectionId: string, run: number): { readonly held: Held; readonly load: Load } {
    const held = this.#open(connectionId);
    if (held.load?.number !== run) throw new Error('this listing is over');
    return { held, load: held.load };
  }

  /** What an answer says, and work that the call has left to do. */
  #tell(held: Held): MirrorFacts {
    this.#plan(held);
    return held.file.facts;
  }

  /** Between calls, while nothing is being listed: indexes that a listing left unmade, then the search index. */
  #plan(held: Held): void {
    if (held.planned) return;
    held.planned = true;
    this.#later(() => {
      held.planned = false;
      if (!held.file.db.isOpen || held.load !== null || held.fault !== null) return;
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
