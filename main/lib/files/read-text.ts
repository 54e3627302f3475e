/** Reads a user's file as UTF-8 text of limited size. */
import { open, stat, type FileHandle } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';

/** Returns the text without a byte order mark, or a message that says why the file cannot be read. */
export async function readText(file: string, largestBytes: number): Promise<Result<string, string>> {
  let bytes: Buffer;
  try {
    // Before opening, because opening a pipe waits for its writer.
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

/** The error code of a file system error, such as ENOENT, or an empty text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Reads at most `most` bytes. Does not trust the stated size: the file may grow or be a device. */
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
