/**
 * What is held of a list's rows for searching: their numbers, creation times and ids in the default order, packed.
 * Everything else of a row is read from the file when it is shown.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { CHUNK_ROWS, PackedText } from './packed-text.ts';
import { firstWhere } from './ranks.ts';

/** Newest first; undated ones last, for null is below all numbers. */
export const DEFAULT_ORDER = 'created_ms DESC, id, vanished_at, n';

/** A row as it is held. */
export interface HeldRow {
  readonly n: number;
  readonly created: number | null;
  readonly id: string | null;
  readonly vanished: boolean;
}

export class Columns {
  n = new Uint32Array(0);
  /** Epoch ms; not a number where it isn't known. */
  created = new Float64Array(0);
  /** 1 for a row that has vanished; null while none has. */
  vanished: Uint8Array | null = null;
  /** In lower case; empty for a row without one. */
  readonly ids = new PackedText();
  /** How many rows have a creation time: those come first. */
  dated = 0;

  get size(): number {
    return this.n.length;
  }

  /** The place of a row, or -1. */
  rankOf(n: number, created: number | null): number {
    if (created === null) {
      const at = this.n.subarray(this.dated).indexOf(n);
      return at === -1 ? -1 : this.dated + at;
    }
    const [from, to] = [this.firstAtMost(created), this.firstBelow(created)];
    const at = this.n.subarray(from, to).indexOf(n);
    return at === -1 ? -1 : from + at;
  }

  /** The first dated place with a time of at most this. */
  firstAtMost(time: number): number {
    return firstWhere(0, this.dated, (at) => (this.created[at] ?? 0) <= time);
  }

  /** The first dated place with a time below this. */
  firstBelow(time: number): number {
    return firstWhere(0, this.dated, (at) => (this.created[at] ?? 0) < time);
  }

  remove(rank: number): void {
    if (rank < this.dated) this.dated -= 1;
    this.n = without(this.n, rank);
    this.created = without(this.created, rank);
    if (this.vanished !== null) this.vanished = without(this.vanished, rank);
    this.ids.remove(rank);
  }

  /** Puts a row at its place, which only the file can tell where others were created at the same moment. */
  insert(rank: number, row: HeldRow): void {
    if (row.created !== null) this.dated += 1;
    if (row.vanished) this.vanished ??= new Uint8Array(this.size);
    this.n = withOne(this.n, rank, row.n);
    this.created = withOne(this.created, rank, row.created ?? Number.NaN);
    if (this.vanished !== null) this.vanished = withOne(this.vanished, rank, row.vanished ? 1 : 0);
    this.ids.insert(rank, row.id ?? '');
  }
}

type Numbers = Uint32Array | Float64Array | Uint8Array;

function without<T extends Numbers>(numbers: T, at: number): T {
  const fewer = new (numbers.constructor as new (length: number) => T)(numbers.length - 1);
  fewer.set(numbers.subarray(0, at));
  fewer.set(numbers.subarray(at + 1), at);
  return fewer;
}

function withOne<T extends Numbers>(numbers: T, at: number, value: number): T {
  const more = new (numbers.constructor as new (length: number) => T)(numbers.length + 1);
  more.set(numbers.subarray(0, at));
  more[at] = value;
  more.set(numbers.subarray(at), at + 1);
  return more;
}

/** Reads the columns step by step; the caller keeps one transaction open over all steps. */
export function* readColumns(db: DatabaseSync, indexed: boolean): Generator<undefined, Columns> {
  const columns = new Columns();
  const { size } = db.prepare('SELECT count(*) AS size FROM boards').get() as { size: number };
  columns.n = new Uint32Array(size);
  columns.created = new Float64Array(size);
  const read = indexed ? readJoined(db, columns) : readDoubled(db, columns);
  for (const _ of read) yield;
  return columns;
}

interface JoinedRows {
  readonly rows: number;
  readonly n: string;
  readonly created: string;
  readonly ids: string;
  readonly vanished: number;
}

/**
 * A chunk is one row of SQLite's, for a row of each board would cost more than all the rest. It begins at the moment
 * where the last one ended, behind those of that moment that were read already.
 */
