/** The reading side of the mirrors: each answer is of one snapshot of a list's file. */
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type {
  BoardField,
  BoardOverview,
  BoardQuery,
  BoardRow,
  BoardSelection,
  BoardSummary,
  BoardWindow,
  BoardWindowRequest,
} from '../../../preload/contract/boards.ts';
import type { Fields } from '../../service/wire/body.ts';
import { fieldValues, furtherFields, says, shows, type Told } from '../../service/wire/fields.ts';
import { BOARD_ID_NAMES, unusableId } from '../../service/wire/ids.ts';
import { parseJson } from '../../service/wire/json.ts';
import { LINE_COLUMNS, linesOf, type LineColumns, type LineFormat, type RowWithRaw } from '../board-lines.ts';
import { orClose } from '../database-file.ts';
import { foldWord } from '../tables/note-words.ts';
import { isDamage, mirrorFile, type MirrorThreadOptions } from './files.ts';
import { MirrorError, type MirrorFacts } from './mirror.ts';
import { asksForAge, butUndated, isPlain, numbersOf, termOf, type Asked } from './query.ts';
import { readMirrorFile, type BoardFile, type StoredFacts } from './schema.ts';
import { addSortKey, hasSortIndex } from './sort.ts';
import type { MirrorWorkerData } from './worker.ts';

export type MirrorReader = ReturnType<typeof createReader>;

const NEWEST_FIRST = { by: 'created', descending: true } as const;

/** Most rows of one window, most ids of one page. */
const MOST_ROWS = 1000;
const MOST_IDS = 10_000;

/** Boards that are counted, and sorted by anything, at once. */
const SHORT = 20_000;

/**
 * Row numbers that are held of the last answers: 12 MB. A question keeps its answer for as long as the list stays the
 * same, so that ranks mean the same boards; a window from it costs 0.2 ms, and asking anew 150 ms (at a million).
 */
const MOST_ANSWERED = 3_000_000;
/** The same of selections whose pages may be asked for in turn. */
const MOST_SELECTED = 15_000_000;

interface Open {
  readonly file: BoardFile;
  readonly fields: ReturnType<typeof fieldCounter>;
  /** What must stay as it is for questions under one revision. */
  pinned: { readonly revision: number; readonly now: number };
}

type ReaderOptions = MirrorThreadOptions & Pick<MirrorWorkerData, 'mainDatabase'>;

