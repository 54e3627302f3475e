/** The boards of all connections, as their thread serves them: listings, single boards, and what can be asked of them. */
import type {
  RowNames,
  BoardOverview,
  RowQuery,
  BoardRow,
  BoardSelection,
  RowSummary,
  BoardWindow,
  BoardWindowRequest,
  CountedName,
} from '../../../preload/contract/boards.ts';
import type { Steps } from '../../lib/threads/rpc.ts';
import { itemKey, type BoardItem, type BoardPage, type ListedPage } from '../../service/types.ts';
import { type Fields, fieldValues, parseJson } from '../../service/wire/body.ts';
import { BOARD_ID_NAMES, unusableId } from '../../service/wire/ids.ts';
import { foldWord } from '../tables/note-words.ts';
import { isDamage, keepAside, mirrorFile, openBoardFile, removeMirrorFile, type BoardFile } from './files.ts';
import { Load, Rows, WaitingPages } from './load.ts';
import {
  ListChanged,
  type Lag,
  type ListingEnd,
  type MirrorFacts,
  type RowWithRaw,
  type TakeWhen,
} from './mirror.ts';
import {
  asksForAge,
  butUndated,
  countOn,
  DAY,
  daysOf,
  isPlain,
  NEWEST_FIRST,
  numbersOf,
  termOf,
  type Asked,
  type Count,
} from './query.ts';

export type BoardStore = ReturnType<typeof createBoardStore>;

