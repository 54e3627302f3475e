/** Opens the database file: migrates it in a transaction, backs it up before, keeps a damaged one aside. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from './migrations/index.ts';

export interface Opened {
  readonly db: DatabaseSync;
  /** Where a damaged file was moved to, or null when all was well. */
  readonly damagedKeptAs: string | null;
}

/** The file was written by a newer Easel; opening it could lose what that one knows. */
export class NewerDatabase extends Error {}

/**
 * Opens `file` (or `:memory:`), at the newest schema.
 *
 * A file that SQLite finds damaged is renamed to `<file>.damaged-<time>` and an empty one takes its place.
 * Throws `NewerDatabase` when the file's version is higher than this program's.
 */
export function openFile(file: string, now: number): Opened {
  try {
    return { db: openAndMigrate(file, now), damagedKeptAs: null };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const kept = `${file}.damaged-${new Date(now).toISOString().replaceAll(':', '')}`;
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
    }
    return { db: openAndMigrate(file, now), damagedKeptAs: kept };
  }
}

function openAndMigrate(file: string, now: number): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    const check = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (check.quick_check !== 'ok') throw new Damaged(check.quick_check);
    migrate(db, file, now);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

class Damaged extends Error {}

/** SQLITE_CORRUPT is 11, SQLITE_NOTADB 26 (https://sqlite.org/rescode.html). */
function isDamage(error: unknown): boolean {
  if (error instanceof Damaged) return true;
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === 'number' && [11, 26].includes(code & 0xff);
}

function migrate(db: DatabaseSync, file: string, now: number): void {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > MIGRATIONS.length) throw new NewerDatabase(`version ${version}`);
  if (version === MIGRATIONS.length) return;
  if (version > 0) backUp(db, file, version, now);
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const statements of MIGRATIONS.slice(version)) db.exec(statements);
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length}; COMMIT`);
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function backUp(db: DatabaseSync, file: string, version: number, now: number): void {
  if (file === ':memory:') return;
  const copy = `${file}.v${version}-${now}.backup`;
  rmSync(copy, { force: true });
  db.prepare('VACUUM INTO ?').run(copy);
}
