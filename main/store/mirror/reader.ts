/** The reading side of the mirrors: each answer is of one snapshot of a list's file. */
import { existsSync } from 'node:fs';
import type { Fields } from '../../service/wire/body.ts';
import { BOARD_ID_NAMES, unusableId } from '../../service/wire/ids.ts';
import { parseJson } from '../../service/wire/json.ts';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BoardQuery, BoardRow, BoardSelection, BoardWindow } from '../../../preload/contract/boards.ts';
import { itemKey } from '../../service/types.ts';
import { Answers, inRanges, overviewOf, Selections } from './results.ts';
import { NEVER, preparedOnce, readFacts, type StoredFacts } from './facts.ts';
import { FieldCounts, fieldValues, shows } from './fields.ts';
import { isDamage, mirrorFile } from './files.ts';
import { readMirrorFile } from './migrate.ts';
import { ListChanged, type Mirror, type MirrorFacts } from './mirror.ts';
import { DEFAULT_ORDER, isPlain, numbersOf, termOf, type Asked } from './query.ts';
import { addSortKey, hasSortIndex } from './sort-index.ts';
import { says } from './search.ts';

type Immediate<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : never;
};

/** Answers from mirrors, as `Mirror` says. Whatever it throws may be damage of the file (see `isDamage`). */
export interface MirrorReader extends Immediate<
  Pick<Mirror, 'facts' | 'window' | 'rank' | 'fields' | 'overview' | 'createdBetween' | 'ids' | 'rows'>
> {
  /** Whether all that a listing leaves to do between calls is done. */
  isTidy(connectionId: string): boolean;
  /** Closes the connection's file, because it is about to be moved or deleted. The next question opens it again. */
  release(connectionId: string): void;
  close(): void;
}

/** Most rows of one window, most ids of one page. */
const MOST_ROWS = 1000;
const MOST_IDS = 10_000;

/** Lists longer than this are not counted before their first rows are shown, where the page can wait for a count. */
const SHORT = 20_000;

/** While a first listing runs, answers may be so far behind, in ms or in how long their making took, … */
const BEHIND_MS = 2000;
const BEHIND_TIMES = 10;
/** … or the list so much longer. */
const GROWN = 1.25;

export interface ReaderOptions {
  readonly folder: string;
  /** The file of the main database, for local notes. */
  readonly mainDatabase: string;
  /** Epoch ms. */
  readonly now: () => number;
  /** Does something after the calls that wait. */
  readonly later?: (work: () => void) => void;
}

/** A list's file while it is open. */
interface Open {
  readonly connectionId: string;
  readonly db: DatabaseSync;
  /** A statement that is prepared once. */
  readonly sql: (text: string) => StatementSync;
  readonly fields: FieldCounts;
  readonly selections: Selections;
  /** What must stay as it is for questions under one revision. */
  pinned: { readonly revision: number; readonly now: number; readonly rows: number; tookMs: number };
}

/** What an answer is made from. */
interface Present extends Asked {
  readonly open: Open;
  readonly revision: number;
  readonly numbers: (query: BoardQuery) => Uint32Array;
}