/** Answers from mirrors. Whatever it throws may be damage of the file (see `isDamage`). */
export function createReader({ folder, mainDatabase, now, later = setImmediate }: ReaderOptions) {
  const lists = new Map<string, Open>();
  const answers = new Map<string, Uint32Array>();
  const selections = new Map<string, Uint32Array>();

  function opened(connectionId: string): Open {
    const name = mirrorFile(folder, connectionId);
    const known = lists.get(connectionId);
    // An empty list in memory stands for a file that was not there.
    if (known !== undefined && (known.file.db.location() !== null || !existsSync(name))) return known;
    release(connectionId);
    const file = readMirrorFile(name);
    const { db } = file;
    return orClose(db, () => {
      ofMain(db, 'ATTACH DATABASE ? AS main_database', mainDatabase);
      db.function('says', { deterministic: true }, says as SqlFunction);
      db.function('shows', { deterministic: true }, shows as SqlFunction);
      addSortKey(db);
      const fields = fieldCounter(file, later);
      const open = { file, fields, pinned: { revision: -1, now: 0 } };
      lists.set(connectionId, open);
      return open;
    });
  }

  /** Closes a file, because it is about to be moved or deleted. The next question opens it again. */
  function release(connectionId: string): void {
    lists.get(connectionId)?.file.db.close();
    lists.delete(connectionId);
  }

  function answer<T>(connectionId: string, from: (present: Asked) => T): T {
    const open = opened(connectionId);
    const { file } = open;
    file.db.exec('BEGIN');
    try {
      const { facts } = file;
      if (open.pinned.revision !== facts.revision) open.pinned = { revision: facts.revision, now: now() };
      const held = (query: BoardQuery): Uint32Array | null => answers.get(keyOf(asked, query)) ?? null;
      const numbers = (query: BoardQuery): Uint32Array =>
        held(query) ?? hold(answers, MOST_ANSWERED, keyOf(asked, query), numbersOf(asked, query));
      const asked = { file, connectionId, facts, now: open.pinned.now, held, numbers };
      return from(asked);
    } catch (error) {
      const check = isDamage(error) && ofMain(file.db, 'PRAGMA main_database.quick_check(1)')['quick_check'];
      throw check === false || check === 'ok' ? error : new MirrorError('main-unreadable', error);
    } finally {
      if (file.db.isTransaction) file.db.exec('ROLLBACK');
    }
  }

  /**
   * A page of the boards that a selection means. What it meant when its first page was asked for holds for the pages
   * behind it, whatever happens to the list in between.
   */
  function selected(present: Asked, selection: BoardSelection, hasId: boolean, from: number, most: number) {
    const count = Math.min(most, MOST_IDS);
    const key = JSON.stringify([present.connectionId, hasId, selection]);
    let numbers = from > 0 ? selections.get(key) : undefined;
    if (numbers === undefined) {
      if (from > 0) throw new MirrorError('list-changed');
      numbers = resolve(present, selection);
      const nameless = hasId ? present.file.sql('SELECT n FROM boards WHERE id IS NULL').all() : [];
      const without = new Set(nameless.map(({ n }) => n));
      if (without.size > 0) numbers = numbers.filter((n) => !without.has(n));
      // What fits into its first page would only push out another selection, whose pages are still being asked for.
      if (numbers.length > count) hold(selections, MOST_SELECTED, key, numbers);
    }
    return { boards: numbers.length, wanted: numbers.subarray(from, from + count) };
  }

  return {
    /** `isUntidy`: a listing has left something to do between calls. */
    facts: (connectionId: string): MirrorFacts & { readonly isUntidy?: boolean } =>
      answer(connectionId, ({ file, facts }) => ({ ...facts, isUntidy: isUntidy(file, facts) })),
    window: ({ connectionId, from, count, query, fields, hurried }: BoardWindowRequest): BoardWindow =>
      answer(connectionId, (present) => {
        const { facts } = present;
        const most = Math.min(count, MOST_ROWS);
        const shown = (numbers: Uint32Array, matching = numbers.length): BoardWindow => {
          const page = rowsOf(present, numbers.subarray(from, from + most), fields.length > 0);
          const rows = page.map((row) => toRow(row, fields));
          return { from, rows, matching, ...undatedIn(present, query), revision: facts.revision };
        };
        if (present.held(query) === null) {
          const isHurried = hurried === true && !query.order.by.startsWith('field:');
          // The first rows don't wait for all of them.
          if (from === 0 && isLong(facts) && (isHurried || isPlain(query))) {
            const first = numbersOf(present, query, most + 1);
            if (isPlain(query)) return shown(first, facts.rows);
            return first.length <= most ? shown(first) : { ...shown(first, most), counting: true };
          }
          if (hurried === true && needsSortIndex(present, query))
            return { ...shown(new Uint32Array()), sorting: 0 };
        }
        return shown(present.numbers(query));
      }),
    /** The place of the board with this id, else of the first from `after` on whose id begins so; null for none. */
    rank: (connectionId: string, query: BoardQuery, idPrefix: string, after: number): number | null =>
      answer(connectionId, (present) => {
        const numbers = present.numbers(query);
        const board = numbersOfIds(present, [idPrefix])[0];
        const own = board === undefined ? -1 : numbers.indexOf(board);
        if (own >= after) return own;
        const filters = [...query.filters, { kind: 'id-prefix', prefix: idPrefix } as const];
        const alike = new Set(present.numbers({ ...query, filters }));
        const at = numbers.subarray(after).findIndex((n) => alike.has(n));
        return at === -1 ? null : after + at;
      }),
    fields: (connectionId: string): readonly BoardField[] =>
      answer(connectionId, ({ facts }) => opened(connectionId).fields(facts.rowsRevision)),
    overview: (connectionId: string, query: BoardQuery): BoardOverview =>
      answer(connectionId, (present) =>
        overviewOf(present, present.numbers({ ...query, order: NEWEST_FIRST })),
      ),
    /** What a selection of any length is made of: it is counted here, and never handed over. */
    summary: (connectionId: string, selection: BoardSelection): BoardSummary =>
      answer(connectionId, (present) => summaryOf(present, resolve(present, selection))),
    /** Rows created in a span of time, both ends included. */
    createdBetween: (connectionId: string, from: number, to: number): readonly BoardRow[] =>
      answer(connectionId, (present) => {
        const filters = [{ kind: 'created', from, to: to + 1 }] as const;
        const numbers = present.numbers({ find: '', filters, order: NEWEST_FIRST });
        return rowsOf(present, numbers, false).map((row) => toRow(row, []));
      }),
    /** How many boards with an id a selection has, and their ids from place `from` on, at most `count` (10,000). */
    ids: (connectionId: string, selection: BoardSelection, from: number, count: number) =>
      answer(connectionId, (present) => {
        const { boards, wanted } = selected(present, selection, true, from, count);
        const rows = present.file.sql(IDS).all({ numbers: `[${wanted.join()}]` });
        return { boards, ids: whole(rows, wanted).map(({ id }) => String(id)) };
      }),
    /** The same, as rows (also those without an id). */
    rows: (
      connectionId: string,
      selection: BoardSelection,
      from: number,
      count: number,
      fields: readonly string[],
    ): { readonly boards: number; readonly rows: readonly RowWithRaw[] } =>
      answer(connectionId, (present) => {
        const { boards, wanted } = selected(present, selection, false, from, count);
        const rows = whole(rowsOf(present, wanted, true), wanted);
        return { boards, rows: rows.map((row) => ({ ...toRow(row, fields), raw: row.raw })) };
      }),
    /** The same as JSON, `format` as in an export: as objects they would cost both threads several times as much. */
    lines: (
      connectionId: string,
      selection: BoardSelection,
      from: number,
      count: number,
      format: LineFormat,
    ): { readonly boards: number; readonly rows: number; readonly text: string } =>
      answer(connectionId, (present) => {
        const { boards, wanted } = selected(present, selection, false, from, count);
        const select = present.file.sql(LINES);
        select.setReturnArrays(true);
        const rows = select.all(rowsAsked(present, wanted)) as unknown as readonly LineColumns[];
        return { boards, rows: whole(rows, wanted).length, text: linesOf(rows, format) };
      }),
    release,
    close: (): void => {
      for (const connectionId of lists.keys()) release(connectionId);
    },
  };
}

