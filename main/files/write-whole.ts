/** Writes a file of a person’s own so that it is there whole, or not at all: what it replaces stays until then. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { codeOf } from './read-text.ts';

/** Readable by its owner alone. */
const OWNER_ONLY = 0o600;

/**
 * Writes `text` to `file`, in place of an earlier one, or leaves everything as it was.
 *
 * It is written beside its place first: a rename is whole only within one folder. Gives the sentence that says why it
 * could not be written.
 */
export async function writeWhole(file: string, text: string): Promise<Result<null, string>> {
  const beside = path.join(path.dirname(file), `.easel-${randomUUID()}.tmp`);
  try {
    if (await isFolder(file)) return fail('There is a folder of this name. Choose another name.');
    await writeThrough(beside, text);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    return fail(sentenceFor(codeOf(error)));
  }
  await rememberIn(path.dirname(file));
  return ok(null);
}

async function isFolder(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.isDirectory() === true;
}

/** Does not follow what lies there already, and ends only when the disk has it. */
async function writeThrough(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Puts the new name on the disk too. Not every system can: then it gets there a little later by itself. */
async function rememberIn(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // The file itself is written.
  }
}

function sentenceFor(code: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full, so nothing was written. Free some space or choose another place.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'You may not write there, so nothing was written. Choose another folder.';
    case 'ENOENT':
    case 'ENOTDIR':
      return 'This folder is no longer there, so nothing was written. Choose another folder.';
    case 'EBUSY':
      return 'Another program has this file open, so nothing was written. Close it there, then try again.';
    default:
      return 'This file can’t be written, so nothing was. Choose another place.';
  }
}
