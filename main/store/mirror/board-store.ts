/** The boards of all connections, as their thread serves them: listings, single boards, and what can be asked of them. */
import { existsSync } from 'node:fs';
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
import type { BoardItem } from '../../service/types.ts';
import type { Fields } from '../../service/wire/body.ts';
import { fieldValues } from '../../service/wire/fields.ts';
import { BOARD_ID_NAMES, unusableId } from '../../service/wire/ids.ts';
import { parseJson } from '../../service/wire/json.ts';
import type { PackedPage, TakeWhen } from '../../service/wire/packed-page.ts';
import { LINE_COLUMNS, linesOf, type LineColumns, type LineFormat, type RowWithRaw } from '../board-lines.ts';
import { foldWord } from '../tables/note-words.ts';
import {
  isDamage,
  keepAside,
  mirrorFile,
  ofMain,
  openBoardFile,
  removeMirrorFile,
  type BoardFile,
} from './files.ts';
import { Load, Rows } from './load.ts';
import { MirrorError, type Lag, type ListingEnd, type MirrorFacts } from './mirror.ts';
import { asksForAge, butUndated, isPlain, numbersOf, termOf, type Asked } from './query.ts';

export type BoardStore = ReturnType<typeof createBoardStore>;

export interface BoardStoreOptions {
  /** Where the files lie; made when there is something to keep. */
  readonly folder: string;
  /** The file of the main database, for local notes. */
  readonly mainDatabase: string;
  /** Epoch ms. */
  readonly now: () => number;
}

const NEWEST_FIRST = { by: 'created', descending: true } as const;

/** Most rows of one window, most ids of one page. */
const MOST_ROWS = 1000;
const MOST_IDS = 10_000;

/** Longer lists show their first rows before they are counted. */
const SHORT = 20_000;

/**
 * Row numbers that are held of the last answers: 12 MB. A question keeps its answer for as long as the list stays the
 * same, so that ranks mean the same boards, and a window costs no search.
 */
const MOST_ANSWERED = 3_000_000;
/** The same of selections whose pages may be asked for in turn. */
const MOST_SELECTED = 15_000_000;

interface Open {
  readonly file: BoardFile;
  load: Load | null;
  /** What must stay as it is for questions under one revision. */
  pinned: { readonly revision: number; readonly now: number };
}