/** How many boards a query for an age leaves out because theirs is not known; empty for none. */
function undatedIn({ numbers }: Asked, query: BoardQuery): Pick<BoardWindow, 'undated'> {
  if (!asksForAge(query)) return {};
  const { length } = numbers({ ...butUndated(query), order: NEWEST_FIRST });
  return length === 0 ? {} : { undated: length };
}

/** Whether a list is not counted before its first rows are shown, where the page can wait for a count. */
function isLong({ indexed, rows, vanished }: StoredFacts): boolean {
  return indexed === 1 && rows + vanished > SHORT;
}

function isUntidy(file: BoardFile, { indexed, searchedTo, lastN }: StoredFacts): boolean {
  return indexed === 0 || searchedTo < lastN || file.sql('SELECT 1 FROM search_due').get() !== undefined;
}

/** Whether sorting what matches would take so long that it is to be prepared first. */
function needsSortIndex({ file, facts, numbers }: Asked, query: BoardQuery): boolean {
  const { by } = query.order;
  if (!by.startsWith('field:') || facts.indexed === 0 || hasSortIndex(file.db, by.slice('field:'.length)))
    return false;
  return numbers({ ...query, order: NEWEST_FIRST }).length > SHORT;
}

/** Holds row numbers by what was asked for them, and so many of those before. */
function hold(held: Map<string, Uint32Array>, most: number, key: string, made: Uint32Array): Uint32Array {
  held.set(key, made);
  let sum = 0;
  for (const [each, { length }] of [...held].toReversed()) {
    sum += length;
    if (sum > most && each !== key) held.delete(each);
  }
  return made;
}