export interface BoardStoreOptions {
  /** Where the files lie; made when there is something to keep. */
  readonly folder: string;
  /** The file of the main database, for local notes. */
  readonly mainDatabase: string;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Most rows of one window, most ids of one page. */
const MOST_ROWS = 1000;
const MOST_IDS = 10_000;

/** Longer lists show their first rows before they are counted. */
const SHORT = 20_000;

/**
 * Most row numbers that are kept of the last answers (32 MB). While a list stays the same so do the answers: a rank
 * means the same board, and a window costs no search.
 */
const MOST_KEPT = 8_000_000;

interface Open {
  readonly file: BoardFile;
  load: Load | null;
  /** What must stay as it is for questions under one revision. */
  pinned: { readonly revision: number; readonly now: number };
}

/** Whatever it throws may be damage of a file, which is set aside: the next call begins a new one. */
export function createBoardStore({ folder, mainDatabase, now }: BoardStoreOptions) {
  const lists = new Map<string, Open>();
  const pages = new WaitingPages();
  /** Row numbers by the question that they answer, or by the selection whose pages are asked for. */
  const kept = new Map<string, Uint32Array>();
  /** The highest revision of files that are closed, for those that take their place. */
  let lastRevision = 0;
  let lastRun = 0;

  function opened(connectionId: string): Open {
    const known = lists.get(connectionId);
    if (known !== undefined) return known;
    const revision = Math.max(now(), lastRevision + 1);
    const file = openBoardFile(mirrorFile(folder, connectionId), mainDatabase, revision, now());
    const open = { file, load: null, pinned: { revision: -1, now: 0 } };
    lists.set(connectionId, open);
    return open;
  }

  function drop(connectionId: string): void {
    const db = lists.get(connectionId)?.file.db;
    lists.delete(connectionId);
    if (db?.isOpen === true) db.close();
  }

  /** Does something with a list. Damage sets its file aside, and then it is done with an empty list. */
  function guarded<T>(connectionId: string, work: (open: Open) => T): T {
    try {
      return work(opened(connectionId));
    } catch (error) {
      if (!isDamage(error)) throw error;
      drop(connectionId);
      keepAside(mirrorFile(folder, connectionId), 'damaged', now());
      return work(opened(connectionId));
    }
  }

  /** Changes a list; gives its facts then. */
  function change(connectionId: string, work: (open: Open) => void): MirrorFacts {
    return guarded(connectionId, (open) => {
      work(open);
      return factsOf(open);
    });
  }

  /** Goes on with a listing, which ends with its file. */
  function listing<T>(connectionId: string, run: number, work: (load: Load, open: Open) => T): T {
    return guarded(connectionId, (open) => {
      if (open.load?.number !== run) throw new Error('this listing is over');
      return work(open.load, open);
    });
  }

  function factsOf({ file }: Open): MirrorFacts {
    const { lastN: _, ...facts } = file.facts;
    lastRevision = Math.max(lastRevision, facts.revision);
    return facts;
  }

  function answer<T>(connectionId: string, from: (present: Asked) => T): T {
    return guarded(connectionId, (open) => {
      const { file } = open;
      const { facts } = file;
      if (open.pinned.revision !== facts.revision) open.pinned = { revision: facts.revision, now: now() };
      return from({ file, connectionId, facts, now: open.pinned.now });
    });
  }

  function keep(key: string, numbers: Uint32Array): Uint32Array {
    kept.set(key, numbers);
    let sum = 0;
    for (const [each, { length }] of [...kept].toReversed()) {
      sum += length;
      if (sum > MOST_KEPT && each !== key) kept.delete(each);
    }
    return numbers;
  }

  function numbers(present: Asked, query: RowQuery): Uint32Array {
    const key = keyOf(present, query);
    return kept.get(key) ?? keep(key, numbersOf(present, query));
  }

  /** Counts what matches in a long list, in steps; a list that changes meanwhile is left to be counted in one. */
  function* count({ connectionId, query }: BoardWindowRequest): Steps<void> {
    let key: string | null = null;
    let at: Count = { found: [], below: Number.MAX_SAFE_INTEGER };
    const step = (present: Asked): boolean => {
      key ??= keyOf(present, query);
      if (isShort(present) || query.order.by !== 'created') return true;
      if (kept.has(key) || key !== keyOf(present, query)) return true;
      const next = countOn(present, query, at);
      if (next instanceof Uint32Array) keep(key, next);
      else at = next;
      return next instanceof Uint32Array;
    };
    while (!answer(connectionId, step)) yield;
  }

  function resolve(present: Asked, selection: BoardSelection): Uint32Array {
    switch (selection.kind) {
      case 'ids':
        return numbersOfIds(present, selection.ids);
      case 'ranges':
        if (selection.revision !== present.facts.revision) throw new ListChanged();
        return inRanges(numbers(present, selection.query), selection.ranges);
      case 'all': {
        const except = new Set(numbersOfIds(present, selection.except));
        return numbers(present, selection.query).filter((n) => !except.has(n));
      }
    }
  }

  /**
   * Boards of a selection from place `from` on. What it meant when its first page was asked for holds for the pages
   * behind it, whatever happens to the list in between.
   */
  function selected<T>(
    connectionId: string,
    selection: BoardSelection,
    [from, most]: readonly [from: number, most: number],
    read: (present: Asked, wanted: Uint32Array) => readonly T[],
  ): { readonly boards: number; readonly found: readonly T[] } {
    return answer(connectionId, (present) => {
      const key = JSON.stringify([connectionId, selection]);
      let chosen = from > 0 ? kept.get(key) : undefined;
      if (chosen === undefined) {
        if (from > 0) throw new ListChanged();
        chosen = resolve(present, selection);
        // A selection of one page would only push out others, whose pages are still being asked for.
        if (chosen.length > most) keep(key, chosen);
      }
      const wanted = chosen.subarray(from, from + most);
      const found = read(present, wanted);
      // A board that came or went since would shift the pages behind it.
      if (found.length !== wanted.length) throw new ListChanged();
      return { boards: chosen.length, found };
    });
  }

  return {
    facts: (connectionId: string): MirrorFacts => guarded(connectionId, factsOf),

    /** Keeps a page that was read until a listing takes it. */
    hold: (page: BoardPage): ListedPage => pages.hold(page),
    /** Begins a listing, which ends one under way; gives the number of its run. Its rows are shown as they come. */
    begin: (connectionId: string): number => {
      lastRun += 1;
      change(connectionId, (open) => (open.load = new Load(lastRun, open.file)));
      return lastRun;
    },
    /** Takes a page; gives how many boards of it this run had not met, or null if it is not as `when` demands. */
    *take(connectionId: string, run: number, page: number, when: TakeWhen): Steps<number | null> {
      const fresh = listing(connectionId, run, ({ seen }) => seen.take(pages.take(page), when));
      if (fresh === null) return null;
      let at = 0;
      while (at < fresh.length) {
        if (at > 0) yield;
        at = listing(connectionId, run, (load) => load.bring(fresh, at));
      }
      return fresh.length;
    },
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
            rows.put(item);
            load?.keep(itemKey(item));
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
      change(connectionId, ({ file }) => file.change((facts) => void (facts.revision += 1))),
    /** Deletes a connection's file. */
    forget: (connectionId: string): void => {
      drop(connectionId);
      removeMirrorFile(mirrorFile(folder, connectionId));
    },

    /** The first rows of a long list don't wait until all are counted where the page is in a hurry. */
    *window(request: BoardWindowRequest): Steps<BoardWindow> {
      const { connectionId, from, query, fields, hurried } = request;
      const plain = isPlain(query);
      if (hurried !== true && !plain) yield* count(request);
      return answer(connectionId, (present): BoardWindow => {
        const { facts } = present;
        const most = Math.min(request.count, MOST_ROWS);
        const shown = (all: Uint32Array, matching = all.length): BoardWindow => ({
          from,
          rows: rowsOf(present, all.subarray(from, from + most), fields).map(({ raw: _raw, ...row }) => row),
          matching,
          ...(asksForAge(query) && undatedIn(present, query)),
          revision: facts.revision,
        });
        const isCounted = isShort(present) || kept.has(keyOf(present, query));
        if (isCounted || from > 0 || (hurried !== true && !plain)) return shown(numbers(present, query));
        const first = numbersOf(present, query, most + 1);
        if (plain) return shown(first, facts.rows);
        return first.length <= most ? shown(first) : { ...shown(first, most), counting: true };
      });
    },
    /** The place of the board with this id, else of the first from `after` on whose id begins so; null for none. */
    rank: (connectionId: string, query: RowQuery, idPrefix: string, after: number): number | null =>
      answer(connectionId, (present) => {
        const all = numbers(present, query);
        const board = numbersOfIds(present, [idPrefix])[0];
        const own = board === undefined ? -1 : all.indexOf(board);
        if (own >= after) return own;
        const filters = [...query.filters, { kind: 'id-prefix', prefix: idPrefix } as const];
        const alike = new Set(numbers(present, { ...query, filters }));
        const at = all.subarray(after).findIndex((n) => alike.has(n));
        return at === -1 ? null : after + at;
      }),
    names: (connectionId: string): RowNames =>
      answer(connectionId, (present) => ({
        fields: present.file
          .sql('SELECT name, boards FROM fields WHERE boards > 0')
          .all() as unknown as readonly CountedName[],
        tags: namesOf(present, TAGS, LISTED),
        customers: namesOf(present, CUSTOMERS, LISTED),
      })),
    overview: (connectionId: string, query: RowQuery): BoardOverview =>
      answer(connectionId, (present) => {
        const months = new Map<string, number>();
        let undated = 0;
        for (const { day, boards } of daysOf(present, query)) {
          const month = day === null ? '' : new Date(day * DAY).toISOString().replace(/-\d\dT.*$/u, '');
          if (day === null) undated = boards;
          else months.set(month, (months.get(month) ?? 0) + boards);
        }
        return { months: [...months].map(([month, boards]) => ({ month, boards })), undated };
      }),
    /** What a selection of any length is made of: it is counted here, and never handed over. */
    summary: (connectionId: string, selection: BoardSelection): RowSummary =>
      answer(connectionId, (present) => summaryOf(present, resolve(present, selection))),
    /** How many boards a selection has, and the ids of those from place `from` on, at most `count` (10,000). */
    ids: (connectionId: string, selection: BoardSelection, from: number, count: number) => {
      const { boards, found } = selected(connectionId, selection, [from, Math.min(count, MOST_IDS)], idsOf);
      return { boards, ids: found.filter((id) => id !== null) };
    },
    /** The same, as rows. */
    rows: (
      connectionId: string,
      selection: BoardSelection,
      from: number,
      count: number,
      fields: readonly string[],
    ): { readonly boards: number; readonly rows: readonly RowWithRaw[] } => {
      const page = [from, Math.min(count, MOST_IDS)] as const;
      const { boards, found } = selected(connectionId, selection, page, (present, wanted) =>
        rowsOf(present, wanted, fields, true),
      );
      return { boards, rows: found };
    },

    close: (): void => {
      for (const connectionId of lists.keys()) drop(connectionId);
    },
  };
}

function isShort({ facts }: Asked): boolean {
  return facts.rows + facts.vanished <= SHORT;
}

function keyOf({ connectionId, facts }: Asked, { find, filters, order }: RowQuery): string {
  return JSON.stringify([connectionId, facts.revision, termOf(find), filters, order.by, order.descending]);
}

/** How many boards a query for an age leaves out because theirs is not known. */
function undatedIn(present: Asked, query: RowQuery): Pick<BoardWindow, 'undated'> {
  const { length } = numbersOf(present, { ...butUndated(query), order: NEWEST_FIRST });
  return length === 0 ? {} : { undated: length };
}

/** Ranges may meet or overlap: every place comes once, in the order of the answer. */
function inRanges(all: Uint32Array, ranges: readonly (readonly [number, number])[]): Uint32Array {
  const chosen = new Uint8Array(all.length);
  for (const [first, last] of ranges) {
    if (last >= all.length) throw new ListChanged();
    chosen.fill(1, first, last + 1);
  }
  return all.filter((_, at) => chosen[at] === 1);
}

/** In the order of the ids, each once. */
function numbersOfIds({ file }: Asked, ids: readonly string[]): Uint32Array {
  const find = file.sql('SELECT n FROM boards WHERE id = ?');
  return Uint32Array.from(new Set(ids.flatMap((id) => (find.get(id)?.['n'] ?? []) as number)));
}

const BY_NUMBER = 'json_each(:numbers) j CROSS JOIN boards b ON b.n = j.value';

function idsOf({ file }: Asked, wanted: Uint32Array): readonly (string | null)[] {
  const rows = file.sql(`SELECT b.id FROM ${BY_NUMBER}`).all({ numbers: `[${wanted.join()}]` });
  return rows.map(({ id }) => id as string | null);
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
const ROWS = `SELECT b.id, iif(:withRaw OR b.id IS NULL, b.raw, '') AS raw, ${ROW} AS row FROM ${BY_NUMBER}
  LEFT JOIN notes l ON l.connection_id = :connection AND l.board_id = b.id
  LEFT JOIN board_facts f ON f.connection_id = :connection AND f.board_id = b.id`;

/** Rows by their numbers, in their order; a number whose row is gone is left out. */
function rowsOf(
  { file, connectionId }: Asked,
  wanted: Uint32Array,
  fields: readonly string[],
  withRaw = fields.length > 0,
): readonly RowWithRaw[] {
  const parameters = { connection: connectionId, numbers: `[${wanted.join()}]`, withRaw: Number(withRaw) };
  const rows = file.sql(ROWS).all(parameters) as unknown as readonly Stored[];
  return rows.map((stored) => toRow(stored, fields));
}

const LONGEST_UNUSABLE = 200;

function toRow({ id, row, raw }: Stored, fields: readonly string[]): RowWithRaw {
  const unusable = id === null ? unusableId(parseJson(raw) as Fields, BOARD_ID_NAMES) : null;
  return {
    ...(JSON.parse(row) as Omit<BoardRow, 'fields'>),
    ...(unusable !== null && { unusableId: unusable.slice(0, LONGEST_UNUSABLE) }),
    fields: fields.length > 0 ? fieldValues(raw, fields) : [],
    raw,
  };
}

const NOTED = 'notes l CROSS JOIN boards b ON b.id = l.board_id';
const TAGS = `SELECT t.value AS name, count(*) AS boards FROM ${NOTED}, json_each(l.tags) t`;
const CUSTOMERS = `SELECT l.customer AS name, count(*) AS boards FROM ${NOTED}`;
const LISTED = 'b.vanished_at IS NULL';
const CHOSEN = 'b.n IN temp.chosen';

/** Names in notes, the most frequent ones first; letter case does not matter. */
function namesOf({ file, connectionId }: Asked, names: string, which: string): readonly CountedName[] {
  const found = file
    .sql(
      `${names} WHERE l.connection_id = ? AND name <> '' AND ${which} GROUP BY name ORDER BY boards DESC, name`,
    )
    .all(connectionId) as unknown as readonly CountedName[];
  const counted = new Map<string, CountedName>();
  for (const { name, boards } of found) {
    const key = foldWord(name);
    const known = counted.get(key);
    counted.set(key, { name: known?.name ?? name, boards: (known?.boards ?? 0) + boards });
  }
  return [...counted.values()].sort((one, other) => other.boards - one.boards);
}

/** Most boards, and most tags and customers, that a summary names. */
const MOST_NAMED = 6;

function summaryOf(present: Asked, chosen: Uint32Array): RowSummary {
  const { file, connectionId } = present;
  file.sql('DELETE FROM temp.chosen').run();
  file.sql('INSERT INTO temp.chosen SELECT value FROM json_each(?)').run(`[${chosen.join()}]`);
  const dates = file
    .sql(`SELECT min(created_ms) AS oldest, max(created_ms) AS newest, count(*) - count(created_ms) AS undated
      FROM boards b WHERE ${CHOSEN}`)
    .get() as unknown as Pick<RowSummary, 'oldest' | 'newest' | 'undated'>;
  const shielded = file
    .sql(
      `SELECT count(*) AS boards FROM ${NOTED} WHERE l.connection_id = ? AND l.protected = 1 AND ${CHOSEN}`,
    )
    .get(connectionId);
  const [tags, customers] = [namesOf(present, TAGS, CHOSEN), namesOf(present, CUSTOMERS, CHOSEN)];
  return {
    ...dates,
    boards: chosen.length,
    first: rowsOf(present, chosen.subarray(0, MOST_NAMED), []).map(({ raw: _raw, ...row }) => row),
    protected: Number(shielded?.['boards']),
    tags: tags.slice(0, MOST_NAMED),
    moreTags: Math.max(0, tags.length - MOST_NAMED),
    customers: customers.slice(0, MOST_NAMED),
    moreCustomers: Math.max(0, customers.length - MOST_NAMED),
  };
}
