/** Writes a file of a person’s own so that it is there whole, or not at all: what it replaces stays until then. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { FileInWriting } from './files.ts';
import { codeOf } from './read-text.ts';

/** Readable by its owner alone. */
const OWNER_ONLY = 0o600;

/**
 * Writes `content` to `file`, in place of an earlier one, or leaves everything as it was.
 *
 * It is written beside its place first: a rename is whole only within one folder. Gives the sentence that says why it
 * could not be written.
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<Result<null, string>> {
  const begun = await beginWhole(file);
  if (!begun.ok) return begun;
  const written = await begun.value.write(content);
  return written.ok ? begun.value.finish() : written;
}

/** Bytes too. */
interface WholeFile extends FileInWriting {
  write(part: string | Uint8Array): Promise<Result<null, string>>;
}

/** The same, piece by piece. After a failure nothing is left of it. */
export async function beginWhole(file: string): Promise<Result<WholeFile, string>> {
  const beside = path.join(path.dirname(file), `.easel-${randomUUID()}.tmp`);
  const there = await stat(file).catch(() => null);
  if (there?.isDirectory() === true) return fail('A folder has this name. Choose another name.');
  let handle: FileHandle;
  try {
    // Does not follow what lies there already.
    handle = await open(beside, 'wx', OWNER_ONLY);
  } catch (error) {
    return fail(sentenceFor(codeOf(error)));
  }

  async function abort(): Promise<void> {
    await handle.close().catch(() => undefined);
    await rm(beside, { force: true }).catch(() => undefined);
  }
  async function step(does: () => Promise<void>): Promise<Result<null, string>> {
    try {
      await does();
      return ok(null);
    } catch (error) {
      await abort();
      return fail(sentenceFor(codeOf(error)));
    }
  }

  return ok({
    name: path.basename(file),
    write: (part) => step(() => handle.writeFile(part, 'utf8')),
    finish: () =>
      step(async () => {
        // It ends only when the disk has it.
        await handle.sync();
        await handle.close();
        await rename(beside, file);
        await rememberIn(path.dirname(file));
      }),
    abort,
  });
}

/** Flushes the new name to disk too. Where the system can't, it gets there a little later. */
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
      return 'The disk is full. Nothing was saved. Free some space or choose another location.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'You can’t write to this folder. Nothing was saved. Choose another folder.';
    case 'ENOENT':
    case 'ENOTDIR':
      return 'This folder no longer exists. Nothing was saved. Choose another folder.';
    case 'EBUSY':
      return 'Another program has this file open. Nothing was saved. Close it there, then try again.';
    default:
      return 'This file can’t be saved. Choose another location.';
  }
}