type SqlFunction = (...args: unknown[]) => string | number | null;

function keyOf({ connectionId, facts }: Asked, { find, filters, order }: BoardQuery): string {
  return JSON.stringify([connectionId, facts.revision, termOf(find), filters, order.by, order.descending]);
}

function resolve(present: Asked, selection: BoardSelection): Uint32Array {
  switch (selection.kind) {
    case 'ids':
      return numbersOfIds(present, selection.ids);
    case 'ranges':
      if (selection.revision !== present.facts.revision) throw new MirrorError('list-changed');
      return inRanges(present.numbers(selection.query), selection.ranges);
    case 'all': {
      const numbers = present.numbers(selection.query);
      const except = new Set(numbersOfIds(present, selection.except));
      return except.size === 0 ? numbers : numbers.filter((n) => !except.has(n));
    }
  }
}

/** Ranges may meet or overlap: every place comes once, in the order of the answer. */
function inRanges(numbers: Uint32Array, ranges: readonly (readonly [number, number])[]): Uint32Array {
  const chosen = new Uint8Array(numbers.length);
  for (const [first, last] of ranges) {
    if (last >= numbers.length) throw new MirrorError('list-changed');
    chosen.fill(1, first, last + 1);
  }
  return numbers.filter((_, at) => chosen[at] === 1);
}

/** In the order of the ids, each once. */
function numbersOfIds({ file }: Asked, ids: readonly string[]): Uint32Array {
  const find = file.sql('SELECT n FROM boards WHERE id = ?');
  return Uint32Array.from(new Set(ids.flatMap((id) => (find.get(id)?.['n'] ?? []) as number)));
}

/** A board that came or went since the selection was resolved would shift the pages behind it. */
function whole<T>(found: readonly T[], page: Uint32Array): readonly T[] {
  if (found.length !== page.length) throw new MirrorError('list-changed');
  return found;
}

interface Stored {
  readonly id: string | null;
  /** A `BoardRow` as JSON, but for its fields. */
  readonly row: string;
  /** Empty where nobody asked for it and an id says who it is. */
  readonly raw: string;
}

const truth = (condition: string): string => `json(iif(${condition}, 'true', 'false'))`;
const CREATED = `json_object('raw', created_raw, 'epochMs', created_ms, 'assumedUtc', ${truth('assumed_utc')})`;
const LOCAL = `json_object('label', label, 'note', note, 'tags', json(tags), 'customer', customer,
  'protected', ${truth('protected')})`;
const ROW = `json_object('rowKey', ifnull('=' || b.id, '?' || b.raw), 'id', b.id,
  'created', json(iif(created_raw IS NULL, NULL, ${CREATED})), 'vanishedAt', vanished_at,
  'local', json(iif(label IS NULL, NULL, ${LOCAL})), 'madeHere', ${truth('made_at IS NOT NULL')},
  'previewedAt', previewed_at)`;
const BY_NUMBER = 'json_each(:numbers) j CROSS JOIN boards b ON b.n = j.value';
const WITH_NOTES = `${BY_NUMBER}
  LEFT JOIN notes l ON l.connection_id = :connection AND l.board_id = b.id
  LEFT JOIN board_facts f ON f.connection_id = :connection AND f.board_id = b.id`;
