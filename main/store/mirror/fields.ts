/** The fields that boards have: how many boards have each, and indexes for sorting long lists by one. */
import type { DatabaseSync } from 'node:sqlite';
import type { BoardField } from '../../../preload/contract/boards.ts';
import { furtherFields, sortKey, type Told } from '../../service/wire/fields.ts';
import { MirrorError } from './mirror.ts';
import type { BoardFile } from './schema.ts';

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
