import { open, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { LARGEST_BYTES, type ChosenFile, type FilePurpose } from './files.ts';

export const SAVE_AS_CSV = 'This file is a workbook. Save it as CSV in your spreadsheet program.';
export const NOT_UNICODE = 'This file is not UTF-8 text. It may be damaged or of another type.';

/** Accepted encodings. `windows`: Unicode or Windows-1252. `binary`: UTF-16 or one byte per character. */
type Encoding = 'unicode' | 'windows' | 'binary';

const ENCODINGS: Partial<Record<FilePurpose, Encoding>> = { names: 'windows', certificates: 'binary' };

/** Reads a file that the user chose. Only lists of names may use Windows-1252. On failure, returns a message. */
export async function readChosen(file: string, purpose: FilePurpose): Promise<Result<ChosenFile, string>> {
  const read = await readText(file, LARGEST_BYTES[purpose], ENCODINGS[purpose]);
  if (!read.ok) return read;
  const { text, isGuessed } = read.value;
  return ok({ path: file, name: path.basename(file), text, ...(isGuessed && { isGuessed }) });
}

/** Reads a file in UTF-8, or in UTF-16 with a byte order mark. On failure, returns a message for the user. */
export async function readText(
  file: string,
  largestBytes: number,
  encoding: Encoding = 'unicode',
): Promise<Result<{ readonly text: string; readonly isGuessed: boolean }, string>> {
  let bytes: Buffer;
  try {
    // Checks the file's type before opening, because opening a named pipe would wait for a writer.
    if (!(await stat(file)).isFile()) return fail('This file can’t be read.');
    const handle = await open(file, 'r');
    try {
      bytes = await readUpTo(handle, largestBytes + 1);
    } finally {
      await handle.close();
    }
  } catch (error) {
    return fail(SENTENCES[codeOf(error)] ?? 'This file can’t be read.');
  }
  try {
    if (bytes.length > largestBytes) return fail(`This file is larger than ${sizeOf(largestBytes)}.`);
    if (encoding === 'binary' && encodingOf(bytes) === 'utf-8')
      return ok({ text: bytes.toString('latin1'), isGuessed: false });
    if (WORKBOOKS.some((start) => bytes.subarray(0, start.length).equals(start))) return fail(SAVE_AS_CSV);
    const unicode = decodeUnicode(bytes);
    if (unicode !== null) return ok({ text: unicode, isGuessed: false });
    const guessed = encoding === 'windows' ? decodeWindows(bytes) : null;
    return guessed === null ? fail(NOT_UNICODE) : ok({ text: guessed, isGuessed: true });
  } finally {
    // Erases the file's content from memory, because the content may include an API key.
    bytes.fill(0);
  }
}

/** First bytes of workbooks: ZIP files (xlsx, ods) and OLE files (xls). */
const WORKBOOKS = [Buffer.from('PK\u0003\u0004'), Buffer.from('d0cf11e0', 'hex')];

function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const mark = bytes.subarray(0, 2).toString('hex');
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
}

function decodeUnicode(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Characters 80 to 9F of Windows-1252. Node 20 and 22 wrongly decode these bytes as control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** Decodes Windows-1252. Returns null for control characters, which text files don't contain. */
function decodeWindows(bytes: Buffer): string | null {
  const text = bytes
    .toString('latin1')
    .replaceAll(/[\u0080-\u009F]/gu, (character) => WINDOWS[character.charCodeAt(0) - 0x80] ?? character);
  return /(?![\t\r\n])\p{Cc}/u.test(text) ? null : text;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Reads at most `most` bytes of a file. Ignores the stated size, because the file may grow or be a device. */
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

const GONE = 'This file no longer exists.';
const FORBIDDEN = 'You don’t have permission to read this file.';
const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: GONE,
  ENOTDIR: GONE,
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
};
