/** The mirrors' files: where each lies, how it is opened, and what becomes of one that is of no use. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MIRROR_MIGRATIONS } from './schema.ts';
import { addSortKey } from './sort.ts';
import { foldId } from './trigram-index.ts';

/** How long a file that another program holds (a virus scanner, a backup) is waited for. */
const BUSY_MS = 5000;

/** The file was written by a newer Easel: it is kept aside as it is. */
export class NewerMirror extends Error {}

/** The file is of another Easel, or not begun: who writes has to open it before it can be read. */
export class NotReadable extends Error {}

/**
 * The file of a connection. Names that a file system could take for something else (another folder, a device, the
 * same name in other letter case) are replaced by their digest.
 */
export function mirrorFile(folder: string, connectionId: string): string {
  const plain = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(connectionId);
  const name = plain ? connectionId : `x${createHash('sha256').update(connectionId).digest('hex')}`;
  return path.join(folder, `${name}.db`);
}

/** Opens a mirror's file for writing: makes and migrates it where needed. Throws `NewerMirror`, or SQLite's error (see `isDamage`). */
export function openMirrorFile(
  file: string,
  migrations: readonly string[] = MIRROR_MIGRATIONS,
): DatabaseSync {
  mkdirSync(path.dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    const version = versionOf(db);
    if (version > migrations.length) throw new NewerMirror(`version ${version}`);
    // Pages of twice the usual size hold more of such rows with less effort (measured: a quarter less at a million).
    db.exec('PRAGMA page_size = 8192;');
    // All of it can be had again, so a power cut may cost the last steps; what is there is sound all the same.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 2000;');
    // What indexes are sorted with goes to a file once it is larger than the cache, or a million ids would stay in
    // this process's memory (80 MB, measured); a second thread sorts along.
    db.exec('PRAGMA cache_size = -8000; PRAGMA threads = 2; PRAGMA journal_size_limit = 67108864;');
    db.function('fold_id', { deterministic: true }, (id) => foldId(id as string | null));
    addSortKey(db);
    migrate(db, version, migrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens it for reading; null where there is none. Throws `NotReadable`, or SQLite's error. */
export function readMirrorFile(file: string): DatabaseSync | null {
  if (!exists(file)) return null;
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
  try {
    if (versionOf(db) !== MIRROR_MIGRATIONS.length) throw new NotReadable();
    db.exec('PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY; PRAGMA query_only = ON;');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Whether a file is damaged: SQLITE_CORRUPT is 11, SQLITE_NOTADB 26 (https://sqlite.org/rescode.html). SQLite does not
 * see what happens within a text: a row's JSON was written by JSON.stringify, so what can't be read was damaged.
 */
export function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof SyntaxError || error.message === 'malformed JSON') return true;
  const code = (error as { readonly errcode?: unknown }).errcode;
  return typeof code === 'number' && [11, 26].includes(code & 0xff);
}

/**
 * Whether the disk, or what else a file needs of the system, is at fault, and not the question that was asked:
 * PERM, BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL, and damage.
 */
export function isDiskFault(error: unknown): boolean {
  const code = (error as { readonly errcode?: unknown } | null)?.errcode;
  return (
    isDamage(error) || (typeof code === 'number' && [3, 5, 6, 7, 8, 10, 13, 14, 15].includes(code & 0xff))
  );
}

/** Renames a file that nobody has open to `<file>.<why>-<time>`. Only the last one is kept: they can be large. */
export function keepAside(file: string, why: 'damaged' | 'newer', now: number): void {
  removeAsides(file);
  const kept = `${file}.${why}-${new Date(now).toISOString().replaceAll(':', '')}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (exists(file + suffix)) renameSync(file + suffix, kept + suffix);
  }
}

/** Deletes a mirror's file, and what was kept aside of it. */
export function removeMirrorFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  removeAsides(file);
}

export function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function removeAsides(file: string): void {
  const folder = path.dirname(file);
  if (!exists(folder)) return;
  const starts = [`${path.basename(file)}.damaged-`, `${path.basename(file)}.newer-`];
  for (const name of readdirSync(folder)) {
    if (starts.some((start) => name.startsWith(start))) rmSync(path.join(folder, name), { force: true });
  }
}

function versionOf(db: DatabaseSync): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

function migrate(db: DatabaseSync, version: number, migrations: readonly string[]): void {
  if (version === migrations.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const statements of migrations.slice(version)) db.exec(statements);
    db.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