const ROWS = `SELECT b.id, iif(:withRaw OR b.id IS NULL, b.raw, '') AS raw, ${ROW} AS row FROM ${WITH_NOTES}`;
const LINES = `SELECT ${LINE_COLUMNS} FROM ${WITH_NOTES}`;
const IDS = `SELECT b.id FROM ${BY_NUMBER} WHERE b.id IS NOT NULL`;

/** Rows by their numbers, in their order; a number whose row is gone is left out. */
function rowsOf(present: Asked, numbers: Uint32Array, withRaw: boolean): readonly Stored[] {
  const rows = present.file.sql(ROWS).all({ ...rowsAsked(present, numbers), withRaw: Number(withRaw) });
  return rows as unknown as readonly Stored[];
}

function rowsAsked({ connectionId }: Asked, numbers: Uint32Array): Record<string, string> {
  return { connection: connectionId, numbers: `[${numbers.join()}]` };
}

/** Asks the main database, where notes are. Where that fails no mirror is damaged, which would be begun anew. */
function ofMain(db: DatabaseSync, sql: string, ...values: readonly string[]): Record<string, unknown> {
  try {
    return db.prepare(sql).get(...values) ?? {};
  } catch (error) {
    throw new MirrorError('main-unreadable', error);
  }
}

const LONGEST_UNUSABLE = 200;

function toRow({ id, row, raw }: Stored, fields: readonly string[]): BoardRow {
  const unusable = id === null ? unusableId(parseJson(raw) as Fields, BOARD_ID_NAMES) : null;
  return {
    ...(JSON.parse(row) as Omit<BoardRow, 'fields'>),
    ...(unusable !== null && { unusableId: unusable.slice(0, LONGEST_UNUSABLE) }),
    fields: fields.length > 0 ? fieldValues(raw, fields) : [],
  };
}

/** Boards in the default order by month of creation, oldest first. Only the places where a month begins are looked for. */
function overviewOf({ file }: Asked, numbers: Uint32Array): BoardOverview {
  const created = file.sql('SELECT created_ms AS at FROM boards WHERE n = ?');
  const createdAt = (at: number) => (created.get(numbers[at] ?? 0)?.['at'] ?? null) as number | null;
  const months: { readonly month: string; readonly boards: number }[] = [];
  let at = 0;
  for (let created = createdAt(0); created !== null; created = createdAt(at)) {
    const month = new Date(created).toISOString().replace(/-\d\dT.*$/u, '');
    const begins = Date.parse(month);
    let [next, end] = [at, numbers.length];
    while (next < end) {
      const middle = (next + end) >>> 1;
      if ((createdAt(middle) ?? -Infinity) < begins) end = middle;
      else next = middle + 1;
    }
    months.unshift({ month, boards: next - at });
    at = next;
  }
  return { months, undated: numbers.length - at };
}

/** Most boards, and most tags and customers, that a summary names. */
const MOST_NAMED = 6;

