/** Opens the database file, and keeps a damaged one aside. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { codeOf, isDamagedFile, migrateTo, moveAside, orClose, versionOf } from './database-file.ts';
import { SCHEMA, VERSION } from './schema.ts';

export interface Opened {
  readonly db: DatabaseSync;
  /** Where a damaged file was moved to, or null when all was well. */
  readonly damagedKeptAs: string | null;
}

/** The file was written by a newer Easel; opening it could lose what that one knows. */
export class NewerDatabase extends Error {}

/** Another process of Easel works in this folder. */
export class FolderInUse extends Error {}

/**
 * Takes the folder of `file` for this process until the process ends, however it ends: the lock is the system's, on a file
 * of its own. Gives what frees it; throws `FolderInUse` where another process has it.
 */
export function takeFolder(file: string): DatabaseSync {
  const db = new DatabaseSync(path.join(path.dirname(file), 'easel.lock'));
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
    return db;
  } catch (error) {
    db.close();
    // SQLITE_BUSY, SQLITE_LOCKED.
    if (![5, 6].includes(codeOf(error) ?? 0)) throw error;
    throw new FolderInUse('another Easel works in this folder', { cause: error });
  }
}

/**
 * Opens `file` (or `:memory:`), a new one with all its tables.
 *
 * A file that SQLite finds damaged is renamed to `<file>.damaged-<time>` and an empty one takes its place.
 * Throws `NewerDatabase` when the file's version is higher than this program's.
 */
export function openFile(file: string, now: number): Opened {
  try {
    return { db: openSound(file), damagedKeptAs: null };
  } catch (error) {
    if (!(error instanceof Damaged) && !isDamagedFile(error)) throw error;
    const kept = moveAside(file, 'damaged', now);
    return { db: openSound(file), damagedKeptAs: kept };
  }
}

function openSound(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  return orClose(db, () => {
    const version = versionOf(db);
    // Before anything else: even the journal's mode is a change to the file.
    if (version > VERSION) throw new NewerDatabase(`version ${version}`);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    const check = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (check.quick_check !== 'ok') throw new Damaged(check.quick_check);
    if (version === 0) migrateTo(db, VERSION, [SCHEMA]);
    return db;
  });
}

class Damaged extends Error {}
