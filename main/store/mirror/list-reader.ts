/** Answers about one connection's list. Each answer is of one snapshot of its file. */
import type { DatabaseSync } from 'node:sqlite';
import type {
  BoardField,
  BoardOverview,
  BoardQuery,
  BoardRow,
  BoardSelection,
  BoardWindow,
  BoardWindowRequest,
} from '../../../preload/contract/boards.ts';
import { readFacts, type StoredFacts } from './facts.ts';
import { FieldCounts } from './field-counts.ts';
import { openMirrorFile } from './files.ts';
import { HeldList, type HeldOptions } from './held-list.ts';
import { ListChanged } from './list-changed.ts';
import { MARKS } from './local.ts';
import { matchRanks } from './matching.ts';
import type { RowWithRaw } from './mirror.ts';
import { isDefaultOrder, queryRanks } from './ordering.ts';
import { overviewOf } from './overview.ts';
import { indexOfRank, rankAt, sliceRanks } from './ranks.ts';
import { RowReader } from './row-reader.ts';
import type { Searched } from './searched.ts';
import { Selections, type Present } from './selection.ts';

/** Most rows of one window, most ids of one page. */
const MOST_ROWS = 1000;
const MOST_IDS = 10_000;

type ListOptions = Omit<HeldOptions, 'open'> & { readonly file: string };

/** The file while it is open, with what is held of it. */
interface Open {
  readonly db: DatabaseSync;
  readonly rows: RowReader;
  readonly held: HeldList;
  readonly fields: FieldCounts;
  readonly selections: Selections;
}

/** What an answer is made from. */
interface Asked extends Open {
  readonly facts: StoredFacts;
  /** The list, read anew where it must be. */
  readonly list: () => Searched;
}

export class ListReader {
  readonly #options: ListOptions;
  #open: Open | null = null;

  constructor(options: ListOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open?.held.size ?? 0;
  }