/** Whatever it throws may be damage of a file, which is set aside: the next call begins a new one. */
export function createBoardStore({ folder, mainDatabase, now }: BoardStoreOptions) {
  const lists = new Map<string, Open>();
  const answers = new Map<string, Uint32Array>();
  const selections = new Map<string, Uint32Array>();
  /** The highest revision of files that are closed, for those that take their place. */
  let lastRevision = 0;
  let lastRun = 0;

  /** Opens a list. To read it, one without a file is empty, and no file is made for it. */
  function opened(connectionId: string, to: 'read' | 'write'): Open {
    const name = mirrorFile(folder, connectionId);
    const known = lists.get(connectionId);
    if (known !== undefined && (to === 'read' || known.file.db.location() !== null)) return known;
    drop(connectionId);
    const isKept = to === 'write' || existsSync(name);
    const revision = isKept ? Math.max(now(), lastRevision + 1) : 0;
    const file = openBoardFile(isKept ? name : null, mainDatabase, revision, now());
    const open = { file, load: null, pinned: { revision: -1, now: 0 } };
    lists.set(connectionId, open);
    return open;
  }

  function drop(connectionId: string): void {
    const open = lists.get(connectionId);
    if (open === undefined) return;
    lists.delete(connectionId);
    if (open.file.db.isOpen) open.file.db.close();
  }

  /** Does something with a list. Damage sets its file aside; `again` does it once more, with an empty list. */
  function guarded<T>(connectionId: string, work: () => T, again: 'again' | 'once'): T {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error) || isMainDamaged(connectionId)) throw error;
      drop(connectionId);
      keepAside(mirrorFile(folder, connectionId), 'damaged', now());
      // Windows of the lost rows are stale.
      opened(connectionId, 'write');
      if (again === 'once') throw error;
      return work();
    }
  }

  function isMainDamaged(connectionId: string): boolean {
    const db = lists.get(connectionId)?.file.db;
    if (db === undefined || !db.isOpen) return false;
    return ofMain(db, 'PRAGMA main_database.quick_check(1)')['quick_check'] !== 'ok';
  }

  /** Changes a list; gives its facts then. */
  function change(connectionId: string, work: (open: Open) => void): MirrorFacts {
    return guarded(
      connectionId,
      () => {
        const open = opened(connectionId, 'write');
        work(open);
        return factsOf(open);
      },
      'again',
    );
  }

  /** Goes on with a listing, which can't be begun anew where what it had handed over is lost. */
  function listing<T>(connectionId: string, run: number, work: (load: Load, open: Open) => T): T {
    return guarded(
      connectionId,
      () => {
        const open = opened(connectionId, 'write');
        if (open.load?.number !== run) throw new Error('this listing is over');
        return work(open.load, open);
      },
      'once',
    );
  }

  function factsOf({ file }: Open): MirrorFacts {
    const { lastN: _, indexed: __, ...facts } = file.facts;
    lastRevision = Math.max(lastRevision, facts.revision);
    return facts;
  }

  function answer<T>(connectionId: string, from: (present: Asked) => T): T {
    return guarded(
      connectionId,
      () => {
        const open = opened(connectionId, 'read');
        const { file } = open;
        const { facts } = file;
        if (open.pinned.revision !== facts.revision) open.pinned = { revision: facts.revision, now: now() };
        const numbers = (query: BoardQuery): Uint32Array =>
          answers.get(keyOf(present, query)) ??
          hold(answers, MOST_ANSWERED, keyOf(present, query), numbersOf(present, query));
        const present: Asked = { file, connectionId, facts, now: open.pinned.now, numbers };
        return from(present);
      },
      'again',
    );
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
    facts: (connectionId: string): MirrorFacts =>
      guarded(connectionId, () => factsOf(opened(connectionId, 'read')), 'again'),

    /** Begins a listing, which ends one under way; gives the number of its run. Its rows are shown as they come. */
    begin: (connectionId: string): number => {
      lastRun += 1;
      change(connectionId, (open) => (open.load = new Load(lastRun, open.file)));
      return lastRun;
    },
    /** Takes a page; gives how many boards of it this run had not met, or null where it is not as `when` demands. */
    take: (connectionId: string, run: number, page: PackedPage, when: TakeWhen): number | null =>
      listing(connectionId, run, (load) => load.take(page, when)),
    /**
     * Ends a run well: boards that a complete one did not have are vanished since `at`. What was put or removed here
     * since `begin` holds.
     */
    finish: (connectionId: string, run: number, end: ListingEnd): MirrorFacts & Lag =>
      listing(connectionId, run, (load, open) => {
        const lag = load.finish(end);
        open.load = null;
        return { ...factsOf(open), ...lag };
      }),
    /** Gives a run up; its rows stay, as maybe incomplete where nothing was ever listed to the end. */
    abandon: (connectionId: string, run: number): void =>
      listing(connectionId, run, (load, open) => {
        load.abandon();
        open.load = null;
      }),

    /** Boards made here, in one step. */
    put: (connectionId: string, ...items: readonly BoardItem[]): MirrorFacts =>
      change(connectionId, ({ file, load }) =>
        file.change((facts) => {
          const rows = new Rows(file, facts);
          for (const item of items) {
            const n = rows.put(item);
            load?.keep(item.id, n);
          }
          rows.end(true);
        }),
      ),
    /** Boards that were deleted here, for good: their rows go in one step, and no listing under way brings them back. */
    remove: (connectionId: string, ...boardIds: readonly string[]): MirrorFacts =>
      change(connectionId, ({ file, load }) => {
        file.change((facts) => {
          const rows = new Rows(file, facts);
          rows.remove(boardIds);
          rows.end(true);
        });
        for (const id of boardIds) load?.keep(id);
      }),
    /** The service's times don't mean what they say: no row has an age any more, and each keeps its text. */
    undate: (connectionId: string): MirrorFacts =>
      change(connectionId, ({ file }) =>
        file.change((facts) => {
          file.db.exec('UPDATE boards SET created_ms = NULL, assumed_utc = 0 WHERE created_ms IS NOT NULL');
          facts.revision += 1;
        }),
      ),
    /** Local notes or facts of boards (made here, previewed) have changed in the main database: answers are made anew. */
    notesChanged: (connectionId: string): MirrorFacts =>
      existsSync(mirrorFile(folder, connectionId))
        ? change(connectionId, ({ file }) => file.change((facts) => void (facts.revision += 1)))
        : factsOf(opened(connectionId, 'read')),
    /** Deletes a connection's file. */
    forget: (connectionId: string): void => {
      drop(connectionId);
      removeMirrorFile(mirrorFile(folder, connectionId));
    },

    window: ({ connectionId, from, count, query, fields, hurried }: BoardWindowRequest): BoardWindow =>
      answer(connectionId, (present) => {
        const { facts } = present;
        const most = Math.min(count, MOST_ROWS);
        const shown = (numbers: Uint32Array, matching = numbers.length): BoardWindow => {
          const page = rowsOf(present, numbers.subarray(from, from + most), fields.length > 0);
          const rows = page.map((row) => toRow(row, fields));
          return { from, rows, matching, ...undatedIn(present, query), revision: facts.revision };
        };
        // The first rows don't wait for all of them.
        const isFirst =
          from === 0 && facts.rows + facts.vanished > SHORT && !answers.has(keyOf(present, query));
        if (isFirst && (hurried === true || isPlain(query))) {
          const first = numbersOf(present, query, most + 1);
          if (isPlain(query)) return shown(first, facts.rows);
          return first.length <= most ? shown(first) : { ...shown(first, most), counting: true };
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
    /** Further fields of boards, and how many have each. */
    fields: (connectionId: string): readonly BoardField[] =>
      answer(connectionId, ({ file }) =>
        file.sql('SELECT name, boards FROM fields WHERE boards > 0').all(),
      ) as unknown as readonly BoardField[],
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

    close: (): void => {
      for (const connectionId of lists.keys()) drop(connectionId);
    },
  };
}

/** How many boards a query for an age leaves out because theirs is not known; empty for none. */
function undatedIn({ numbers }: Asked, query: BoardQuery): Pick<BoardWindow, 'undated'> {
  if (!asksForAge(query)) return {};
  const { length } = numbers({ ...butUndated(query), order: NEWEST_FIRST });
  return length === 0 ? {} : { undated: length };
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