/** Makes the reader. It opens files as they are asked for, and answers from none where there is none. */
export function createReader(options: ReaderOptions): MirrorReader {
  const { folder, mainDatabase, now, later = setImmediate } = options;
  const lists = new Map<string, Open>();
  const answers = new Answers();

  function listOf(connectionId: string): Open | null {
    const known = lists.get(connectionId);
    if (known !== undefined) return known;
    const db = readMirrorFile(mirrorFile(folder, connectionId));
    if (db === null) return null;
    try {
      attachMain(db, mainDatabase);
      db.function('says', { deterministic: true }, says as SqlFunction);
      addSortKey(db);
      db.function('shows', { deterministic: true }, shows as SqlFunction);
      const open: Open = {
        connectionId,
        db,
        sql: preparedOnce(db),
        fields: new FieldCounts(db, later),
        selections: new Selections(),
        pinned: { revision: -1, now: 0, rows: 0, tookMs: 0 },
      };
      lists.set(connectionId, open);
      return open;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  function answer<T>(connectionId: string, none: T, from: (present: Present) => T): T {
    const open = listOf(connectionId);
    if (open === null) return none;
    const { db } = open;
    db.exec('BEGIN');
    try {
      const facts = readFacts(db);
      return facts === null ? none : from(presentOf(open, facts));
    } catch (error) {
      if (isDamage(error)) checkMain(db, 'thoroughly');
      throw error;
    } finally {
      if (db.isTransaction) db.exec('ROLLBACK');
    }
  }

  function presentOf(open: Open, facts: StoredFacts): Present {
    const { db, connectionId, pinned } = open;
    // A first listing changes the list with every page, and has no indexes: each answer would sort all rows anew.
    const isBehind =
      facts.indexed === 0 &&
      facts.rows < pinned.rows * GROWN &&
      now() - pinned.now < Math.max(BEHIND_MS, pinned.tookMs * BEHIND_TIMES);
    if (pinned.revision !== facts.revision && !isBehind) {
      open.pinned = { revision: facts.revision, now: now(), rows: facts.rows, tookMs: 0 };
    }
    const { revision, now: at } = open.pinned;
    const asked: Asked = { db, connectionId, facts, now: at };
    const numbers = (query: BoardQuery): Uint32Array =>
      answers.get(keyOf(connectionId, revision, query), () => {
        const begun = performance.now();
        const found = numbersOf(asked, query);
        open.pinned.tookMs = Math.max(open.pinned.tookMs, performance.now() - begun);
        return found;
      });
    return { ...asked, open, revision, numbers };
  }

  /** The rows of a selection, by number. */
  function selected(
    present: Present,
    selection: BoardSelection,
    withIdOnly: boolean,
    page: { readonly from: number; readonly count: number },
  ): { readonly boards: number; readonly wanted: Uint32Array } {
    const numbers = present.open.selections.numbersOf([withIdOnly, selection], page, () => {
      const all = resolve(present, selection);
      if (!withIdOnly) return all;
      const without = new Set(
        present.open
          .sql('SELECT n FROM boards WHERE id IS NULL')
          .all()
          .map(({ n }) => Number(n)),
      );
      return without.size === 0 ? all : all.filter((n) => !without.has(n));
    });
    return { boards: numbers.length, wanted: numbers.subarray(page.from, page.from + page.count) };
  }

  return {
    facts: (connectionId) => answer<MirrorFacts>(connectionId, NEVER, ({ facts }) => facts),
    window: ({ connectionId, from, count, query, fields, hurried }) =>
      answer<BoardWindow>(connectionId, { from, rows: [], matching: 0, revision: 0 }, (present) => {
        const { facts, open, revision } = present;
        const most = Math.min(count, MOST_ROWS);
        const window = (numbers: Uint32Array, matching: number): BoardWindow => ({
          from,
          rows: rowsOf(open, numbers, fields.length > 0 ? WHOLE_ROWS : BARE_ROWS).map((row) =>
            toRow(row, fields),
          ),
          matching,
          revision,
        });
        const isHeld = answers.find(keyOf(connectionId, revision, query)) !== null;
        if (from === 0 && !isHeld && facts.indexed === 1 && facts.rows + facts.vanished > SHORT) {
          // The first rows don't wait for all of them.
          if (isPlain(query)) return window(numbersOf(present, query, most), facts.rows);
          if (hurried === true && !query.order.by.startsWith('field:')) {
            const first = numbersOf(present, query, most + 1);
            const counted = first.length <= most;
            const found = window(first.subarray(0, most), Math.min(first.length, most));
            return counted ? found : { ...found, counting: true };
          }
        }
        if (hurried === true && !isHeld && needsSortIndex(present, query)) {
          return { from, rows: [], matching: 0, sorting: 0, revision };
        }
        const numbers = present.numbers(query);
        return window(numbers.subarray(from, from + most), numbers.length);
      }),
    rank: (connectionId, query, idPrefix, after) =>
      answer<number | null>(connectionId, null, (present) => {
        const numbers = present.numbers(query);
        const board = numbersOfIds(present, [idPrefix])[0];
        const own = board === undefined ? -1 : numbers.indexOf(board);
        if (own >= after) return own;
        const filters = [...query.filters, { kind: 'id-prefix', prefix: idPrefix } as const];
        const alike = new Set(present.numbers({ ...query, filters }));
        const at = numbers.subarray(after).findIndex((n) => alike.has(n));
        return at === -1 ? null : after + at;
      }),
    fields: (connectionId) =>
      answer(connectionId, [], ({ open, facts }) => open.fields.get(facts.rowsRevision)),
    overview: (connectionId, query) =>
      answer(connectionId, { months: [], undated: 0 }, (present) => {
        const numbers = present.numbers({ ...query, order: { by: 'created', descending: true } });
        const created = present.db.prepare('SELECT created_ms AS at FROM boards WHERE n = ?');
        return overviewOf(
          numbers.length,
          (at) => (created.get(numbers[at] ?? 0)?.['at'] ?? null) as number | null,
        );
      }),
    createdBetween: (connectionId, from, to) =>
      answer(connectionId, [], ({ open }) => {
        const rows = open.sql(ROWS_BETWEEN).all({ connection: connectionId, from, to });
        return (rows as unknown as readonly Stored[]).map((row) => toRow(row, []));
      }),
    ids: (connectionId, selection, from, count) =>
      answer<ReturnType<MirrorReader['ids']>>(connectionId, { boards: 0, ids: [] }, (present) => {
        const page = { from, count: Math.min(count, MOST_IDS) };
        const { boards, wanted } = selected(present, selection, true, page);
        const rows = present.open.sql(IDS).all({ numbers: `[${wanted.join()}]` });
        return { boards, ids: whole(rows, wanted).map(({ id }) => String(id)) };
      }),
    rows: (connectionId, selection, from, count, fields) =>
      answer<ReturnType<MirrorReader['rows']>>(connectionId, { boards: 0, rows: [] }, (present) => {
        const page = { from, count: Math.min(count, MOST_IDS) };
        const { boards, wanted } = selected(present, selection, false, page);
        const rows = whole(rowsOf(present.open, wanted, WHOLE_ROWS), wanted);
        return { boards, rows: rows.map((row) => ({ ...toRow(row, fields), raw: row.raw })) };
      }),
    isTidy: (connectionId) =>
      answer(connectionId, true, ({ db, facts: { indexed, searchedTo, lastN } }) => {
        const isDue = db.prepare('SELECT 1 FROM search_due LIMIT 1').get() !== undefined;
        return indexed === 1 && searchedTo >= lastN && !isDue;
      }),
    release: (connectionId) => {
      const open = lists.get(connectionId);
      open?.fields.stop();
      open?.db.close();
      lists.delete(connectionId);
    },
    close: () => {
      for (const { db, fields } of lists.values()) {
        fields.stop();
        db.close();
      }
      lists.clear();
    },
  };
}

/** Whether sorting what matches would take so long that it is to be prepared first. */
function needsSortIndex({ db, facts, numbers }: Present, query: BoardQuery): boolean {
  const { by } = query.order;
  if (!by.startsWith('field:') || facts.indexed === 0 || hasSortIndex(db, by.slice('field:'.length)))
    return false;
  return numbers({ ...query, order: { by: 'created', descending: true } }).length > SHORT;
}

type SqlFunction = (...args: unknown[]) => string | number | null;

function keyOf(connectionId: string, revision: number, { find, filters, order }: BoardQuery): string {
  return JSON.stringify([connectionId, revision, termOf(find), filters, order.by, order.descending]);
}

function resolve(present: Present, selection: BoardSelection): Uint32Array {
  switch (selection.kind) {
    case 'ids':
      return numbersOfIds(present, selection.ids);
    case 'ranges':
      if (selection.revision !== present.revision) throw new ListChanged();
      return inRanges(present.numbers(selection.query), selection.ranges);
    case 'all': {
      const numbers = present.numbers(selection.query);
      const except = new Set(numbersOfIds(present, selection.except));
      return except.size === 0 ? numbers : numbers.filter((n) => !except.has(n));
    }
  }
}

/** In the order of the ids, each once. */
function numbersOfIds({ db }: Asked, ids: readonly string[]): Uint32Array {
  const find = db.prepare('SELECT n FROM boards WHERE id = ?');
  return Uint32Array.from(new Set(ids.flatMap((id) => (find.get(id)?.['n'] ?? []) as number)));
}

/** A board that came or went since the selection was resolved would shift the pages behind it. */
function whole<T>(found: readonly T[], page: Uint32Array): readonly T[] {
  if (found.length !== page.length) throw new ListChanged();
  return found;
}

interface Stored {
  readonly id: string | null;
  readonly createdMs: number | null;
  readonly createdRaw: string | null;
  readonly assumedUtc: number;
  readonly vanishedAt: number | null;
  /** Empty where nobody asked for it and an id says who it is. */
  readonly raw: string;
  /** Null where there is no note. */
  readonly label: string | null;
  readonly note: string;
  readonly tags: string;
  readonly customer: string;
  readonly protected: number;
  readonly madeAt: number | null;
  readonly previewedAt: number | null;
}

const rowsFrom = (boards: string, raw: string): string => `SELECT b.id, b.created_ms AS createdMs,
  b.created_raw AS createdRaw, b.assumed_utc AS assumedUtc, b.vanished_at AS vanishedAt, ${raw} AS raw,
  label, note, tags, customer, protected, made_at AS madeAt, previewed_at AS previewedAt FROM ${boards}
  LEFT JOIN notes l ON l.connection_id = :connection AND l.board_id = b.id
  LEFT JOIN board_facts f ON f.connection_id = :connection AND f.board_id = b.id`;
const BY_NUMBER = 'json_each(:numbers) j CROSS JOIN boards b ON b.n = j.value';
const IDENTITY = `iif(b.id IS NULL, b.raw, '')`;
const BARE_ROWS = rowsFrom(BY_NUMBER, IDENTITY);
const WHOLE_ROWS = rowsFrom(BY_NUMBER, 'b.raw');
const IDS = `SELECT b.id FROM ${BY_NUMBER} WHERE b.id IS NOT NULL`;
const ROWS_BETWEEN = `${rowsFrom('boards b', IDENTITY)}
  WHERE created_ms BETWEEN :from AND :to AND vanished_at IS NULL ORDER BY ${DEFAULT_ORDER}`;

/** Rows by their numbers, in their order; a number whose row is gone is left out. */
function rowsOf(open: Open, numbers: Uint32Array, statement: string): readonly Stored[] {
  const asked = { connection: open.connectionId, numbers: `[${numbers.join()}]` };
  return open.sql(statement).all(asked) as unknown as readonly Stored[];
}

/** The main database can't be read: that is no damage of a mirror, which would be begun anew. */
export class MainUnreadable extends Error {
  constructor(cause: unknown) {
    super('the main database could not be read', { cause });
  }
}

/** Joins the main database, where notes are. Without one nothing is written about any board. */
function attachMain(db: DatabaseSync, file: string): void {
  if (existsSync(file)) {
    try {
      db.prepare('ATTACH DATABASE ? AS main_database').run(file);
      checkMain(db);
    } catch (error) {
      throw new MainUnreadable(error);
    }
  } else {
    db.exec(`PRAGMA query_only = OFF;
      CREATE TEMP TABLE notes (n, connection_id, board_id, label, note, tags, customer, protected, words);
      CREATE VIRTUAL TABLE temp.note_search USING fts5 (words);
      CREATE TEMP TABLE board_facts (connection_id, board_id, made_at, previewed_at);
      PRAGMA query_only = ON;`);
  }
}

/** Throws where it was the main database that a statement could not read. */
function checkMain(db: DatabaseSync, how?: 'thoroughly'): void {
  try {
    const isAttached = db.location('main_database') !== null;
    const found = how && isAttached ? db.prepare('PRAGMA main_database.quick_check(1)').get() : null;
    if (found && found['quick_check'] !== 'ok') throw new Error('damaged');
    db.prepare('SELECT max(label), max(words), max(tags) FROM notes').get();
    db.prepare('SELECT max(made_at), max(previewed_at) FROM board_facts').get();
  } catch (error) {
    throw new MainUnreadable(error);
  }
}

function unusableIn(raw: string): { readonly unusableId: string } | null {
  const id = unusableId(parseJson(raw) as Fields, BOARD_ID_NAMES);
  return id === null ? null : { unusableId: id.slice(0, LONGEST_UNUSABLE) };
}

const LONGEST_UNUSABLE = 200;

function toRow(row: Stored, fields: readonly string[]): BoardRow {
  const { id, createdRaw, createdMs, assumedUtc, vanishedAt, label, note, customer } = row;
  return {
    rowKey: itemKey(row),
    id,
    ...(id === null && unusableIn(row.raw)),
    created:
      createdRaw === null ? null : { raw: createdRaw, epochMs: createdMs, assumedUtc: assumedUtc === 1 },
    vanishedAt,
    local:
      label === null
        ? null
        : {
            label,
            note,
            tags: JSON.parse(row.tags) as readonly string[],
            customer,
            protected: row.protected === 1,
          },
    madeHere: row.madeAt !== null,
    previewedAt: row.previewedAt,
    fields: fields.length > 0 ? fieldValues(row.raw, fields) : [],
  };
}
