/** What the service sent of a board beyond its id and creation time: its fields, how many boards have them, and their order. */
import type { DatabaseSync } from 'node:sqlite';
import type { BoardField } from '../../../preload/contract/boards.ts';
import { digitsOf, parseJson } from '../../service/wire/json.ts';
import { MirrorError } from './mirror.ts';
import type { BoardFile } from './schema.ts';

/** A row as far as its fields are concerned. */
export interface Told {
  readonly id: string | null;
  readonly createdRaw: string | null;
  readonly raw: string;
}

/** Texts, numbers and truths of a board, but for those that became its id and its creation time; as text. */
export function furtherFields({ id, createdRaw, raw }: Told): readonly (readonly [string, string])[] {
  return Object.entries(fieldsOf(raw)).flatMap(([name, value]): [string, string][] => {
    const text = typeof value === 'string' || typeof value === 'boolean' ? String(value) : digitsOf(value);
    return text === null || text === id || text === createdRaw ? [] : [[name, text]];
  });
}

/** The values of some fields as texts, empty where the board has none. */
export function fieldValues(raw: string, names: readonly string[]): readonly string[] {
  const fields = fieldsOf(raw);
  return names.map((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : null;
    if (value === null) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

/** Whether a field as it is shown holds a text in lower case. */
export function shows(raw: string, name: string, text: string): number {
  return Number(fieldValues(raw, [name])[0]?.toLowerCase().includes(text));
}

/** What a board is sorted by: numbers by size, then texts, letter case ignored. Null where it says nothing. */
export function sortKey(raw: string, name: string): string | number | null {
  const fields = fieldsOf(raw, false);
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  if (typeof value === 'number') return value;
  if (value === null || value === '') return null;
  return (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase();
}

/** `inexact`: whether numbers keep their digits; by themselves they do where it matters. */
function fieldsOf(raw: string, inexact?: false): Readonly<Record<string, unknown>> {
  const value = parseJson(raw, inexact);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : {};
}

/** Rows looked at in one slice. */
const SLICE = 5000;
/** Slices that a call waits for: 100,000 rows. */
const AT_ONCE = 20;

/** Which further fields boards have, counted slice by slice between other calls: a million rows take seconds. */
export class FieldCounts {
  readonly #file: BoardFile;
  readonly #later: (work: () => void) => void;
  #rowsRevision = -1;
  #told: readonly BoardField[] = [];
  /** What #told is of was counted to its end: it is told while newer rows are counted. */
  #isWhole = false;

  constructor(file: BoardFile, later: (work: () => void) => void) {
    this.#file = file;
    this.#later = later;
  }

  /** Of a long list at first what is counted so far, of one that was counted before what was counted then. */
  get(rowsRevision: number): readonly BoardField[] {
    if (this.#rowsRevision !== rowsRevision) {
      this.#work(this.#count(), AT_ONCE, rowsRevision);
      this.#rowsRevision = rowsRevision;
    }
    return this.#told;
  }

  /** Counts some slices, and plans the others. What fails then fails for the next call too, which begins anew. */
  #work(count: Iterator<void>, slices: number, rowsRevision: number): void {
    for (let slice = 0; slice < slices; slice += 1) if (count.next().done === true) return;
    this.#later(() => {
      if (!this.#file.db.isOpen || this.#rowsRevision !== rowsRevision) return;
      try {
        this.#work(count, 1, rowsRevision);
      } catch {
        this.#rowsRevision = -1;
      }
    });
  }

  *#count(): Generator<void, void> {
    const slice = `SELECT n, id, created_raw AS createdRaw, raw FROM boards WHERE n > ? ORDER BY n LIMIT ${SLICE}`;
    const counts = new Map<string, number>();
    for (let last = 0, length = SLICE; length === SLICE;) {
      const rows = this.#file.sql(slice).all(last) as unknown as readonly (Told & { readonly n: number })[];
      for (const [name] of rows.flatMap(furtherFields)) counts.set(name, (counts.get(name) ?? 0) + 1);
      last = rows.at(-1)?.n ?? last;
      ({ length } = rows);
      const isWhole = length < SLICE;
      if (isWhole || !this.#isWhole) this.#told = [...counts].map(([name, boards]) => ({ name, boards }));
      this.#isWhole ||= isWhole;
      yield;
    }
  }
}

// Long lists are sorted by a field with an index, which is made when somebody first asks, and kept for the next time.

/** Each takes about 80 MB at a million boards, and its share of every later change. */
const MOST_KEPT = 4;

/** Whoever waits says so in shorter steps than this, in ms: else nobody does any more. */
const LONGEST_SILENCE = 3000;

/** Rows between two looks at the clock. */
const LOOK = 1000;

/** Shared between threads: the share that is sorted, and when somebody asked for it last, epoch ms. */
export type SortProgress = Float64Array;

/** What a field is sorted by, in SQL. The name is written as bytes, for an index can't be made with a parameter. */
export function sortKeyOf(field: string): string {
  return `sort_key(raw, CAST(x'${Buffer.from(field).toString('hex')}' AS TEXT))`;
}

const nameOf = (field: string): string => `sorted_${Buffer.from(field).toString('hex')}`;

/** Whether a field has its index. */
export function hasSortIndex(db: DatabaseSync, field: string): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(nameOf(field)) !== undefined;
}

/** Lends SQL the key that rows are sorted by. `onRow` hears of each that it is worked out for. */
export function addSortKey(db: DatabaseSync, onRow: () => void = () => undefined): void {
  db.function('sort_key', { deterministic: true }, (raw, name) => {
    onRow();
    return sortKey(String(raw), String(name));
  });
}

/** Makes the index of a field, in one statement. Throws, with nothing made, once nobody waits for it any more. */
export function makeSortIndex(
  file: BoardFile,
  field: string,
  now: () => number,
  progress: SortProgress = new Float64Array([0, Infinity]),
): void {
  const { rows, vanished } = file.facts;
  let done = 0;
  addSortKey(file.db, () => {
    done += 1;
    if (done % LOOK !== 0) return;
    progress[0] = done / (rows + vanished);
    if (now() - (progress[1] ?? 0) > LONGEST_SILENCE) throw new MirrorError('nobody-waits');
  });
  try {
    const kept = file.db
      .prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'sorted!_%' ESCAPE '!' ORDER BY rowid DESC")
      .all();
    for (const { name } of kept.slice(MOST_KEPT - 1)) file.db.exec(`DROP INDEX ${String(name)}`);
    file.db.exec(`CREATE INDEX IF NOT EXISTS ${nameOf(field)} ON boards (
      ${sortKeyOf(field)}, created_ms DESC, id, folded)`);
  } finally {
    addSortKey(file.db);
  }
}