function summaryOf(present: Asked, numbers: Uint32Array): BoardSummary {
  const { file, connectionId, facts } = present;
  const chosen = new Uint8Array(facts.lastN + 1);
  for (const n of numbers) chosen[n] = 1;
  const isChosen = ({ n }: Record<string, unknown>): boolean => chosen[n as number] === 1;
  // Few are looked up by their numbers. Many are met soon in the order of the index, whichever of all they are.
  const few = numbers.length <= SHORT ? [`[${numbers.join()}]`] : [];
  const among = few.length > 0 ? 'json_each(?) CROSS JOIN boards ON n = value' : 'boards';
  const end = (order: string): number | null => {
    const dated = `SELECT n, created_ms AS at FROM ${among} WHERE at IS NOT NULL ORDER BY at ${order}`;
    for (const row of file.sql(dated).iterate(...few)) if (isChosen(row)) return row['at'] as number;
    return null;
  };
  const undated = file.sql('SELECT n FROM boards WHERE created_ms IS NULL').all().filter(isChosen).length;
  const tags = new Map<string, CountedName>();
  const customers = new Map<string, CountedName>();
  let isProtected = 0;
  const noted = file.sql(`SELECT b.n, tags, customer, protected FROM notes JOIN boards b ON b.id = board_id
    WHERE connection_id = ? AND (tags <> '[]' OR customer <> '' OR protected = 1)`);
  for (const row of noted.iterate(connectionId)) {
    if (!isChosen(row)) continue;
    for (const tag of JSON.parse(String(row['tags'])) as readonly string[]) count(tags, tag);
    if (row['customer'] !== '') count(customers, String(row['customer']));
    if (row['protected'] === 1) isProtected += 1;
  }
  return {
    boards: numbers.length,
    first: rowsOf(present, numbers.subarray(0, MOST_NAMED), true).map((row) => toRow(row, [])),
    oldest: end('ASC'),
    newest: end('DESC'),
    undated,
    protected: isProtected,
    tags: mostFrequent(tags),
    moreTags: Math.max(0, tags.size - MOST_NAMED),
    customers: mostFrequent(customers),
    moreCustomers: Math.max(0, customers.size - MOST_NAMED),
  };
}

type CountedName = BoardSummary['tags'][number];

/** Counts a name, whose letter case does not matter. */
function count(names: Map<string, CountedName>, name: string): void {
  const key = foldWord(name);
  const known = names.get(key);
  names.set(key, { name: known?.name ?? name, boards: (known?.boards ?? 0) + 1 });
}

function mostFrequent(names: ReadonlyMap<string, CountedName>): readonly CountedName[] {
  return [...names.values()].sort((one, other) => other.boards - one.boards).slice(0, MOST_NAMED);
}

/** Rows looked at in one slice, and slices that a call waits for: 100,000 rows. */
const SLICE = 5000;
const AT_ONCE = 20;
const FIELDS_OF_SLICE = `SELECT n, id, created_raw AS createdRaw, raw FROM boards
  WHERE n > ? ORDER BY n LIMIT ${SLICE}`;

/** Counts which further fields boards have, slice by slice between other calls: a million rows take seconds. */
function fieldCounter(file: BoardFile, later: (work: () => void) => void) {
  let counted = -1;
  let told: readonly BoardField[] = [];
  /** What is told was counted to its end: it is told while newer rows are counted. */
  let isWhole = false;

  /** Counts some slices of what is behind `last`, and plans the others. What fails then fails for the next call too. */
  function count(rowsRevision: number, slices: number, last = 0, counts = new Map<string, number>()): void {
    const rows = file.sql(FIELDS_OF_SLICE).all(last) as unknown as readonly (Told & { n: number })[];
    for (const [name] of rows.flatMap(furtherFields)) counts.set(name, (counts.get(name) ?? 0) + 1);
    const isEnd = rows.length < SLICE;
    if (isEnd || !isWhole) told = [...counts].map(([name, boards]) => ({ name, boards }));
    isWhole ||= isEnd;
    if (isEnd) return;
    const goOn = (most: number): void => count(rowsRevision, most, rows.at(-1)?.n, counts);
    if (slices > 1) return goOn(slices - 1);
    later(() => {
      if (!file.db.isOpen || counted !== rowsRevision) return;
      try {
        goOn(1);
      } catch {
        counted = -1;
      }
    });
  }

  /** Of a long list at first what is counted so far, of one that was counted before what was counted then. */
  return (rowsRevision: number): readonly BoardField[] => {
    if (counted !== rowsRevision) count(rowsRevision, AT_ONCE);
    counted = rowsRevision;
    return told;
  };
}
