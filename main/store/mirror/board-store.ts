/** Stores the boards of all connections, each in its own file: changes, listings, pages of rows, and selections. */
import type {
  BoardSelection,
  BoardWindow,
  BoardWindowRequest,
  RowQuery,
} from '../../../preload/contract/boards.ts';
import type { Steps } from '../../lib/threads/rpc.ts';
import { answerReader, WaitingPages } from '../../service/read-answer.ts';
import type { BoardItem, TakeWhen, BoardPage } from '../../service/types.ts';
import { itemKey } from '../../service/wire/body.ts';
import { customerPage, customerTotals } from '../customers.ts';
import {
  asksForAge,
  boardNames,
  butUndated,
  INDEXES,
  isDamage,
  isPlain,
  NO_INDEXES,
  numbersInSteps,
  numbersOf,
  numbersOfIds,
  openBoardFile,
  removeFile,
  rowsOf,
  UNDATED,
  type BoardFile,
} from './board-file.ts';
import { isDamagedFile } from '../database-file.ts';
import {
  ListChanged,
  type BoardStoreOptions,
  type Differences,
  type ListingEnd,
  type MirrorFacts,
  type RowWithRaw,
} from './mirror.ts';

/** For lists of more boards than this, the first rows can be returned before all matches are counted. */
const SHORT = 20_000;

/** Maximum number of query results and selections in the cache. A result with a million boards takes 8 MB. */
const MOST_KEPT = 4;

export class BoardStore {
  readonly #options: Required<BoardStoreOptions>;
  readonly #open = new Map<string, BoardFile>();
  readonly #loads = new Map<string, Load>();
  readonly pages = new WaitingPages();
  readonly read = answerReader(this.pages);
  readonly #numbers = new Map<string, readonly number[]>();
  #used = '';
  /** Highest number so far of a listing or revision of a closed file. New listings and files get higher numbers. */
  #last = 0;

  constructor(options: BoardStoreOptions) {
    this.#options = { now: Date.now, ...options };
  }

  #at(connectionId: string): BoardFile {
    this.#used = connectionId;
    const known = this.#open.get(connectionId);
    if (known !== undefined) return known;
    this.#last = Math.max(this.#options.now(), this.#last + 1);
    const file = openBoardFile(connectionId, this.#options, this.#last);
    this.#open.set(connectionId, file);
    return file;
  }

