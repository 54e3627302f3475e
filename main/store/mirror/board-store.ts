/** The boards of all connections, one file each: changes, listings, windows and selections. */
import type {
  BoardSelection,
  BoardWindow,
  BoardWindowRequest,
  RowNames,
  RowQuery,
} from '../../../preload/contract/boards.ts';
import type { Steps } from '../../lib/threads/rpc.ts';
import { answerReader } from '../../service/read-answer.ts';
import { itemKey, type BoardItem, type TakeWhen } from '../../service/types.ts';
import { isDamage, keepAside, mirrorFile, openBoardFile, removeFiles, type BoardFile } from './files.ts';
import { Load, WaitingPages } from './load.ts';
import {
  ListChanged,
  type Lag,
  type ListingCounts,
  type ListingEnd,
  type MirrorFacts,
  type RowWithRaw,
} from './mirror.ts';
import {
  asksForAge,
  boardNames,
  butUndated,
  isPlain,
  numbersOf,
  numbersOfIds,
  rowsOf,
  stepsOf,
  termOf,
  withoutRaw,
  type Snapshot,
} from './query.ts';

export interface BoardStoreOptions {
  /** The store creates this folder with its first file. */
  readonly folder: string;
  /** The file `easel.db`, read for local notes. */
  readonly mainDatabase: string;
  /** Epoch ms. */
  readonly now: () => number;
}

const MOST_ROWS = 1000;

/** Longer lists show their first rows before they are counted. */
const SHORT = 20_000;

/** Row numbers kept of the last queries and selections of all connections (32 MB). */
const MOST_NUMBERS = 8_000_000;

interface OpenFile {
  readonly file: BoardFile;
  load: Load | null;
  /** Ages count from the first query under a revision, so that ranks stay the same. */
  pinned: { readonly revision: number; readonly now: number };
}

export class BoardStore {
  readonly #options: BoardStoreOptions;
  readonly #open = new Map<string, OpenFile>();
  readonly pages = new WaitingPages();
  readonly read = answerReader(this.pages.hold.bind(this.pages));
  /** Row numbers per query or selection, the oldest first. */
  readonly #numbers = new Map<string, Uint32Array>();
  /** Connection of the last use of a file. */
  #used = '';
  /** The highest revision of any file: a new file starts above it. */
  #lastRevision = 0;
  #lastRun = 0;

  constructor(options: BoardStoreOptions) {
    this.#options = options;
  }

  #at(connectionId: string): OpenFile {
    this.#used = connectionId;
    const known = this.#open.get(connectionId);
    if (known !== undefined) return known;
    const { folder, mainDatabase, now } = this.#options;
    const revision = Math.max(now(), this.#lastRevision + 1);
    const file = openBoardFile(mirrorFile(folder, connectionId), mainDatabase, revision);
    const opened = { file, load: null, pinned: { revision: -1, now: 0 } };
    this.#open.set(connectionId, opened);
    return opened;
  }

