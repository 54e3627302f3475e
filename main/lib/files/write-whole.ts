import { randomUUID } from 'node:crypto';
import { open, readlink, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { FileInWriting } from './files.ts';
import { codeOf } from './read-text.ts';

const OWNER_ONLY = 0o600;

/**
 * Writes a file. A failure leaves the old file unchanged. New files are readable only by their owner. The
 * temporary file is in the same folder, because only a rename within a folder is atomic.
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<Result<null, string>> {
  const begun = await beginWhole(file);
  if (!begun.ok) return begun;
  const written = await begun.value.write(content);
  return written.ok ? begun.value.finish() : written;
}

/** Writes a file in parts to a temporary file, which then replaces the old file. Failures delete the temporary file. */
export async function beginWhole(chosen: string): Promise<Result<FileInWriting, string>> {
  const file = await targetOf(chosen);
  const beside = path.join(path.dirname(file), `.easel-${randomUUID()}.tmp`);
  const there = await stat(file).catch(() => null);
  if (there?.isDirectory() === true) return fail('A folder already has this name. Choose another name.');
  if (there?.isFile() === false) return fail(CANNOT_SAVE);
  let handle: FileHandle;
  try {
    handle = await open(beside, 'wx', OWNER_ONLY);
  } catch (error) {
    return fail(SENTENCES[codeOf(error)] ?? CANNOT_SAVE);
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
      // The folder is writable, because the temporary file exists. So EPERM means on Windows that the old file is open.
      const isDenied = ['EACCES', 'EPERM'].includes(codeOf(error));
      return fail(isDenied ? IN_USE : (SENTENCES[codeOf(error)] ?? CANNOT_SAVE));
    }
  }

  return ok({
    name: path.basename(chosen),
    write: (part) => step(() => handle.writeFile(part, 'utf8')),
    finish: () =>
      step(async () => {
        if (there !== null) await handle.chmod(there.mode & 0o777);
        // Flushes the data to the disk before the rename, so that a power cut can't leave an empty file.
        await handle.sync();
        await handle.close();
        await rename(beside, file);
        await rememberIn(path.dirname(file));
      }),
    abort,
  });
}

async function targetOf(file: string): Promise<string> {
  const real = await realpath(file).catch(() => null);
  if (real !== null) return real;
  const link = await readlink(file).catch(() => null);
  return link === null ? file : path.resolve(path.dirname(file), link);
}

async function rememberIn(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  // Ignores a failed flush of the folder, because the file's data is already on the disk.
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}

const CANNOT_SAVE = 'This file can’t be saved. Choose another location.';
const FULL = 'The disk is full. Nothing was saved. Free some space or choose another location.';
const FORBIDDEN = 'You can’t write to this folder. Nothing was saved. Choose another folder.';
const IN_USE =
  'This file can’t be replaced. Another program may have it open. Nothing was saved. Close the file there, or choose another name.';
const GONE = 'This folder no longer exists. Nothing was saved. Choose another folder.';
const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: FORBIDDEN,
  ENOENT: GONE,
  ENOTDIR: GONE,
  EBUSY: IN_USE,
};
