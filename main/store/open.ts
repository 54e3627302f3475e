import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { codeOf, isDamagedFile, migrateTo, moveAside, orClose, versionOf } from './database-file.ts';
import { SCHEMA, VERSION } from './schema.ts';

/** Thrown if a newer version of Easel wrote the database. This version could lose data of the newer schema. */
export class NewerDatabase extends Error {
  readonly kind = 'newer';
}

export class FolderInUse extends Error {
  readonly kind = 'in-use';
}

/** Locks the data folder until this process ends. Throws `FolderInUse` if another process has locked it. */
export function takeFolder(file: string): DatabaseSync {
  const db = new DatabaseSync(path.join(path.dirname(file), 'easel.lock'));
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
    return db;
  } catch (error) {
    db.close();
    // SQLite's codes for a file that another process has locked: 5 (SQLITE_BUSY) and 6 (SQLITE_LOCKED).
    if (![5, 6].includes(codeOf(error) ?? 0)) throw error;
    throw new FolderInUse('another Easel works in this folder', { cause: error });
  }
}

/** Opens the database. A damaged file is renamed to `setAside` and replaced. Throws `NewerDatabase`. */
export function openFile(file: string, now: number) {
  try {
    return { db: openSound(file), setAside: null };
  } catch (error) {
    if (!(error instanceof Damaged) && !isDamagedFile(error)) throw error;
    const setAside = moveAside(file, now);
    return { db: openSound(file), setAside };
  }
}

function openSound(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  return orClose(db, () => {
    const version = versionOf(db);
    // Checks the version before the pragmas below, because the journal mode changes the file.
    if (version > VERSION) throw new NewerDatabase(`version ${version}`);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    const check = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (check.quick_check !== 'ok') throw new Damaged(check.quick_check);
    if (version === 0) migrateTo(db, VERSION, [SCHEMA]);
    return db;
  });
}

class Damaged extends Error {}
