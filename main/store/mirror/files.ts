/** The mirrors' files: where each lies, what damage is, and what becomes of a file that is of no use. */
import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * The file of a connection. Names that a file system could take for something else (another folder, a device, the
 * same name in other letter case) are replaced by their digest.
 */
export function mirrorFile(folder: string, connectionId: string): string {
  const plain = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(connectionId);
  const name = plain ? connectionId : `x${createHash('sha256').update(connectionId).digest('hex')}`;
  return path.join(folder, `${name}.db`);
}

/**
 * Whether a file is damaged: SQLITE_CORRUPT is 11, SQLITE_NOTADB 26 (https://sqlite.org/rescode.html). SQLite does not
 * see what happens within a text: a row's JSON could be read when it came, so what can't be read was damaged.
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