function* readJoined(db: DatabaseSync, columns: Columns): Generator<undefined> {
  const dated = new ChunkReader(db, columns, 'created_ms <= :from');
  const undated = new ChunkReader(db, columns, 'created_ms IS NULL AND :from IS NULL');
  let at = 0;
  for (let from = Number.MAX_SAFE_INTEGER, skip = 0; ;) {
    const rows = dated.read(at, from, skip);
    at += rows;
    yield;
    if (rows < CHUNK_ROWS) break;
    from = columns.created[at - 1] ?? 0;
    for (skip = 1; skip < at && columns.created[at - 1 - skip] === from;) skip += 1;
  }
  columns.dated = at;
  while (at < columns.size) {
    at += undated.read(at, null, at - columns.dated);
    yield;
  }
}

class ChunkReader {
  readonly #columns: Columns;
  readonly #joined: StatementSync;
  readonly #ids: StatementSync;
  readonly #vanished: StatementSync;

  constructor(db: DatabaseSync, columns: Columns, where: string) {
    const from = `FROM (SELECT n, created_ms, id, vanished_at FROM boards WHERE ${where}
      ORDER BY ${DEFAULT_ORDER} LIMIT ${CHUNK_ROWS} OFFSET :skip)`;
    this.#columns = columns;
    this.#joined =
      db.prepare(`SELECT count(*) AS rows, group_concat(n, ',') AS n, count(vanished_at) AS vanished,
      group_concat(ifnull(created_ms, ''), ',') AS created, group_concat(ifnull(id, ''), char(1)) AS ids ${from}`);
    this.#ids = db.prepare(`SELECT ifnull(id, '') AS id ${from}`);
    this.#vanished = db.prepare(`SELECT vanished_at IS NOT NULL AS gone ${from}`);
  }

  /** Reads rows into the places from `at` on, and gives how many there were. */
  read(at: number, from: number | null, skip: number): number {
    const columns = this.#columns;
    const { rows, n, created, ids, vanished } = this.#joined.get({ from, skip }) as unknown as JoinedRows;
    if (rows === 0) return 0;
    parseNumbers(n, columns.n, at);
    parseNumbers(created, columns.created, at);
    if (!columns.ids.addJoined(ids, rows)) {
      columns.ids.addAll((this.#ids.all({ from, skip }) as unknown as { id: string }[]).map(({ id }) => id));
    }
    if (vanished > 0) {
      columns.vanished ??= new Uint8Array(columns.size);
      const flags = this.#vanished.all({ from, skip }) as unknown as { gone: number }[];
      for (const [index, { gone }] of flags.entries()) columns.vanished[at + index] = gone;
    }
    return rows;
  }
}

interface PlainRow {
  readonly n: number;
  readonly created: number | null;
  readonly id: string | null;
  readonly key: string | null;
}

/** While a first listing runs, the file has no indexes and may have a board twice: the last row counts. */
function* readDoubled(db: DatabaseSync, columns: Columns): Generator<undefined> {
  const statement = db.prepare(`SELECT n, created_ms AS created, id, CASE WHEN id IS NULL THEN key END AS key
    FROM boards ORDER BY created_ms DESC, id, key, n DESC`);
  let texts: string[] = [];
  let last: PlainRow | null = null;
  let at = 0;
  for (const each of statement.iterate()) {
    const row = each as unknown as PlainRow;
    if (last !== null && last.created === row.created && last.id === row.id && last.key === row.key) continue;
    last = row;
    columns.n[at] = row.n;
    columns.created[at] = row.created ?? Number.NaN;
    if (row.created !== null) columns.dated += 1;
    at += 1;
    texts.push(row.id ?? '');
    if (texts.length < CHUNK_ROWS) continue;
    columns.ids.addAll(texts);
    texts = [];
    yield;
  }
  columns.ids.addAll(texts);
  columns.n = columns.n.slice(0, at);
  columns.created = columns.created.slice(0, at);
}

/** Reads whole numbers between commas; where there is nothing, not a number. */
export function parseNumbers(text: string, into: Uint32Array | Float64Array, from: number): void {
  let at = from;
  let value = 0;
  let digits = 0;
  let sign = 1;
  for (let index = 0; index <= text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) {
      value = value * 10 + (code - 48);
      digits += 1;
    } else if (code === 45) sign = -1;
    else {
      into[at] = digits === 0 ? Number.NaN : sign * value;
      at += 1;
      value = 0;
      digits = 0;
      sign = 1;
    }
  }
}
