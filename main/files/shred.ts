/** Overwrites and deletes a file that held a secret, if it still is the file that was read. */
import { randomBytes } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, unlink, type FileHandle } from 'node:fs/promises';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';

/** Tells a file from all others, and from itself once it was written to. */
export type FileStamp = Readonly<Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs'>>;

/** Windows has no such flag; there the file is compared with what its path leads to. */
const NO_LINK = (constants as { readonly O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0;

/** The stamp of the file that holds this text; null for a link, and for a file with another text. */
export async function stampFile(path: string, text: string): Promise<FileStamp | null> {
  const opened = await openItself(path, constants.O_RDONLY);
  if (opened === null) return null;
  try {
    const { dev, ino, size, mtimeNs } = await opened.stat({ bigint: true });
    const isIt = withoutMark(await opened.readFile('utf8')) === withoutMark(text);
    return isIt ? { dev, ino, size, mtimeNs } : null;
  } catch {
    return null;
  } finally {
    await opened.close();
  }
}

/**
 * Overwrites the file with random bytes, empties and deletes it. Fails with one sentence.
 *
 * Nothing is written when the file is not the stamped one any more. What a disk, a backup or a synchronised folder
 * has copied before is out of reach.
 */
export async function shredFile(path: string, stamp: FileStamp): Promise<Result<null, string>> {
  const opened = await openItself(path, constants.O_RDWR);
  if (opened === null) return fail('The file no longer exists, or you can’t write to it.');
  try {
    if (!isSame(await opened.stat({ bigint: true }), stamp)) {
      return fail('The file has changed since it was read. Easel left it as it is.');
    }
    await overwrite(opened, Number(stamp.size));
  } catch {
    return fail('The file could not be overwritten.');
  } finally {
    await opened.close();
  }
  return (await isDeleted(path, stamp)) ? ok(null) : fail('The file was overwritten, but not deleted.');
}

/** Who reads a file may have left out its byte order mark. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/u, '');
}

/** The file that the path itself names, never what a link leads to. */
async function openItself(path: string, flags: number): Promise<FileHandle | null> {
  try {
    const named = await lstat(path, { bigint: true });
    if (!named.isFile()) return null;
    const opened = await open(path, flags | NO_LINK);
    const found = await opened.stat({ bigint: true });
    if (found.isFile() && found.dev === named.dev && found.ino === named.ino) return opened;
    await opened.close();
    return null;
  } catch {
    return null;
  }
}

async function overwrite(file: FileHandle, size: number): Promise<void> {
  const bytes = randomBytes(size);
  let written = 0;
  while (written < size) written += (await file.write(bytes, written, size - written, written)).bytesWritten;
  await file.sync();
  await file.truncate(0);
  await file.sync();
}

async function isDeleted(path: string, { dev, ino }: FileStamp): Promise<boolean> {
  try {
    const named = await lstat(path, { bigint: true });
    if (named.dev !== dev || named.ino !== ino) return false;
    await unlink(path);
  } catch {
    return false;
  }
  const left = await lstat(path).catch((error: NodeJS.ErrnoException) => error.code);
  return left === 'ENOENT';
}

function isSame(stats: FileStamp, { dev, ino, size, mtimeNs }: FileStamp): boolean {
  return stats.dev === dev && stats.ino === ino && stats.size === size && stats.mtimeNs === mtimeNs;
}
