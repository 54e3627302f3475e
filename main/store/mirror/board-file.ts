/** One connection's SQLite file of boards: its schema, opening, repair, changes and queries. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync, type SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { BoardItem } from '../../service/types.ts';
import { fieldValues, searchText, unusableIdOf, itemKey } from '../../service/wire/body.ts';
import { atOnce, isDamagedFile, migrateTo, orClose, SUFFIXES, versionOf } from '../database-file.ts';
import { foldWord, CUSTOMER_WORD, TAG, TAG_WORDS } from '../tables/note-words.ts';
import type { BoardStoreOptions, MirrorFacts, RowWithRaw } from './mirror.ts';
import type {
  BoardRow,
  CountedName,
  RowFilter,
  RowNames,
  RowQuery,
} from '../../../preload/contract/boards.ts';
import { sortedNaturally } from '../../../preload/contract/later-facts.ts';
import { LONGEST } from '../../../preload/contract/limits.ts';
import { trimInvisible } from '../../lib/pasted.ts';

/** Version of the schema. A file of another version is deleted, and Easel loads the boards from the service again. */
const VERSION = 1;

/** Value of the column `age` for boards without a creation time. The largest value, so that these boards come last. */
export const UNDATED = Number.MAX_SAFE_INTEGER;

const SCHEMA = `
CREATE TABLE boards (
  -- Row number in the order of insertion. Never reused, so that a cached number never means another board.
  n INTEGER PRIMARY KEY,
  id TEXT,
  -- Negated creation time in epoch ms, or UNDATED. An ascending index then starts with the newest board.
  age INTEGER NOT NULL,
  -- Text of the creation time as received; null without one.
  created_raw TEXT,
  assumed_utc INTEGER NOT NULL,
  -- Normalised id and scalar fields, for searching, and for the order of boards with equal creation times.
  words TEXT NOT NULL,
  -- The board's JSON as received, redacted. Serves as the key of a board without an id.
  raw TEXT NOT NULL,
  vanished_at INTEGER
) STRICT;

CREATE TABLE facts (one INTEGER PRIMARY KEY CHECK (one = 1), facts TEXT NOT NULL) STRICT;
`;

export const INDEXES = `
CREATE UNIQUE INDEX IF NOT EXISTS boards_by_id ON boards (id);
CREATE UNIQUE INDEX IF NOT EXISTS boards_without_id ON boards (raw) WHERE id IS NULL;
CREATE INDEX IF NOT EXISTS boards_by_age ON boards (age, words);
CREATE INDEX IF NOT EXISTS boards_vanished ON boards (n) WHERE vanished_at IS NOT NULL;
`;

/** Drops the indexes during a connection's first listing, because with them, inserting takes three times as long. */
export const NO_INDEXES = 'DROP INDEX IF EXISTS boards_by_id; DROP INDEX IF EXISTS boards_by_age;';

type Facts = { -readonly [K in keyof MirrorFacts]: MirrorFacts[K] } & {
  lastN: number;
  /** The service's clock minus this computer's, in ms. */
  clockAheadMs: number;
  /** Address of the board API from which the boards come. Null if the connection is unknown. */
  boardApi: string | null;
};

const NO_FACTS: Omit<Facts, 'revision' | 'boardApi'> = {
  completeness: 'maybe-incomplete',
  asOf: null,
  total: null,
  notUnderstood: 0,
  rows: 0,
  vanished: 0,
  lastN: 0,
  clockAheadMs: 0,
};

const AGES_LAST_MS = 3_600_000;

/** Time in ms to wait while another program, such as a virus scanner, locks the database file. */
const BUSY_MS = 5000;

const COLUMNS = 'id, age, created_raw, assumed_utc, words, raw';
const INSERT = `INSERT INTO boards (n, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`;

