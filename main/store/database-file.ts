import { existsSync, renameSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

export const SUFFIXES = ['', '-wal', '-shm'] as const;

export function versionOf(db: DatabaseSync): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** Runs `work` in a transaction. Rolls the transaction back if `work` throws or returns null. */
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

export function eachAtOnce<T>(db: DatabaseSync, items: readonly T[], work: (item: T) => unknown): void {
  atOnce(db, () => {
    for (const item of items) work(item);
  });
}

export function orClose<T>(db: DatabaseSync, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (db.isOpen) db.close();
    throw error;
  }
}

export function migrateTo(db: DatabaseSync, version: number, statements: readonly string[]): void {
  eachAtOnce(db, [...statements, `PRAGMA user_version = ${version}`], (each) => db.exec(each));
}

/** Returns the primary result code of an SQLite error (https://sqlite.org/rescode.html); null for other errors. */
export function codeOf(error: unknown): number | null {
  const code = (error as { readonly errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : null;
}

/** True for SQLite errors that mean that the file is damaged: SQLITE_CORRUPT and SQLITE_NOTADB. */
export function isDamagedFile(error: unknown): boolean {
  return [11, 26].includes(codeOf(error) ?? 0);
}

/** True for disk faults: SQLITE_PERM, _BUSY, _LOCKED, _NOMEM, _READONLY, _IOERR, _FULL, _CANTOPEN, _PROTOCOL. */
export function isDiskFault(error: unknown): boolean {
  return [3, 5, 6, 7, 8, 10, 13, 14, 15].includes(codeOf(error) ?? 0);
}

/** Renames a closed database file to `<file>.damaged-<time>`, and returns the new path. */
export function moveAside(file: string, now: number): string {
  const kept = `${file}.damaged-${new Date(now).toISOString().replaceAll(':', '')}`;
  for (const suffix of SUFFIXES) {
    if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  }
  return kept;
}

/** Returns SQL for the columns of a record's `fields`, such as `boardId label`: the column `board_id` and so on. */
export function columnsOf(fields: string) {
  const names = fields.split(' ').map((field) => ({
    field,
    column: field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
  }));
  const columns = names.map(({ column }) => column).join(', ');
  return {
    /** SQL for SELECT: `board_id AS boardId, …`. */
    read: names.map(({ column, field }) => `${column} AS ${field}`).join(', '),
    /** SQL for INSERT: `(board_id, …) VALUES (:boardId, …)`. */
    values: `(${columns}) VALUES (${names.map(({ field }) => `:${field}`).join(', ')})`,
    /** SQL for UPDATE: `board_id = :boardId, …`. */
    set: names.map(({ column, field }) => `${column} = :${field}`).join(', '),
  };
}

/** Converts a record to an SQLite row: booleans become 0 or 1, and lists and objects become JSON. */
export function toRow(record: object): Record<string, SQLInputValue> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, columnValue(value)]));
}

function columnValue(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as SQLInputValue);
}

/** Converts a row back to a record (see `toRow`). `flags`: names of booleans. `json`: names of lists and objects. */
export function fromRow<T>(row: object, flags: readonly (keyof T)[], json: readonly (keyof T)[] = []): T {
  const record = { ...row } as Record<keyof T, unknown>;
  for (const name of flags) record[name] = record[name] === 1;
  for (const name of json) record[name] = JSON.parse(String(record[name])) as unknown;
  return record as T;
}
