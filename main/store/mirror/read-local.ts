/** Finds the places of the boards that something is known of on this computer. */
import type { DatabaseSync } from 'node:sqlite';
import type { Columns } from './columns.ts';
import { packLocal, type Local } from './local.ts';
import type { Known } from './main-database.ts';
import { placesByNumber } from './searched.ts';

/** Boards looked up at a time. */
const BATCH = 10_000;

/** So few are not worth a table of all places. */
const FEW = 100;

interface Found {
  readonly id: string;
  readonly n: number;
  readonly created: number | null;
}

/** Without indexes every look-up reads the whole file, so there is only one. */
export function readLocal(
  db: DatabaseSync,
  columns: Columns,
  known: Iterable<Known>,
  indexed: boolean,
): Local {
  const find = db.prepare(`SELECT id, n, created_ms AS created FROM boards
    WHERE id IN (SELECT value FROM json_each(?))`);
  let places: Uint32Array | null = null;

  function* placed(batch: ReadonlyMap<string, Known>): Generator<readonly [number, Known]> {
    if (batch.size > FEW) places ??= placesByNumber(columns);
    for (const row of find.iterate(JSON.stringify([...batch.keys()]))) {
      const { id, n, created } = row as unknown as Found;
      const each = batch.get(id);
      const rank = places === null ? columns.rankOf(n, created) : (places[n] ?? 0) - 1;
      if (each !== undefined && rank !== -1) yield [rank, each];
    }
  }

  function* all(): Generator<readonly [number, Known]> {
    let batch = new Map<string, Known>();
    for (const each of known) {
      batch.set(each.boardId, each);
      if (!indexed || batch.size < BATCH) continue;
      yield* placed(batch);
      batch = new Map();
    }
    if (batch.size > 0) yield* placed(batch);
  }

  return packLocal(all(), columns.size);
}