  window({ from, count, query, fields }: BoardWindowRequest): BoardWindow {
    return this.#answer({ from, rows: [], matching: 0, revision: 0 }, (asked) => {
      const { db, facts, held, rows } = asked;
      const most = Math.min(count, MOST_ROWS);
      const isPlain = query.find.trim() === '' && query.filters.length === 0 && isDefaultOrder(query.order);
      const ready = held.ready(db, facts);
      if (ready === null && isPlain && facts.indexed === 1) {
        // The first rows don't wait for all of them.
        this.#loadLater();
        const numbers = rows.firstNumbers(from, most);
        const { rows: matching, revision } = facts;
        return { from, rows: rows.byNumber(numbers, fields), matching, revision };
      }
      const list = ready ?? asked.list();
      const ranks = queryRanks(list, query);
      const places = sliceRanks(ranks, from, most);
      const { marks } = list.local;
      const shown = rows.byNumber(
        places.map((rank) => list.columns.n[rank] ?? 0),
        fields,
        (at) => ((marks?.[places[at] ?? 0] ?? 0) & MARKS.known) !== 0,
      );
      return { from, rows: shown, matching: ranks.length, revision: list.revision };
    });
  }

  rank(query: BoardQuery, idPrefix: string, after: number): number | null {
    return this.#answer<number | null>(null, (asked) => {
      const list = asked.list();
      const ranks = queryRanks(list, query);
      const board = boardOf(list, idPrefix);
      const own = board === null ? -1 : indexOfRank(ranks, board.rank, isDefaultOrder(query.order));
      if (own >= after) return own;
      const prefix = idPrefix.toLowerCase();
      for (let at = after; at < ranks.length; at += 1) {
        if (list.columns.ids.beginsWith(rankAt(ranks, at), prefix)) return at;
      }
      return null;
    });
  }

  fields(): readonly BoardField[] {
    return this.#answer<readonly BoardField[]>([], ({ db, facts, fields }) =>
      fields.get(db, facts.rowsRevision),
    );
  }

  overview(query: BoardQuery): BoardOverview {
    return this.#answer<BoardOverview>({ months: [], undated: 0 }, (asked) => {
      const list = asked.list();
      return overviewOf(list.columns, matchRanks(list, query));
    });
  }

  createdBetween(from: number, to: number): readonly BoardRow[] {
    return this.#answer<readonly BoardRow[]>([], ({ rows }) => rows.createdBetween(from, to));
  }

  ids(selection: BoardSelection, from: number, count: number): { boards: number; ids: readonly string[] } {
    return this.#answer<{ boards: number; ids: readonly string[] }>({ boards: 0, ids: [] }, (asked) => {
      const page = { from, count: Math.min(count, MOST_IDS) };
      const numbers = asked.selections.numbersOf(selection, true, page, () => presentOf(asked.list()));
      const wanted = numbers.subarray(from, from + page.count);
      return { boards: numbers.length, ids: whole(asked.rows.idsByNumber(wanted), wanted) };
    });
  }

  rows(
    selection: BoardSelection,
    from: number,
    count: number,
    fields: readonly string[],
  ): { boards: number; rows: readonly RowWithRaw[] } {
    return this.#answer<{ boards: number; rows: readonly RowWithRaw[] }>({ boards: 0, rows: [] }, (asked) => {
      const page = { from, count: Math.min(count, MOST_IDS) };
      const numbers = asked.selections.numbersOf(selection, false, page, () => presentOf(asked.list()));
      const wanted = numbers.subarray(from, from + page.count);
      return { boards: numbers.length, rows: whole(asked.rows.withRaw(wanted, fields), wanted) };
    });
  }

  /** Reads the list's rows between calls, where that is due. */
  load(): void {
    this.#answer<null>(null, ({ db, facts, held }) => {
      held.prepare(db, facts);
      return null;
    });
  }

  notesChanged(): void {
    this.#open?.held.notesChanged();
  }

  /** Lets go of what takes room. */
  rest(): void {
    this.#open?.held.rest();
  }

  close(): void {
    this.#open?.held.rest();
    this.#open?.fields.stop();
    this.#open?.db.close();
    this.#open = null;
  }

  #loadLater(): void {
    const open = this.#open;
    this.#options.later(() => {
      // Released meanwhile, it must stay closed. What fails now fails at the next question too, and is told then.
      if (open === null || this.#open !== open) return;
      try {
        this.load();
      } catch {
        open.held.rest();
      }
    });
  }

  #answer<T>(none: T, answer: (asked: Asked) => T): T {
    const open = (this.#open ??= this.#openFile());
    if (open === null) return none;
    const { db, held } = open;
    db.exec('BEGIN');
    try {
      const facts = readFacts(db);
      return facts === null ? none : answer({ ...open, facts, list: () => held.get(db, facts) });
    } finally {
      if (db.isTransaction) db.exec('ROLLBACK');
    }
  }

  #openFile(): Open | null {
    const { file, connectionId, main, later } = this.#options;
    const again = (): DatabaseSync | null => openMirrorFile(file, { readOnly: true });
    const db = again();
    if (db === null) return null;
    try {
      return {
        db,
        rows: new RowReader(connectionId, db, main),
        held: new HeldList({ ...this.#options, open: again }),
        fields: new FieldCounts(later),
        selections: new Selections(),
      };
    } catch (error) {
      db.close();
      throw error;
    }
  }
}

/** A board that came or went since the selection was resolved would shift the pages behind it. */
function whole<T>(found: readonly T[], page: Uint32Array): readonly T[] {
  if (found.length !== page.length) throw new ListChanged();
  return found;
}

function presentOf(list: Searched): Present {
  return { list, boardOf: (boardId) => boardOf(list, boardId) };
}

function boardOf(
  { db, columns }: Searched,
  boardId: string,
): { readonly n: number; readonly rank: number } | null {
  const row = db.prepare('SELECT n, created_ms AS created FROM boards WHERE id = ?').get(boardId);
  if (row === undefined) return null;
  const { n, created } = row as { n: number; created: number | null };
  const rank = columns.rankOf(n, created);
  return rank === -1 ? null : { n, rank };
}
