/**
 * Where the chain of the activity log stood last, kept in the database: compared with the file when it is opened, before
 * anything is appended that would be kept in its place.
 */
import * as v from 'valibot';
import { readJson } from '../files/json-file.ts';
import { MOST_LINES, type ActivityFile, type Tail } from './activity-file.ts';
import type { NewEntry } from './activity.ts';
import { count, readLine, type Head } from './line.ts';

/** What the opening came to. */
export interface Opening {
  /** What the next line follows: the last line's hash, and the highest number that was ever used. */
  readonly head: Head;
  /** What to record about it permanently; null when nothing written is missing. */
  readonly cut: NewEntry | null;
}

/**
 * `kept`: null where the database remembers nothing. A file with more lines than it remembers is sound: Easel ended
 * between writing a line and keeping its head.
 *
 * The number of the next line is higher than that of every line that is missing, so that no number means two things:
 * a line's number in an export or a ticket never leads to another one. The gap is what the check goes by later.
 */
export async function compareHead(file: ActivityFile, tail: Tail, kept: Head | null): Promise<Opening> {
  const last = tail.head;
  if (kept === null) {
    const isNew = file.size === 0 && tail.damaged === 0;
    return { head: last, cut: isNew ? null : CANT_TELL };
  }
  const isThere = kept.number === 0 || isSame(last, kept) || (await knows(file, kept));
  // After a long unreadable stretch the chain continues from its last known number.
  if (isThere) return { head: last.number < kept.number ? kept : last, cut: null };
  return {
    head: { number: Math.max(last.number, kept.number), hash: last.hash },
    // Its target is the hash that is missed: the lines, found elsewhere, can be told by it.
    cut: { ...CUT, target: kept.hash, detail: whatIsMissing(file, last, kept) },
  };
}

/** The stored head; null when there is no readable one. */
export function readHead(text: string | null): Head | null {
  return readJson(keptHead, text);
}

const keptHead = v.object({ number: v.pipe(count, v.maxValue(MOST_LINES - 1)), hash: v.string() });

const CUT: NewEntry = { connectionId: '', action: 'log-cut', target: '', outcome: 'failed' };

const CANT_TELL: NewEntry = {
  ...CUT,
  outcome: 'unknown',
  detail: 'Entries may be missing before this one: Easel no longer knows which was the last.',
};

const isSame = (one: Head, other: Head): boolean => one.number === other.number && one.hash === other.hash;

/** Whether a line has this head, or says that it is missing: Easel may have ended before it kept that line's own. */
async function knows(file: ActivityFile, kept: Head): Promise<boolean> {
  for await (const lines of file.lines()) {
    for (const text of lines) {
      const line = text.includes(kept.hash) ? readLine(text) : null;
      if (line === null) continue;
      if (isSame(line.head, kept)) return true;
      if (line.entry.action === 'log-cut' && line.entry.target === kept.hash) return true;
    }
  }
  return false;
}

function whatIsMissing(file: ActivityFile, last: Head, kept: Head): string {
  const count = kept.number - last.number;
  if (file.size === 0) {
    return count === 1
      ? 'The only entry is missing, number 1: the log was emptied, removed or replaced.'
      : `All ${count} entries are missing, numbers 1 to ${count}: the log was emptied, removed or replaced.`;
  }
  if (last.number === 0 || count <= 0) {
    return `Entry ${kept.number} is no longer what Easel wrote: the log was changed or replaced.`;
  }
  return count === 1
    ? `1 entry is missing at the end: number ${kept.number}.`
    : `${count} entries are missing at the end: numbers ${last.number + 1} to ${kept.number}.`;
}
