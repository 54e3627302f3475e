/** The file of the activity log: appended to, read line by line, mended at its end where a crash cut a line off. */
import { mkdir, open, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { NO_HEAD, readLine, type Head } from './line.ts';

/** Readable by its owner alone. */
const OWNER_ONLY = 0o600;
const READ_AT_ONCE = 256 * 1024;
/** Longer than any line: every text of an entry is bounded. */
const LONGEST_TAIL = 64 * 1024;
const NEWLINE = 10;
/** No log is as long as this: behind a line that claims it is, numbers would soon not be exact any more. */
export const MOST_LINES = 2 ** 52;

/** What was found at the end of the file when it was opened. */
export interface Tail {
  readonly head: Head;
  /** Bytes behind the last whole line that were set aside in a file of their own; 0 for none. */
  readonly damaged: number;
}

/** One file, opened once. Every method rejects when the disk fails. */
export class ActivityFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #size: number;

  private constructor(file: string, handle: FileHandle, size: number) {
    this.#path = file;
    this.#handle = handle;
    this.#size = size;
  }

  /** Opens `file`, creating it if there is none. `now`: epoch ms, for the name of what is set aside. */
  static async open(
    file: string,
    now: number,
  ): Promise<{ readonly file: ActivityFile; readonly tail: Tail }> {
    await mkdir(path.dirname(file), { recursive: true });
    const handle = await open(file, 'a+', OWNER_ONLY);
    const { size } = await handle.stat();
    const opened = new ActivityFile(file, handle, size);
    return { file: opened, tail: await opened.#mend(now) };
  }

  /** Bytes. */
  get size(): number {
    return this.#size;
  }

  /** Appends lines; settles when the disk has them. */
  async append(lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    try {
      await this.#handle.appendFile(bytes);
      await this.#handle.datasync();
    } catch (error) {
      // Half a line would damage what comes next.
      await this.#handle.truncate(this.#size).catch(() => undefined);
      throw error;
    }
    this.#size += bytes.length;
  }

  /** Whole lines with what was appended so far, oldest first, in batches: who reads much lets others in between. */
  async *lines(): AsyncGenerator<readonly string[]> {
    for await (const { bytes } of this.pieces(0))
      yield bytes.toString('utf8').replace(/\n$/u, '').split('\n');
  }

  /** The same as bytes from `from` on, where a line begins; only the file's last line may lack its end. */
  async *pieces(from: number): AsyncGenerator<{ readonly at: number; readonly bytes: Buffer }> {
    let rest: Buffer = Buffer.alloc(0);
    const end = this.#size;
    let at = from;
    while (at < end) {
      const chunk = Buffer.alloc(Math.min(READ_AT_ONCE, end - at));
      const { bytesRead } = await this.#handle.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) break;
      const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      const whole = bytes.lastIndexOf(NEWLINE) + 1;
      if (whole > 0) yield { at: at - rest.length, bytes: bytes.subarray(0, whole) };
      at += bytesRead;
      rest = bytes.subarray(whole);
    }
    if (rest.length > 0) yield { at: at - rest.length, bytes: rest };
  }

  /** The text of so many bytes. */
  async text(at: number, length: number): Promise<string> {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await this.#handle.read(bytes, 0, length, at);
    return bytes.toString('utf8', 0, bytesRead);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /** Sets anything after the last readable line aside, so that the next entry starts on a line of its own. */
  async #mend(now: number): Promise<Tail> {
    const from = Math.max(0, this.#size - LONGEST_TAIL);
    const bytes = Buffer.alloc(this.#size - from);
    await this.#handle.read(bytes, 0, bytes.length, from);
    let end = bytes.length;
    while (end > 0) {
      const isWhole = bytes[end - 1] === NEWLINE;
      const start = bytes.lastIndexOf(NEWLINE, end - (isWhole ? 2 : 1)) + 1;
      const read = isWhole && end > 1 ? readLine(bytes.subarray(start, end - 1).toString('utf8')) : null;
      if (read !== null && read.head.number < MOST_LINES) {
        await this.#setAside(bytes.subarray(end), from + end, now);
        return { head: read.head, damaged: bytes.length - end };
      }
      end = start;
    }
    // No readable line within the searched part: leave the rest in place, and start a new chain after it.
    if (from > 0) return { head: NO_HEAD, damaged: 0 };
    await this.#setAside(bytes, 0, now);
    return { head: NO_HEAD, damaged: bytes.length };
  }

  async #setAside(bytes: Buffer, from: number, now: number): Promise<void> {
    if (bytes.length === 0) return;
    await writeFile(`${this.#path}.damaged-${now}`, bytes, { mode: OWNER_ONLY });
    await this.#handle.truncate(from);
    this.#size = from;
  }
}