  #close(connectionId: string): void {
    this.#open.get(connectionId)?.file.db.close();
    this.#open.delete(connectionId);
  }

  /** Sets the file used last aside if the error shows damage. Returns true if the call can be repeated. */
  recover(error: unknown): boolean {
    if (!isDamage(error)) return false;
    this.#close(this.#used);
    keepAside(mirrorFile(this.#options.folder, this.#used), this.#options.now());
    return true;
  }

  /** Deletes a connection's file. */
  forget(connectionId: string): void {
    this.#close(connectionId);
    removeFiles(mirrorFile(this.#options.folder, connectionId));
  }

  close(): void {
    for (const connectionId of this.#open.keys()) this.#close(connectionId);
  }

  facts(connectionId: string): MirrorFacts {
    const { lastN: _n, clockAheadMs: _ahead, ...facts } = this.#at(connectionId).file.facts;
    this.#lastRevision = Math.max(this.#lastRevision, facts.revision);
    return facts;
  }

  /** Begins a listing and returns its number, which is unique. Ends the connection's listing under way. */
  begin(connectionId: string): number {
    const opened = this.#at(connectionId);
    this.#lastRun = Math.max(this.#options.now(), this.#lastRun + 1);
    opened.load = new Load(this.#lastRun, opened.file);
    return this.#lastRun;
  }

  /** @throws if another listing has begun */
  #listing(connectionId: string, run: number): Load {
    const { load } = this.#at(connectionId);
    if (load?.number !== run) throw new Error('this listing is over');
    return load;
  }

  /** Inserts a page. Returns how many of its boards are new to this run, or null if the page fails `when`. */
  *take(connectionId: string, run: number, page: number, when: TakeWhen): Steps<number | null> {
    const fresh = this.#listing(connectionId, run).seen.take(this.pages.take(page), when);
    if (fresh === null) return null;
    for (let at = 0; at < fresh.length;) {
      if (at > 0) yield;
      at = this.#listing(connectionId, run).insert(fresh, at);
    }
    return fresh.length;
  }

  /** Ends a listing. A complete one marks the boards it lacks as vanished, except those put since `begin`. */
  finish(connectionId: string, run: number, end: ListingEnd): MirrorFacts & Lag & ListingCounts {
    const lag = this.#listing(connectionId, run).finish(end);
    this.#at(connectionId).load = null;
    return { ...this.facts(connectionId), ...lag };
  }

  /** Stops a listing and keeps its rows. */
  abandon(connectionId: string, run: number): void {
    this.#listing(connectionId, run).abandon();
    this.#at(connectionId).load = null;
  }

  /** Adds boards created here, in one transaction. */
  put(connectionId: string, ...items: BoardItem[]): MirrorFacts {
    const { file, load } = this.#at(connectionId);
    file.change((rows) => {
      for (const item of items) rows.put(item);
    });
    for (const item of items) load?.kept.add(itemKey(item));
    return this.facts(connectionId);
  }

  /** Removes boards deleted here, in one transaction. A listing under way does not add them again. */
  remove(connectionId: string, ...boardIds: string[]): MirrorFacts {
    const { file, load } = this.#at(connectionId);
    file.change((rows) => rows.remove(boardIds));
    for (const id of boardIds) load?.kept.add(id);
    return this.facts(connectionId);
  }

  /** Discards all creation times, because the service's times are wrong. Their texts stay. */
  undate(connectionId: string): MirrorFacts {
    this.#at(connectionId).file.change((rows) => rows.undate());
    return this.facts(connectionId);
  }

  /** Bumps the revision after a change of notes or board facts in `easel.db`. */
  notesChanged(connectionId: string): MirrorFacts {
    this.#at(connectionId).file.change((rows) => void (rows.areChanged = true));
    return this.facts(connectionId);
  }

  /** Counts all matches of a long list first, unless the request is hurried: then the first rows come `counting`. */
  *window(request: BoardWindowRequest): Steps<BoardWindow> {
    const { connectionId, from, query, fields, hurried = false } = request;
    if (!hurried) yield* this.#count(connectionId, query);
    const list = this.#snapshot(connectionId);
    const count = Math.min(request.count, MOST_ROWS);
    const { revision } = list.facts;
    const plain = isPlain(query);
    const isCounted = isShort(list) || from > 0 || this.#numbers.has(keyOf(list, query));
    const isPart = !isCounted && (hurried || plain);
    const numbers = isPart ? numbersOf(list, query, from + count + 1) : this.#numbersOf(list, query);
    const rows = rowsOf(list, numbers.subarray(from, from + count), fields).map(withoutRaw);
    if (isPart && plain) return { from, rows, matching: list.facts.rows, revision };
    const isAll = !isPart || (numbers.length <= count && !asksForAge(query));
    if (!isAll) return { from, rows, matching: rows.length, counting: true, revision };
    const undated = asksForAge(query) ? this.#numbersOf(list, butUndated(query)).length : 0;
    return { from, rows, matching: numbers.length, ...(undated > 0 && { undated }), revision };
  }

  /** Finds the row numbers of a long list in steps. Ends early if the list changes. */
  *#count(connectionId: string, query: RowQuery): Steps<void> {
    const list = this.#snapshot(connectionId);
    const { by, descending } = query.order;
    if (isShort(list) || isPlain(query) || by !== 'created' || this.#numbers.has(keyOf(list, query))) return;
    const dated: Uint32Array[] = [];
    const undated: Uint32Array[] = [];
    for (const { areDated, numbers } of stepsOf(list, query)) {
      (areDated ? dated : undated).push(numbers);
      yield;
      if (this.#snapshot(connectionId).facts.revision !== list.facts.revision) return;
    }
    const ordered = descending ? dated : dated.map((part) => part.toReversed()).toReversed();
    if (asksForAge(query)) this.#keep(keyOf(list, butUndated(query)), joined(undated));
    this.#keep(keyOf(list, query), joined(asksForAge(query) ? ordered : [...ordered, ...undated]));
  }

  /** Returns the rank of a board, or null. */
  rank(connectionId: string, query: RowQuery, boardId: string): number | null {
    const list = this.#snapshot(connectionId);
    const [board = 0] = numbersOfIds(list, [boardId]);
    const rank = this.#numbersOf(list, query).indexOf(board);
    return rank === -1 ? null : rank;
  }

  /** Counts the boards among `ids` that match the query. */
  countOf(connectionId: string, query: RowQuery, ids: readonly string[]): number {
    const list = this.#snapshot(connectionId);
    const chosen = new Set(numbersOfIds(list, ids));
    return this.#numbersOf(list, query).filter((n) => chosen.has(n)).length;
  }

  names(connectionId: string): RowNames {
    return boardNames(this.#snapshot(connectionId));
  }

  /**
   * Returns the size of a selection, and its rows from place `from` on, at most 1,000. Later pages use the row numbers of
   * the first, even if the list has changed.
   */
  rows(
    connectionId: string,
    selection: BoardSelection,
    from: number,
    count: number,
    fields: readonly string[],
  ): { readonly boards: number; readonly rows: readonly RowWithRaw[] } {
    const list = this.#snapshot(connectionId);
    const most = Math.min(count, MOST_ROWS);
    const key = JSON.stringify([connectionId, selection]);
    const all = from > 0 ? this.#numbers.get(key) : this.#resolve(list, selection);
    if (all === undefined) throw new ListChanged();
    // A selection of one page has no later pages.
    if (from === 0 && all.length > most) this.#keep(key, all);
    const page = all.subarray(from, from + most);
    const rows = rowsOf(list, page, fields);
    // A board removed since would shift the pages behind it.
    if (rows.length !== page.length) throw new ListChanged();
    return { boards: all.length, rows };
  }

  #resolve(list: Snapshot, selection: BoardSelection): Uint32Array {
    switch (selection.kind) {
      case 'ids':
        return numbersOfIds(list, selection.ids);
      case 'ranges':
        if (selection.revision !== list.facts.revision) throw new ListChanged();
        return inRanges(this.#numbersOf(list, selection.query), selection.ranges);
      case 'all': {
        const except = new Set(numbersOfIds(list, selection.except));
        return this.#numbersOf(list, selection.query).filter((n) => !except.has(n));
      }
    }
  }

  #snapshot(connectionId: string): Snapshot {
    const opened = this.#at(connectionId);
    const { file } = opened;
    const facts = this.facts(connectionId);
    const { revision } = facts;
    if (opened.pinned.revision !== revision)
      opened.pinned = { revision, now: this.#options.now() + file.facts.clockAheadMs };
    return { file, connectionId, facts, now: opened.pinned.now };
  }

  #numbersOf(list: Snapshot, query: RowQuery): Uint32Array {
    const key = keyOf(list, query);
    const known = this.#numbers.get(key);
    return known ?? this.#keep(key, numbersOf(list, query));
  }

  /** Drops the oldest numbers if there are too many. */
  #keep(key: string, numbers: Uint32Array): Uint32Array {
    this.#numbers.set(key, numbers);
    let sum = 0;
    for (const [each, { length }] of [...this.#numbers].toReversed()) {
      sum += length;
      if (sum > MOST_NUMBERS && each !== key) this.#numbers.delete(each);
    }
    return numbers;
  }
}

function isShort({ facts }: Snapshot): boolean {
  return facts.rows + facts.vanished <= SHORT;
}

function keyOf({ connectionId, facts }: Snapshot, { find, filters, order }: RowQuery): string {
  return JSON.stringify([connectionId, facts.revision, termOf(find), filters, order.by, order.descending]);
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  return Uint32Array.from(parts.flatMap((part) => Array.from(part)));
}

/** Ranges may overlap; each row is returned once, by rank. */
function inRanges(all: Uint32Array, ranges: readonly (readonly [number, number])[]): Uint32Array {
  const chosen = new Uint8Array(all.length);
  for (const [first, last] of ranges) {
    if (last >= all.length) throw new ListChanged();
    chosen.fill(1, first, last + 1);
  }
  return all.filter((_, at) => chosen[at] === 1);
}
