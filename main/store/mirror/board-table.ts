/** The boards of one connection: changes, listings, windows and selections. */
import type {
  BoardSelection,
  BoardWindow,
  BoardWindowRequest,
  RowNames,
  RowQuery,
} from '../../../preload/contract/boards.ts';
import { itemKey, type BoardItem } from '../../service/types.ts';
import { boardNames, idsOf, rowsOf } from './board-rows.ts';
import type { BoardFile, FactsDraft } from './files.ts';
import { Load, Rows } from './load.ts';
import { ListChanged, type Lag, type ListingEnd, type MirrorFacts, type RowWithRaw } from './mirror.ts';
import {
  asksForAge,
  butUndated,
  countOn,
  isPlain,
  NEWEST_FIRST,
  numbersOf,
  termOf,
  type Count,
  type Snapshot,
} from './query.ts';

const MOST_WINDOW_ROWS = 1000;
const MOST_PAGE_IDS = 10_000;

/** Longer lists show their first rows before they are counted. */
const SHORT = 20_000;

/** Row numbers kept of the last queries and selections of all connections (32 MB). */
const MOST_NUMBERS = 8_000_000;

/** Row numbers per query or selection; the oldest are dropped. */
export class NumbersCache extends Map<string, Uint32Array> {
  override set(key: string, numbers: Uint32Array): this {
    super.set(key, numbers);
    let sum = 0;
    for (const [each, { length }] of [...this].toReversed()) {
      sum += length;
      if (sum > MOST_NUMBERS && each !== key) this.delete(each);
    }
    return this;
  }
}

interface BoardTableOptions {
  readonly file: BoardFile;
  readonly numbers: NumbersCache;
  /** Epoch ms. */
  readonly now: () => number;
}

export class BoardTable {
  lastRevision = 0;
  readonly #connectionId: string;
  readonly #file: BoardFile;
  readonly #numbers: NumbersCache;
  readonly #now: () => number;
  #load: Load | null = null;
  /** Ages count from the first query under a revision, so that ranks stay the same. */
  #pinned = { revision: -1, now: 0 };

  constructor(connectionId: string, { file, numbers, now }: BoardTableOptions) {
    this.#connectionId = connectionId;
    this.#file = file;
    this.#numbers = numbers;
    this.#now = now;
  }

  close(): void {
    if (this.#file.db.isOpen) this.#file.db.close();
  }

  facts(): MirrorFacts {
    const { lastN: _n, clockAheadMs: _ahead, ...facts } = this.#file.facts;
    this.lastRevision = facts.revision;
    return facts;
  }

  begin(run: number): number {
    this.#load = new Load(run, this.#file);
    return run;
  }

  /** @throws if another listing has begun */
  listing(run: number): Load {
    if (this.#load?.number !== run) throw new Error('this listing is over');
    return this.#load;
  }

  /** Ends a listing. A complete one marks the boards it lacks as vanished, except those put since `begin`. */
  finish(run: number, end: ListingEnd): MirrorFacts & Lag {
    const lag = this.listing(run).finish(end);
    this.#load = null;
    return { ...this.facts(), ...lag };
  }

  /** Stops a listing and keeps its rows. */
  abandon(run: number): void {
    this.listing(run).abandon();
    this.#load = null;
  }

  /** Adds boards created here, in one transaction. */
  put(...items: BoardItem[]): MirrorFacts {
    return this.#change((facts) => {
      const rows = new Rows(this.#file, facts);
      for (const item of items) {
        rows.put(item);
        this.#load?.keep(itemKey(item));
      }
      rows.end(true);
    });
  }

  /** Removes boards deleted here, in one transaction. A listing under way does not add them again. */
  remove(...boardIds: string[]): MirrorFacts {
    const changed = this.#change((facts) => {
      const rows = new Rows(this.#file, facts);
      rows.remove(boardIds);
      rows.end(true);
    });
    for (const id of boardIds) this.#load?.keep(id);
    return changed;
  }

