/** A mirror of a million boards as it is after a first listing, written by plain SQL. */
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { mirrorFile } from '../../main/store/mirror/files.ts';
import { INDEXES, openMirrorFile } from '../../main/store/mirror/schema.ts';
import { createWriter } from '../../main/store/mirror/writer.ts';

export const MILLION = 1_000_000;
export const CONNECTION = '6b1f0c52-3d1a-4c5e-9f0a-2f4f7a1d9b10';

const FIRST = Date.UTC(2018, 0);
const LAST = Date.UTC(2026, 10);

/** The same numbers each time, from 0 on and below 2^32. */
function* numbers(): Generator<number, never> {
  let state = 0x9e37_79b9;
  for (;;) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield state >>> 0;
  }
}

/** Makes the file where there is none yet; it stays for the next benchmark. */
export function makeMillion(folder: string): void {
  const file = mirrorFile(folder, CONNECTION);
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true });
  const unfinished = path.join(folder, 'unfinished.db');
  const { db } = openMirrorFile(unfinished);
  // Kept up row by row, indexes would take most of the time.
  const indexes = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE 'boards_%'")
    .all();
  for (const { name } of indexes) db.exec(`DROP INDEX ${String(name)}`);
  const random = numbers();
  const insert = db.prepare(
    `INSERT INTO boards (n, id, created_ms, created_raw, assumed_utc, raw) VALUES (?, ?, ?, ?, 0, ?)`,
  );
  db.exec('BEGIN');
  for (let n = 1; n <= MILLION; n += 1) {
    const hex = Array.from({ length: 4 }, () => random.next().value.toString(16).padStart(8, '0')).join('');
    const id = hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/u, '$1-$2-4$3-b$4-$5');
    const created = FIRST + Math.floor((random.next().value / 2 ** 32) * (LAST - FIRST));
    const raw = new Date(created).toISOString();
    insert.run(n, id, created, raw, JSON.stringify({ room_id: id, created_at: raw }));
  }
  db.exec(INDEXES);
  db.exec(`INSERT OR REPLACE INTO facts (one, completeness, as_of, total, not_understood, rows, vanished, revision,
    rows_revision, last_n, indexed, searched_to)
    VALUES (1, 'complete', ${LAST}, NULL, 0, ${MILLION}, 0, 1, 1, ${MILLION}, 1, 0); COMMIT`);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  renameSync(unfinished, file);
  const begun = performance.now();
  makeSearchable(folder, CONNECTION);
  console.error(
    `the search index took ${Math.round(performance.now() - begun)} ms, ${statSync(file).size / MILLION} bytes a board`,
  );
}

/** Builds the search index as the writing thread does between calls. */
export function makeSearchable(folder: string, connectionId: string): void {
  const planned: (() => void)[] = [];
  const writer = createWriter({ folder, now: Date.now, later: (work) => void planned.push(work) });
  writer.tidy(connectionId);
  for (let work = planned.shift(); work !== undefined; work = planned.shift()) work();
  writer.close();
}