export class BoardFile {
  readonly db: DatabaseSync;
  /** Facts about the boards list, such as its number of rows. Only `change` may modify them. */
  facts: Facts;
  readonly connectionId: string;
  /** The earlier and later of this computer's and the service's time (epoch ms). Age filters use the stricter one. */
  earlierNow = 0;
  laterNow = 0;
  readonly #now: () => number;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync, connectionId: string, now: () => number) {
    this.db = db;
    this.connectionId = connectionId;
    this.#now = now;
    this.facts = JSON.parse(String(this.sql('SELECT facts FROM facts').get()?.['facts'])) as Facts;
  }

  sql(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  /** If the ages of the boards were computed over an hour ago, computes them again and starts a new revision. */
  renewAges(): void {
    const here = this.#now();
    const earlier = here + Math.min(0, this.facts.clockAheadMs);
    const later = here + Math.max(0, this.facts.clockAheadMs);
    const changeMs = Math.max(Math.abs(earlier - this.earlierNow), Math.abs(later - this.laterNow));
    if (changeMs < AGES_LAST_MS) return;
    if (this.earlierNow > 0) this.change(() => (this.facts.revision += 1));
    [this.earlierNow, this.laterNow] = [earlier, later];
  }

  /** Changes boards in a transaction by `work`. If `work` returns false, the list's revision stays the same. */
  change(work: () => unknown): void {
    const before = { ...this.facts };
    try {
      atOnce(this.db, () => {
        const isBumped = work() !== false && this.facts.revision > before.revision;
        // Adds at most 1, so that revisions stay below the epoch ms that new files start with.
        this.facts.revision = before.revision + Number(isBumped);
        if (isBumped) this.earlierNow = 0;
        this.sql('UPDATE facts SET facts = ?').run(JSON.stringify(this.facts));
      });
    } catch (error) {
      this.facts = before;
      throw error;
    }
  }

  add(item: BoardItem): void {
    this.facts.lastN += 1;
    this.#count('rows', 1);
    this.sql(INSERT).run(this.facts.lastN, ...this.#valuesOf(item));
  }

  put(item: BoardItem): void {
    const row = this.sql(
      `SELECT n, vanished_at, raw = ? AND age = ? AND created_raw IS ? AND assumed_utc = ? AS same FROM boards
          WHERE ${item.id === null ? 'id IS NULL AND raw = ?' : 'id = ?'}`,
    ).get(item.raw, ...timeOf(item), item.id ?? item.raw);
    if (row === undefined) return this.add(item);
    const vanished = row['vanished_at'] !== null;
    if (row['same'] === 1 && !vanished) return;
    this.#count(vanished ? 'vanished' : 'rows', -1);
    this.#count('rows', 1);
    this.sql(`UPDATE boards SET (${COLUMNS}, vanished_at) = (?, ?, ?, ?, ?, ?, NULL) WHERE n = ?`).run(
      ...this.#valuesOf(item),
      Number(row['n']),
    );
  }

  remove(boardIds: readonly string[]): void {
    const remove = this.sql('DELETE FROM boards WHERE id = ? RETURNING vanished_at AS vanishedAt');
    for (const { vanishedAt } of boardIds.flatMap((boardId) => remove.all(boardId)))
      this.#count(vanishedAt === null ? 'rows' : 'vanished', -1);
  }

  /** Marks boards for which `isGone` is true as no longer listed. Returns their number. Reads only indexes (fast). */
  vanish(isGone: (key: string) => boolean, at: number): number {
    this.db.function('gone', (id, raw) => Number(isGone(itemKey({ id, raw } as BoardItem))));
    const { changes } = this.sql(
      `UPDATE boards SET vanished_at = ? WHERE vanished_at IS NULL AND n IN (
          SELECT n FROM boards WHERE id IS NOT NULL AND gone(id, '')
          UNION ALL SELECT n FROM boards WHERE id IS NULL AND gone(NULL, raw))`,
    ).run(at);
    this.#count('rows', -Number(changes));
    this.#count('vanished', Number(changes));
    return Number(changes);
  }

  /** True if SQLite finds no damage in the file. This check takes seconds for a million boards. */
  isWhole(): boolean {
    try {
      return this.db.prepare('PRAGMA main.quick_check(1)').get()?.['quick_check'] === 'ok';
    } catch {
      return false;
    }
  }

  undate(): void {
    this.db.exec(`UPDATE boards SET age = ${UNDATED}, assumed_utc = 0 WHERE age < ${UNDATED}`);
    this.facts.revision += 1;
  }

  #count(of: 'rows' | 'vanished', change: number): void {
    this.facts[of] += change;
    if (change !== 0) this.facts.revision += 1;
  }

  #valuesOf(item: BoardItem) {
    return [item.id, ...timeOf(item), foldWord(item.text ?? searchText(item)), item.raw] as const;
  }
}

