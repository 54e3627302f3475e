import type { DatabaseSync } from 'node:sqlite';

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