  /** Discards all creation times, because the service's times are wrong. Their texts stay. */
  undate(): MirrorFacts {
    return this.#change((facts) => {
      this.#file.db.exec('UPDATE boards SET created_ms = NULL, assumed_utc = 0 WHERE created_ms IS NOT NULL');
      facts.revision += 1;
    });
  }

  /** Bumps the revision after a change of notes or board facts in `easel.db`. */
  notesChanged(): MirrorFacts {
    return this.#change((facts) => void (facts.revision += 1));
  }

  #change(work: (facts: FactsDraft) => void): MirrorFacts {
    this.#file.change(work);
    return this.facts();
  }

  /** One step of counting the matches of a long list. Returns null at the end, or if the list changed. */
  count(query: RowQuery, count: Count): Count | null {
    const list = this.#snapshot();
    const { revision } = list.facts;
    if (isShort(list) || query.order.by !== 'created') return null;
    if (this.#numbers.has(keyOf(list, query)) || (count.revision ?? revision) !== revision) return null;
    const next = countOn(list, query, count);
    if (!(next instanceof Uint32Array)) return next;
    this.#numbers.set(keyOf(list, query), next);
    return null;
  }

  /** A hurried request for the first rows of an uncounted long list gets them with `counting`. */
  window({ from, count, query, fields, hurried }: BoardWindowRequest): BoardWindow {
    const list = this.#snapshot();
    const most = Math.min(count, MOST_WINDOW_ROWS);
    const windowOf = (all: Uint32Array, matching = all.length): BoardWindow => ({
      from,
      rows: rowsOf(list, all.subarray(from, from + most), fields).map(({ raw: _raw, ...row }) => row),
      matching,
      ...(asksForAge(query) && undatedIn(list, query)),
      revision: list.facts.revision,
    });
    const plain = isPlain(query);
    const isCounted = isShort(list) || this.#numbers.has(keyOf(list, query));
    if (isCounted || from > 0 || (hurried !== true && !plain)) return windowOf(this.#numbersOf(list, query));
    const first = numbersOf(list, query, most + 1);
    if (plain) return windowOf(first, list.facts.rows);
    return first.length <= most ? windowOf(first) : { ...windowOf(first, most), counting: true };
  }

  /**
   * Returns the rank of the board with this id, else of the first board from rank `after` on whose id begins with it, else
   * null.
   */
  rank(query: RowQuery, idPrefix: string, after: number): number | null {
    const list = this.#snapshot();
    const all = this.#numbersOf(list, query);
    const board = numbersOfIds(list, [idPrefix])[0];
    const exact = board === undefined ? -1 : all.indexOf(board);
    if (exact >= after) return exact;
    const filters = [...query.filters, { kind: 'id-prefix', prefix: idPrefix } as const];
    const matches = new Set(this.#numbersOf(list, { ...query, filters }));
    const at = all.subarray(after).findIndex((n) => matches.has(n));
    return at === -1 ? null : after + at;
  }

  names(): RowNames {
    return boardNames(this.#snapshot());
  }

  /** Returns the size of a selection, and the ids of its boards from place `from` on, at most 10,000. */
  ids(selection: BoardSelection, from: number, count: number) {
    const { boards, found } = this.#selected(selection, from, count, idsOf);
    return { boards, ids: found.filter((id) => id !== null) };
  }

  /** Like `ids`, with whole rows. */
  rows(
    selection: BoardSelection,
    from: number,
    count: number,
    fields: readonly string[],
  ): { readonly boards: number; readonly rows: readonly RowWithRaw[] } {
    const { boards, found } = this.#selected(selection, from, count, (list, numbers) =>
      rowsOf(list, numbers, fields, true),
    );
    return { boards, rows: found };
  }

  /** Reads a page of a selection. Later pages use the row numbers of the first, even if the list has changed. */
  #selected<T>(
    selection: BoardSelection,
    from: number,
    count: number,
    read: (list: Snapshot, numbers: Uint32Array) => readonly T[],
  ): { readonly boards: number; readonly found: readonly T[] } {
    const list = this.#snapshot();
    const most = Math.min(count, MOST_PAGE_IDS);
    const key = JSON.stringify([this.#connectionId, selection]);
    const known = from > 0 ? this.#numbers.get(key) : undefined;
    if (known === undefined && from > 0) throw new ListChanged();
    const all = known ?? this.#resolve(list, selection);
    // A selection of one page has no later pages.
    if (known === undefined && all.length > most) this.#numbers.set(key, all);
    const page = all.subarray(from, from + most);
    const found = read(list, page);
    // A board removed since would shift the pages behind it.
    if (found.length !== page.length) throw new ListChanged();
    return { boards: all.length, found };
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

  #snapshot(): Snapshot {
    const file = this.#file;
    const { facts } = file;
    this.lastRevision = facts.revision;
    if (this.#pinned.revision !== facts.revision)
      this.#pinned = { revision: facts.revision, now: this.#now() + facts.clockAheadMs };
    return { file, connectionId: this.#connectionId, facts, now: this.#pinned.now };
  }

  #numbersOf(list: Snapshot, query: RowQuery): Uint32Array {
    const key = keyOf(list, query);
    const numbers = this.#numbers.get(key) ?? numbersOf(list, query);
    if (!this.#numbers.has(key)) this.#numbers.set(key, numbers);
    return numbers;
  }
}

function isShort({ facts }: Snapshot): boolean {
  return facts.rows + facts.vanished <= SHORT;
}

function keyOf({ connectionId, facts }: Snapshot, { find, filters, order }: RowQuery): string {
  return JSON.stringify([connectionId, facts.revision, termOf(find), filters, order.by, order.descending]);
}

/** Counts the boards that a filter by age leaves out because they have no time. */
function undatedIn(list: Snapshot, query: RowQuery): Pick<BoardWindow, 'undated'> {
  const { length } = numbersOf(list, { ...butUndated(query), order: NEWEST_FIRST });
  return length === 0 ? {} : { undated: length };
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

/** Returns each row number once, in the order of the ids. */
function numbersOfIds({ file }: Snapshot, ids: readonly string[]): Uint32Array {
  const find = file.sql('SELECT n FROM boards WHERE id = ?');
  return Uint32Array.from(new Set(ids.flatMap((id) => (find.get(id)?.['n'] ?? []) as number)));
}