function timeOf({ created }: BoardItem): readonly [age: number, raw: string | null, assumedUtc: 0 | 1] {
  const ms = created?.epochMs ?? null;
  return [ms === null ? UNDATED : -ms, created?.raw ?? null, created?.assumedUtc === true ? 1 : 0];
}

/** Opens a connection's file of boards, and attaches `easel.db`. A new file starts with `revision`. */
export function openBoardFile(
  connectionId: string,
  { folder, mainDatabase, now }: Required<BoardStoreOptions>,
  revision: number,
): BoardFile {
  const file = mirrorFile(folder, connectionId);
  mkdirSync(folder, { recursive: true });
  const db = new DatabaseSync(file, { timeout: BUSY_MS });
  return orClose(db, () => {
    const version = versionOf(db);
    if (version !== 0 && version !== VERSION) throw new Outdated();
    // With pages of 8 KiB, a million boards load 25 % faster than with 4 KiB (measured).
    db.exec('PRAGMA page_size = 8192;');
    // A power cut may lose the last transactions, but not damage the file. The next listing adds the lost boards.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    // With two threads, SQLite creates indexes faster. With checkpoints every 32 MiB, a first listing of 100,000 boards
    // is 9 % faster than with SQLite's default (measured).
    db.exec('PRAGMA cache_size = -8000; PRAGMA threads = 2;');
    db.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864;');
    if (version === 0) migrateTo(db, VERSION, [SCHEMA]);
    // Attaches `easel.db` read-only. A write lock would block the thread that writes the notes.
    db.prepare('ATTACH DATABASE ? AS main_database').run(`${pathToFileURL(mainDatabase).href}?mode=ro`);
    db.function('fold', { deterministic: true }, (it) => (typeof it === 'string' ? foldWord(it) : it));
    // Creates the indexes again if a first listing dropped them and was interrupted.
    db.exec(INDEXES);
    const connection = db.prepare('SELECT board_api FROM connections WHERE id = ?').get(connectionId);
    const boardApi = (connection?.['board_api'] ?? null) as string | null;
    const facts = JSON.stringify({ ...NO_FACTS, revision, boardApi });
    db.prepare('INSERT OR IGNORE INTO facts VALUES (1, ?)').run(facts);
    const opened = new BoardFile(db, connectionId, now);
    // When the address changes, Easel deletes the file. If a crash prevented this, the file is replaced now.
    if (opened.facts.boardApi !== boardApi) throw new Outdated();
    return opened;
  });
}

/** Returns the path of a connection's board file. Hashes unusual ids, because they could name a folder or device. */
export function mirrorFile(folder: string, connectionId: string): string {
  const plain = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(connectionId);
  const name = plain ? connectionId : `x${createHash('sha256').update(connectionId).digest('hex')}`;
  return path.join(folder, `${name}.db`);
}

class Outdated extends Error {}

/** True if the file of boards must be replaced. Also true for invalid JSON, because SQLite does not check texts. */
export function isDamage(error: unknown): boolean {
  if (error instanceof Outdated || error instanceof SyntaxError || isDamagedFile(error)) return true;
  return error instanceof Error && error.message === 'malformed JSON';
}

export function removeFile(folder: string, connectionId: string): void {
  for (const suffix of SUFFIXES) rmSync(mirrorFile(folder, connectionId) + suffix, { force: true });
}

/** Deletes files of removed connections. Windows may have refused this before, because a program had a file open. */
export function removeOrphans({ folder, mainDatabase }: BoardStoreOptions): void {
  const db = new DatabaseSync(mainDatabase, { readOnly: true, timeout: BUSY_MS });
  const ids = orClose(db, () =>
    db
      .prepare('SELECT id FROM connections')
      .all()
      .map(({ id }) => String(id)),
  );
  db.close();
  const known = new Set(ids.map((id) => path.basename(mirrorFile(folder, id))));
  for (const file of readdirSync(folder))
    if (file.includes('.db') && !known.has(file.replace(/-(?:wal|shm)$/u, '')))
      rmSync(path.join(folder, file), { force: true });
}

