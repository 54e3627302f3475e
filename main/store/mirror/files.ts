/** The mirrors' files: where each lies, what damage is, and what becomes of a file that is of no use. */
import { createHash } from 'node:crypto';
import { globSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDamagedFile, moveAside, SUFFIXES } from '../database-file.ts';

/** What both of the mirror's threads work with. */
export interface MirrorThreadOptions {
  readonly folder: string;
  /** Epoch ms. */
  readonly now: () => number;
  /** Does something after the calls that wait. */
  readonly later?: (work: () => void) => void;
}

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
 * Whether a file is damaged. SQLite does not see what happens within a text: a row's JSON could be read when it came, so
 * what can't be read was damaged.
 */
export function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error instanceof SyntaxError || error.message === 'malformed JSON' || isDamagedFile(error);
}

/** Renames a file that nobody has open to `<file>.<why>-<time>`. Only the last one is kept: they can be large. */
export function keepAside(file: string, why: 'damaged' | 'other', now: number): void {
  removeAsides(file);
  moveAside(file, why, now);
}

/** Deletes a mirror's file, and what was kept aside of it. */
export function removeMirrorFile(file: string): void {
  for (const suffix of SUFFIXES) rmSync(file + suffix, { force: true });
  removeAsides(file);
}

function removeAsides(file: string): void {
  const cwd = path.dirname(file);
  for (const name of globSync(`${path.basename(file)}.{damaged,other}-*`, { cwd }))
    rmSync(path.join(cwd, name));
}