  /** Returns a connection's file of boards. Before a query that filters by age, recomputes outdated ages. */
  #for(connectionId: string, query: RowQuery): BoardFile {
    const file = this.#at(connectionId);
    if (asksForAge(query)) file.renewAges();
    return file;
  }

  #close(connectionId: string): void {
    const file = this.#open.get(connectionId);
    this.#last = Math.max(this.#last, file?.facts.revision ?? 0);
    file?.db.close();
    this.#open.delete(connectionId);
    this.#loads.delete(connectionId);
  }

  /** Deletes the file of boards that was used last, if the error means that it is damaged. True if deleted. */
  recover(error: unknown): boolean {
    const file = this.#open.get(this.#used);
    // SQLite doesn't say which file is damaged. It may be the attached `easel.db`, which another thread repairs.
    if (!isDamage(error) || (isDamagedFile(error) && file?.isWhole() === true)) return false;
    this.forget(this.#used);
    return true;
  }

  forget(connectionId: string): void {
    this.#close(connectionId);
    removeFile(this.#options.folder, connectionId);
  }

  close(): void {
    for (const connectionId of this.#open.keys()) this.#close(connectionId);
  }

  facts(connectionId: string): MirrorFacts {
    const { lastN: _n, clockAheadMs: _ahead, boardApi: _api, ...facts } = this.#at(connectionId).facts;
    return facts;
  }

  begin(connectionId: string): number {
    const file = this.#at(connectionId);
    this.#last += 1;
    this.#loads.set(connectionId, new Load(this.#last, file));
    return this.#last;
  }

  #listing(connectionId: string, run: number): Load {
    this.#used = connectionId;
    const load = this.#loads.get(connectionId);
    if (load?.number !== run) throw new Error('this listing is over');
    return load;
  }

  /** Inserts a page of boards. Returns the number of new boards; null if the page doesn't meet the condition `when`. */
  *take(connectionId: string, run: number, page: number, when: TakeWhen): Steps<number | null> {
    const fresh = this.#listing(connectionId, run).seen.take(this.pages.take(page), when);
    if (fresh === null) return null;
    for (let at = 0; at < fresh.length;) {
      if (at > 0) yield;
      at = this.#listing(connectionId, run).insert(fresh, at);
    }
    return fresh.length;
  }

  /** Ends a listing. If complete, marks missing boards as vanished, except boards that Easel created meanwhile. */
  finish(connectionId: string, run: number, end: ListingEnd): MirrorFacts & Differences {
    const differences = this.#listing(connectionId, run).finish(end);
    this.#loads.delete(connectionId);
    return { ...this.facts(connectionId), ...differences };
  }

  abandon(connectionId: string, run: number): void {
    this.#listing(connectionId, run).abandon();
    this.#loads.delete(connectionId);
  }

  put(connectionId: string, ...items: BoardItem[]): void {
    this.#change(connectionId, items.map(itemKey), (file) => {
      for (const item of items) file.put(item);
    });
  }

  /** Removes boards. A listing that is running does not add them again. */
  remove(connectionId: string, ...boardIds: string[]): void {
    this.#change(connectionId, boardIds, (file) => file.remove(boardIds));
  }

  /** Marks all creation times as unknown, because the service's times proved wrong. Keeps their original texts. */
  undate(connectionId: string): void {
    this.#change(connectionId, [], (file) => file.undate());
  }

  notesChanged(connectionId: string): void {
    this.#change(connectionId, [], (file) => void (file.facts.revision += 1));
  }

  #change(connectionId: string, keys: readonly string[], work: (file: BoardFile) => void): void {
    const file = this.#at(connectionId);
    file.change(() => work(file));
    for (const key of keys) this.#loads.get(connectionId)?.kept.add(key);
  }

  /** Returns a page of rows from index `from` on. `hurried`: returns the first rows before counting all matches. */
  *window(request: BoardWindowRequest): Steps<BoardWindow> {
    const { connectionId, from, count, query, fields, hurried = false } = request;
    const plain = isPlain(query);
    // Without filters and search, nothing needs counting, because the length of the whole list is known.
    if (from > 0 || !(hurried || plain)) yield* this.#count(connectionId, query);
    if (!hurried && asksForAge(query)) yield* this.#count(connectionId, butUndated(query));
    const file = this.#for(connectionId, query);
    const { revision, rows: listed, vanished } = file.facts;
    const isCounted = listed + vanished <= SHORT || from > 0 || this.#numbers.has(keyOf(file, query));
    const isPart = !isCounted && (hurried || plain);
    const numbers = isPart ? numbersOf(file, query, from + count + 1) : this.#numbersOf(file, query);
    const rows = rowsOf(file, numbers.slice(from, from + count), fields).map(({ raw: _raw, ...row }) => row);
    if (isPart && plain) return { from, rows, matching: listed, revision };
    const isAll = !isPart || (numbers.length <= count && !asksForAge(query));
    if (!isAll) return { from, rows, matching: rows.length, counting: true, revision };
    const undated = asksForAge(query) ? this.#numbersOf(file, butUndated(query)).length : 0;
    return { from, rows, matching: numbers.length, ...(undated > 0 && { undated }), revision };
  }

  /** Finds the boards that match a query, in steps. Caches their row numbers if the list stays unchanged meanwhile. */
  *#count(connectionId: string, query: RowQuery): Steps<void> {
    const file = this.#for(connectionId, query);
    const { revision } = file.facts;
    if (query.order.by !== 'created' || this.#numbers.has(keyOf(file, query))) return;
    const steps = numbersInSteps(file, query);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return void this.#keep(keyOf(file, query), step.value);
      yield;
      if (this.#at(connectionId).facts.revision !== revision) return;
    }
  }

  /** Returns the positions of the boards `ids` in the result of a query, in ascending order. */
  ranks(connectionId: string, query: RowQuery, ids: readonly string[]): readonly number[] {
    const file = this.#for(connectionId, query);
    const wanted = new Set(numbersOfIds(file, ids));
    const ranks: number[] = [];
    for (const [rank, n] of this.#numbersOf(file, query).entries()) if (wanted.has(n)) ranks.push(rank);
    return ranks;
  }

  readonly names = (connectionId: string) => boardNames(this.#at(connectionId));
  readonly customerTotals = (connectionId: string) => customerTotals(this.#at(connectionId));
  readonly customerPage = (connectionId: string, customer: string) =>
    customerPage(this.#at(connectionId), customer);

  /** Returns the size of a selection, and its rows from `from` on. The call with `from` 0 caches the row numbers. */
  rows(
    connectionId: string,
    selection: BoardSelection,
    from: number,
    count: number,
    fields: readonly string[],
  ): { readonly boards: number; readonly rows: readonly RowWithRaw[] } {
    const file = selection.kind === 'ids' ? this.#at(connectionId) : this.#for(connectionId, selection.query);
    const key = JSON.stringify([connectionId, selection]);
    const all = from > 0 ? this.#numbers.get(key) : this.#resolve(file, selection);
    if (all === undefined) throw new ListChanged();
    if (all.length > from + count) this.#keep(key, all);
    const page = all.slice(from, from + count);
    const rows = rowsOf(file, page, fields);
    // Fails if a selected board was removed since the first call, because later rows would have a wrong index.
    if (rows.length !== page.length) throw new ListChanged();
    return { boards: all.length, rows };
  }

  #resolve(file: BoardFile, selection: BoardSelection): readonly number[] {
    switch (selection.kind) {
      case 'ids':
        return numbersOfIds(file, selection.ids);
      case 'ranges':
        // Fails during a first listing, because its boards change positions without a new revision.
        if (
          selection.revision !== file.facts.revision ||
          this.#loads.get(file.connectionId)?.isFirst === true
        )
          throw new ListChanged();
        return inRanges(this.#numbersOf(file, selection.query), selection.ranges);
      case 'all': {
        const except = new Set(numbersOfIds(file, selection.except));
        return this.#numbersOf(file, selection.query).filter((n) => !except.has(n));
      }
    }
  }

  #numbersOf(file: BoardFile, query: RowQuery): readonly number[] {
    const key = keyOf(file, query);
    return this.#keep(key, this.#numbers.get(key) ?? numbersOf(file, query));
  }

  #keep(key: string, numbers: readonly number[]): readonly number[] {
    this.#numbers.delete(key);
    this.#numbers.set(key, numbers);
    const [oldest = ''] = this.#numbers.keys();
    if (this.#numbers.size > MOST_KEPT) this.#numbers.delete(oldest);
    return numbers;
  }
}

function keyOf({ connectionId, facts }: BoardFile, query: RowQuery): string {
  return JSON.stringify([connectionId, facts.revision, query]);
}

/** Returns the row numbers at ranges of positions. Ranges may overlap; each row number is returned once. */
function inRanges(all: readonly number[], ranges: readonly (readonly [number, number])[]): readonly number[] {
  if (ranges.some(([, last]) => last >= all.length)) throw new ListChanged();
  const sorted = ranges.toSorted(([a], [b]) => a - b);
  return [...new Set(sorted.flatMap(([first, last]) => all.slice(first, last + 1)))];
}

/** A first listing shows new rows only when the list has grown by this factor, because sorting is slow. */
const GROWN = 1.1;

/** Maximum duration of a transaction that inserts boards, in ms. Its commit takes up to 6 ms more. */
const SLICE_MS = 10;

export class Load {
  readonly number: number;
  readonly isFirst: boolean;
  readonly seen = new SeenBoards();
  /** Keys (`itemKey`) of boards that Easel created or deleted during this listing. The listing must not change them. */
  readonly kept = new Set<string>();
  readonly #file: BoardFile;
  readonly #lastN: number;
  #shown = 0;
  #added = 0;

  constructor(number: number, file: BoardFile) {
    const { asOf, rows, lastN } = file.facts;
    this.number = number;
    this.#file = file;
    this.#lastN = lastN;
    this.isFirst = asOf === null && rows === 0;
    if (this.isFirst) file.db.exec(NO_INDEXES);
  }

  insert(boards: readonly BoardItem[], from: number): number {
    const until = performance.now() + SLICE_MS;
    let at = from;
    const file = this.#file;
    file.change(() => {
      const { facts } = file;
      const before = facts.lastN;
      for (const item of boards.slice(from)) {
        if (at > from && performance.now() > until) break;
        at += 1;
        if (this.kept.has(itemKey(item))) continue;
        if (this.isFirst) file.add(item);
        else file.put(item);
      }
      this.#added += facts.lastN - before;
      const areShown = !this.isFirst || facts.rows >= this.#shown * GROWN;
      if (areShown) this.#shown = facts.rows;
      return areShown;
    });
    return at;
  }

  abandon(): void {
    this.#file.change(() => {
      this.#file.db.exec(INDEXES);
      if (this.isFirst) this.#file.facts.revision += 1;
    });
  }

  finish({ at, made = [], deleted = [], clockAheadMs = 0, ...end }: ListingEnd): Differences {
    const isMissing = (key: string): boolean => !this.kept.has(key) && !this.seen.has(key);
    const missing = made.filter(isMissing);
    const isComplete = end.completeness === 'complete';
    let gone = 0;
    const file = this.#file;
    file.change(() => {
      const { facts } = file;
      file.db.exec(INDEXES);
      // Marks boards that the service no longer lists as vanished, but removes boards that Easel deleted.
      file.remove(deleted.filter(isMissing));
      if (isComplete && !this.isFirst)
        gone = file.vanish((key) => isMissing(key) && !missing.includes(key), at);
      Object.assign(facts, { ...end, asOf: at, clockAheadMs });
      if (this.isFirst) facts.revision += 1;
    });
    return {
      added: this.#added,
      oldest: this.#oldest(),
      gone,
      missing: isComplete ? missing : [],
      back: deleted.filter((id) => !this.kept.has(id) && this.seen.has(id)),
    };
  }

  #oldest(): number | null {
    // Returns null for a first listing, because all boards are new.
    if (this.isFirst) return null;
    // The unary plus keeps SQLite from using the index on age, so that the query reads only the added rows.
    const added = this.#file.sql('SELECT max(+age) AS age FROM boards WHERE n > ? AND +age < ?');
    const { age = null } = added.get(this.#lastN, UNDATED) ?? {};
    return age === null ? null : -Number(age);
  }
}

export class SeenBoards {
  readonly #keys = new Set<string>();
  #last: string | null = null;
  #endsUnreadable = false;

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Returns the boards of a page that are new to this listing; null if the page doesn't meet the condition `when`. */
  take({ items, notUnderstood, endsUnreadable }: BoardPage, when: TakeWhen): readonly BoardItem[] | null {
    const keys = items.map(itemKey);
    const mayRepeat = this.#endsUnreadable && notUnderstood > 0;
    if (when === 'meets-known' && !mayRepeat && !keys.some((key) => this.#keys.has(key))) return null;
    if (when === 'follows') {
      const others = keys.slice(1);
      const areNew = new Set(others).size === others.length && !others.some((key) => this.#keys.has(key));
      if (notUnderstood > 0 || keys[0] !== this.#last || !areNew) return null;
    }
    this.#last = keys.at(-1) ?? null;
    this.#endsUnreadable = endsUnreadable === true;
    return items.filter((item) => {
      const before = this.#keys.size;
      return this.#keys.add(itemKey(item)).size > before;
    });
  }
}