const DAY = 86_400_000;

const NEWEST_FIRST = 'b.age, b.words, b.n';
const OLDEST_FIRST = 'b.age DESC, b.words DESC, b.n DESC';

/** The unary plus keeps age filters off the index on age, because the steps of long queries need this index. */
const AGE = '+b.age';

const VANISHED = 'b.n IN (SELECT n FROM boards WHERE vanished_at IS NOT NULL)';

const MARKS = {
  template: 'notes WHERE FALSE',
  labelled: "notes WHERE label <> ''",
  tagged: "notes WHERE tags <> '[]'",
  protected: 'notes WHERE protected = 1',
  previewed: 'board_facts WHERE previewed_at IS NOT NULL',
  'made-here': 'board_facts WHERE made_at IS NOT NULL',
} as const;

function termOf(find: string): string {
  return foldWord(trimInvisible(find).toWellFormed());
}

export function isPlain({ find, filters, order }: RowQuery): boolean {
  return termOf(find) === '' && filters.length === 0 && order.by === 'created' && order.descending;
}

const isAboutAge = ({ kind }: RowFilter): boolean => ['created', 'older-than', 'newer-than'].includes(kind);

export function asksForAge({ filters }: RowQuery): boolean {
  return filters.some(isAboutAge);
}

/** Returns a query for the boards that age filters exclude because these boards have no creation time. */
export function butUndated(query: RowQuery): RowQuery {
  const undated = { kind: 'mark', mark: 'dated', is: false } as const;
  const filters = [...query.filters.filter((filter) => !isAboutAge(filter)), undated];
  return { ...query, filters, order: { by: 'created', descending: true } };
}

export function numbersOf(file: BoardFile, query: RowQuery, most = -1): readonly number[] {
  const question = new Question(file, query);
  const { by } = query.order;
  if (by !== 'label' && by !== 'customer') return question.numbers(question.parts(), most);
  const numbers = question.numbersByNote(by);
  return most < 0 ? numbers : numbers.slice(0, most);
}

/** Number of boards per step of a long query. A step takes less than 50 ms, even if all its boards match. */
const STEP = 20_000;

const PLACE = '(b.age, b.words, b.n)';
const NEXT = `SELECT age, words, n FROM boards b WHERE ${PLACE} > (?, ?, ?)
  ORDER BY ${NEWEST_FIRST} LIMIT 1 OFFSET ${STEP}`;

/** Finds all matching boards in steps, by creation time. Yields after each step, and returns the row numbers. */
export function* numbersInSteps(file: BoardFile, query: RowQuery): Generator<undefined, readonly number[]> {
  const dated: (readonly number[])[] = [];
  const undated: (readonly number[])[] = [];
  let from: readonly SQLInputValue[] = [-UNDATED, '', 0];
  while (from.length > 0) {
    const next = Object.values(file.sql(NEXT).get(...from) ?? {});
    const isDated = from[0] !== UNDATED;
    // Boards without a creation time come last in both sort orders. So a step ends before the first of them.
    const to = isDated && (next[0] ?? UNDATED) === UNDATED ? [UNDATED, '', 0] : next;
    const question = new Question(file, query);
    const numbers = question.numbers([question.between(from, to)]);
    if (!isDated) undated.push(numbers);
    else if (query.order.descending) dated.push(numbers);
    else dated.unshift(numbers.toReversed());
    from = to;
    yield;
  }
  return [...dated, ...undated].flat();
}

class Question {
  readonly parameters: Record<string, SQLInputValue> = {};
  readonly #file: BoardFile;
  readonly #query: RowQuery;
  readonly #conditions: readonly string[];

