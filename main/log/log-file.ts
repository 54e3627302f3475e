/** Keeps the log on disk: two files of at most 1 MiB, readable by this user only. */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { LogSink } from './log.ts';

/** Bytes after which a new file is begun. */
export const LARGEST_LOG_FILE = 1024 * 1024;

/** The file written now, and the one before it. */
export const LOG_FILES = ['easel.log', 'easel.previous.log'] as const;

/**
 * A sink that appends to `easel.log` in `folder`.
 *
 * Lines are written at once: a line that still waits when the program dies would be the one that matters. A disk
 * that refuses to be written to never stops Easel; such lines are lost.
 */
export function openLogFile(folder: string): LogSink {
  const [current, previous] = LOG_FILES.map((name) => path.join(folder, name)) as [string, string];
  let size: number | null = null;

  function write(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    if (bytes.length > LARGEST_LOG_FILE) return;
    if (size === null) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      size = statSync(current, { throwIfNoEntry: false })?.size ?? 0;
    }
    if (size + bytes.length > LARGEST_LOG_FILE) {
      renameSync(current, previous);
      size = 0;
    }
    appendFileSync(current, bytes, { mode: 0o600 });
    size += bytes.length;
  }

  return {
    write: (line) => {
      try {
        write(line);
      } catch {
        // The folder may come back; until then its state is unknown.
        size = null;
      }
    },
  };
}
