/** Reads a file of a person’s own as text: no more than may be, and nothing that is not UTF-8. */
import { open, stat, type FileHandle } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';

/** Gives the text without a byte order mark, or the sentence that says why the file can’t be read. */
export async function readText(file: string, largestBytes: number): Promise<Result<string, string>> {
  let bytes: Buffer;
  try {
    // Checked before the file is opened: opening a pipe would wait for its writer.
    if (!(await stat(file)).isFile()) return fail('This file can’t be read.');
    const handle = await open(file, 'r');
    try {
      bytes = await readUpTo(handle, largestBytes + 1);
    } finally {
      await handle.close();
    }
  } catch (error) {
    return fail(sentenceFor(codeOf(error)));
  }
  if (bytes.length > largestBytes) return fail(`This file is larger than ${sizeOf(largestBytes)}.`);
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return fail('This file is not UTF-8 text. It may be damaged or of another type.');
  } finally {
    // It may be a key.
    bytes.fill(0);
  }
}

/** The code of a fault of the file system, such as ENOENT; empty for anything else. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Reads at most so many bytes: the stated size of a file is not trusted, it may grow, or not be one on disk at all. */
export async function readUpTo(handle: FileHandle, most: number): Promise<Buffer> {
  const bytes = Buffer.alloc(most);
  let length = 0;
  while (length < most) {
    const { bytesRead } = await handle.read(bytes, length, most - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

function sizeOf(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${bytes / (1024 * 1024)} MiB` : `${bytes / 1024} KiB`;
}

function sentenceFor(code: string): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'This file no longer exists.';
    case 'EACCES':
    case 'EPERM':
      return 'You don’t have permission to read this file.';
    default:
      return 'This file can’t be read.';
  }
}