  constructor(file: BoardFile, query: RowQuery) {
    this.#file = file;
    this.#query = query;
    const conditions = query.filters.map((filter) => `(${this.#filter(filter)})`);
    const filtersVanished = query.filters.some((each) => each.kind === 'mark' && each.mark === 'vanished');
    // Omits this condition if no board has vanished, because it takes a third of a query's time.
    if (!filtersVanished && file.facts.vanished > 0) conditions.push(`NOT ${VANISHED}`);
    const term = termOf(query.find);
    if (term !== '') conditions.push(`(${this.#find(term)})`);
    this.#conditions = conditions;
  }

  /** Runs the queries and returns the row numbers in order. Reads them as one text, because reading rows is slow. */
  numbers(parts: readonly string[], most = -1): readonly number[] {
    const each = parts.map((part) => `SELECT n FROM (SELECT b.n FROM boards b ${part} LIMIT ${most})`);
    const sql = `SELECT group_concat(n) AS numbers FROM (${each.join(' UNION ALL ')} LIMIT ${most})`;
    const numbers = this.#file.db.prepare(sql).get(this.parameters)?.['numbers'] ?? '';
    return JSON.parse(`[${String(numbers)}]`) as readonly number[];
  }

  /** Returns conditions and order of each SQL query. The rows of all queries, concatenated, are the sorted boards. */
  parts(): readonly string[] {
    const { by, descending } = this.#query.order;
    const direction = descending ? 'DESC' : 'ASC NULLS LAST';
    switch (by) {
      case 'created':
        if (descending) return [this.#part(NEWEST_FIRST)];
        // Reverses boards with equal times too, so that SQLite reads the index backwards, which takes half the time.
        return [
          this.#part(OLDEST_FIRST, this.#mark('dated')),
          this.#part(NEWEST_FIRST, `b.age = ${UNDATED}`),
        ];
      case 'id':
        return [this.#byId(descending)];
      default: {
        // Numbers come before texts. Upper and lower case are equal.
        const value = `nullif(fold(b.raw ->> ${this.#pathOf(by.slice('field:'.length))}), '')`;
        return [this.#part(`${value} ${direction}, ${NEWEST_FIRST}`)];
      }
    }
  }

  /** Returns the row numbers sorted by label or customer. Sorting in memory takes half the time of SQL. */
  numbersByNote(by: 'label' | 'customer'): readonly number[] {
    const { descending } = this.#query.order;
    const sql = `SELECT b.n, ${by} AS text FROM ${NOTED} WHERE ${HAS_NOTE} AND ${by} <> ''`;
    const found = this.#file.sql(sql).all({ connection: this.#file.connectionId });
    const texts = new Map(found.map(({ n, text }) => [Number(n), String(text)]));
    const matching = this.numbers([this.#part(NEWEST_FIRST)]);
    const noted = matching.filter((n) => texts.has(n));
    const sorted = sortedNaturally(noted, (n) => texts.get(n) ?? '', descending);
    if (noted.length === matching.length) return sorted;
    // Boards without a label are sorted by id, because the column shows the id instead of a label.
    const others = by === 'label' ? this.numbers([this.#byId(descending)]) : matching;
    return [...sorted, ...others.filter((n) => !texts.has(n))];
  }

  #byId(descending: boolean): string {
    // With filters, sorts without the index on ids, because this index lacks the columns of the filters.
    const id = this.#conditions.length === 0 ? 'b.id' : '+b.id';
    const order = descending ? `${id} DESC, b.n DESC` : `${id} ASC NULLS LAST, b.n ASC`;
    return this.#part(order);
  }

  between(from: readonly SQLInputValue[], to: readonly SQLInputValue[]): string {
    const bound = (place: readonly SQLInputValue[]): string => place.map((each) => this.#bind(each)).join();
    const until = to.length === 0 ? [] : [`${PLACE} <= (${bound(to)})`];
    return this.#part(NEWEST_FIRST, `${PLACE} > (${bound(from)})`, ...until);
  }

  #part(order: string, ...tests: readonly string[]): string {
    return `WHERE ${['TRUE', ...this.#conditions, ...tests].join(' AND ')} ORDER BY ${order}`;
  }

  #bind(value: SQLInputValue): string {
    const name = `:p${Object.keys(this.parameters).length}`;
    this.parameters[name] = value;
    return name;
  }

  /** Returns an SQL condition: boards in a table of `easel.db`. Compares row numbers, which all indexes contain. */
  #marked(where: string): string {
    const ids = `SELECT board_id FROM ${where} AND connection_id = ${this.#bind(this.#file.connectionId)}`;
    return `b.n IN (SELECT n FROM boards WHERE id IN (${ids}))`;
  }

  #filter(filter: RowFilter): string {
    switch (filter.kind) {
      case 'created':
        return this.#created(filter.from, filter.to);
      case 'older-than':
        return this.#created(null, this.#file.earlierNow - filter.days * DAY);
      case 'newer-than':
        return this.#created(this.#file.laterNow - filter.days * DAY, null);
      case 'mark':
        return `${filter.is ? '' : 'NOT '}(${this.#mark(filter.mark)})`;
      case 'tag':
        return this.#marked(`notes WHERE ${this.#holds(TAG_WORDS, filter.tag, filter.exact && TAG)}`);
      case 'customer':
        return this.#marked(`notes WHERE ${this.#holds(CUSTOMER_WORD, filter.customer, filter.exact && '')}`);
      case 'id-prefix':
        return `b.words LIKE ${this.#like('', foldWord(filter.prefix))}`;
      case 'field':
        if (filter.text === '') return 'FALSE';
        return `fold(${this.#shown(filter.name)}) LIKE ${this.#like('%', foldWord(filter.text))}`;
    }
  }

  /** Returns an SQL condition: boards created from `from` until before `to`, in epoch ms. Null means no limit. */
  #created(from: number | null, to: number | null): string {
    const youngest = to === null ? '' : ` AND ${AGE} > ${this.#bind(-to)}`;
    const oldest = from === null ? UNDATED - 1 : -from;
    return `${AGE} <= ${this.#bind(oldest)}${youngest}`;
  }

  /** Returns an SQL condition: `words` contains `text`, between separators `around` for whole words only. */
  #holds(words: string, text: string, around?: string): string {
    const folded = foldWord(trimInvisible(text));
    if (folded === '') return 'FALSE';
    if (around === '') return `${words} = ${this.#bind(folded)}`;
    const term = this.#bind(`${around ?? ''}${folded}${around ?? ''}`);
    return `instr(${words}, ${term}) > 0`;
  }

  #mark(mark: Extract<RowFilter, { kind: 'mark' }>['mark']): string {
    if (mark === 'dated') return `${AGE} < ${UNDATED}`;
    return mark === 'vanished' ? VANISHED : this.#marked(MARKS[mark]);
  }

