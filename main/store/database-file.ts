/** What the main database and the mirrors' files have in common: their version, their damage, and moving them aside. */
import { existsSync, renameSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** What a database's file may consist of. */
export const SUFFIXES = ['', '-wal', '-shm'] as const;

export function versionOf(db: DatabaseSync): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** Does all of the work or, where it throws or gives null, nothing of it. */
export function atOnce<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const done = work();
    db.exec(done === null ? 'ROLLBACK' : 'COMMIT');
    return done;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Makes something of a database that is open; where that fails, it is closed. */
export function orClose<T>(db: DatabaseSync, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (db.isOpen) db.close();
    throw error;
  }
}

/** Brings a file to a version by these statements, in one transaction. */
export function migrateTo(db: DatabaseSync, version: number, statements: readonly string[]): void {
  atOnce(db, () => {
    for (const each of [...statements, `PRAGMA user_version = ${version}`]) db.exec(each);
  });
}

/** SQLite's code of an error, without what extends it (https://sqlite.org/rescode.html); null for another error. */
export function codeOf(error: unknown): number | null {
  const code = (error as { readonly errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : null;
}

/** Whether SQLite found that a file is damaged or no database: SQLITE_CORRUPT, SQLITE_NOTADB. */
export function isDamagedFile(error: unknown): boolean {
  return [11, 26].includes(codeOf(error) ?? 0);
}

/**
 * Whether the disk, or what else a file needs of the system, is at fault: SQLITE_PERM, _BUSY, _LOCKED, _NOMEM, _READONLY,
 * _IOERR, _FULL, _CANTOPEN, _PROTOCOL.
 */
export function isDiskFault(error: unknown): boolean {
  return [3, 5, 6, 7, 8, 10, 13, 14, 15].includes(codeOf(error) ?? 0);
}

/** Renames a file that nobody has open to `<file>.<why>-<time>`; gives that. */
export function moveAside(file: string, why: 'damaged' | 'other', now: number): string {
  const kept = `${file}.${why}-${new Date(now).toISOString().replaceAll(':', '')}`;
  for (const suffix of SUFFIXES) {
    if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  }
  return kept;
}
