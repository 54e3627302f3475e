/** Long lists are sorted by a field with an index, which is made when somebody first asks, and kept for the next time. */
import type { DatabaseSync } from 'node:sqlite';
import { sortKey } from '../../service/wire/fields.ts';
import { MirrorError } from './mirror.ts';
import type { BoardFile } from './schema.ts';

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
export function makeSortIndex(file: BoardFile, field: string, now: () => number, progress: SortProgress) {
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