  #find(term: string): string {
    const hasNote = this.#marked(`notes WHERE instr(words, ${this.#bind(term)}) > 0`);
    return `b.words LIKE ${this.#like('%', term)} OR ${hasNote}`;
  }

  #like(before: '' | '%', text: string): string {
    return `${this.#bind(`${before}${text.replaceAll(/[%_!]/gu, '!$&')}%`)} ESCAPE '!'`;
  }

  /** Binds a field's JSON path as a parameter. Finds no field with `"` or `\`, because SQLite's paths can't name it. */
  #pathOf(field: string): string {
    return this.#bind(/["\\]/u.test(field) ? '$.""' : `$."${field}"`);
  }

  /** Returns SQL for a board's field as text. Numbers and objects become JSON, and a missing field becomes null. */
  #shown(field: string): string {
    const path = this.#pathOf(field);
    return `iif(json_type(b.raw, ${path}) = 'text', b.raw ->> ${path}, nullif(b.raw -> ${path}, 'null'))`;
  }
}

const BY_NUMBER = 'json_each(:numbers) j CROSS JOIN boards b ON b.n = j.value';

export function numbersOfIds(file: BoardFile, ids: readonly string[]): readonly number[] {
  // Runs one query for all ids, because a first listing has no index on ids, so each query reads all boards.
  const find = file.sql('SELECT id, n FROM boards WHERE id IN (SELECT value FROM json_each(?))');
  const found = new Map(find.all(JSON.stringify(ids)).map(({ id, n }) => [String(id), Number(n)]));
  return [...new Set(ids.flatMap((id) => found.get(id) ?? []))];
}

const truth = (condition: string): string => `json(iif(${condition}, 'true', 'false'))`;
const CREATED = `json_object('raw', created_raw, 'epochMs', iif(age = ${UNDATED}, NULL, -age),
  'assumedUtc', ${truth('assumed_utc')})`;
const LOCAL = `json_object('label', label, 'note', note, 'tags', json(tags), 'customer', customer,
  'protected', ${truth('protected')})`;
const ROW = `json_object('rowKey', ifnull('=' || b.id, '?' || b.raw), 'id', b.id,
  'created', json(iif(created_raw IS NULL, NULL, ${CREATED})), 'vanishedAt', vanished_at,
  'local', json(iif(label IS NULL, NULL, ${LOCAL})), 'madeHere', ${truth('made_at IS NOT NULL')},
  'previewedAt', previewed_at)`;
const ROWS = `SELECT b.raw, ${ROW} AS row FROM ${BY_NUMBER}
  LEFT JOIN notes l ON l.connection_id = :connection AND l.board_id = b.id
  LEFT JOIN board_facts f ON f.connection_id = :connection AND f.board_id = b.id`;

export function rowsOf(file: BoardFile, numbers: readonly number[], fields: readonly string[]): RowWithRaw[] {
  const found = file.sql(ROWS).all({ connection: file.connectionId, numbers: `[${numbers.join()}]` });
  return found.map((stored) => {
    const raw = String(stored['raw']);
    const row = JSON.parse(String(stored['row'])) as Omit<BoardRow, 'fields'>;
    const unusable = row.id === null ? unusableIdOf(raw) : null;
    return {
      ...row,
      ...(unusable !== null && { unusableId: unusable.slice(0, 200) }),
      fields: fields.length > 0 ? fieldValues(raw, fields) : [],
      raw,
    };
  });
}

const NOTED = 'boards b CROSS JOIN notes l ON l.connection_id = :connection AND l.board_id = b.id';
/** Finds boards with notes by the index on ids. Without the index (first listing), SQLite reads all boards once. */
const HAS_NOTE = 'b.id IN (SELECT board_id FROM notes WHERE connection_id = :connection)';
const TAGS = `SELECT t.value AS name, count(*) AS boards FROM ${NOTED}, json_each(l.tags) t`;
const CUSTOMERS = `SELECT l.customer AS name, count(*) AS boards FROM ${NOTED}`;

/** Selects the names of scalar fields in the newest boards. Leaves out the id and the creation time. */
const FIELD_NAMES = `SELECT DISTINCT f.key AS name FROM (SELECT id, created_raw, raw FROM boards b ORDER BY ${NEWEST_FIRST} LIMIT 1000) b,
  json_each(b.raw) f WHERE f.type NOT IN ('null', 'array', 'object') AND CAST(f.atom AS TEXT) IS NOT b.id
  AND CAST(f.atom AS TEXT) IS NOT b.created_raw ORDER BY name`;

export function boardNames(file: BoardFile): RowNames {
  const names = file
    .sql(FIELD_NAMES)
    .all()
    .map(({ name }) => String(name));
  return {
    // Omits empty and long names, because later calls would refuse them.
    fields: names.filter((name) => name !== '' && name.length <= LONGEST.fieldName),
    tags: namesIn(file, TAGS),
    customers: namesIn(file, CUSTOMERS),
  };
}

/** Returns tags or customers, most frequent first. SQLite takes the spelling from the row with `max(boards)`. */
function namesIn(file: BoardFile, names: string): readonly CountedName[] {
  const found = file
    .sql(
      `SELECT name, sum(boards) AS boards, max(boards) FROM (
        ${names} WHERE ${HAS_NOTE} AND name <> '' AND b.vanished_at IS NULL GROUP BY name ORDER BY name
      ) GROUP BY fold(name) ORDER BY boards DESC, max(boards) DESC, name`,
    )
    .all({ connection: file.connectionId });
  return found.map(({ name, boards }) => ({ name: String(name), boards: Number(boards) }));
}
