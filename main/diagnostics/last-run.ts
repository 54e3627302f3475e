/** How the run before ended: a marker in Easel's folder that only an orderly end takes away. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { readJson } from '../files/json-file.ts';
import type { Log } from '../log/log.ts';
import { formatDateTime } from '../wording/format.ts';

const marker = v.object({ startedAt: v.number(), crashes: v.array(v.string()) });
type Marker = v.InferOutput<typeof marker>;

/** The reasons that Electron gives are short words. */
const LONGEST_REASON = 40;
const MOST_CRASHES = 10;

/** Jobs, listings and what was saved are main's, and went on. */
const PAGE_CRASHED =
  'Easel’s window crashed and was loaded again. Jobs went on, and what was saved is here; live previews were left, and text that was not saved is gone.';

export interface Runs {
  /** When the run before was started and what of it had crashed, where it did not come to an orderly end; else null. */
  readonly brokenOff: Marker | null;
  /** What a page that begins tells the person; null for nothing. */
  readonly notice: () => string | null;
  /** The page's process is gone: for the page that is loaded anew, and for the next start. */
  readonly pageCrashed: (reason: string) => void;
  readonly end: () => void;
}

/** Marks that a run has begun in this folder. A disk that can't be written to is no reason not to start. */
export function beginRun(folder: string, now: number, log: Log): Runs {
  const file = path.join(folder, 'running.json');
  const brokenOff = readMarker(file);
  let own: Marker = { startedAt: now, crashes: [] };
  const write = (): void => quietly(() => writeFileSync(file, JSON.stringify(own), { mode: 0o600 }));
  let notice = brokenOff === null ? null : noticeOf(brokenOff);
  if (brokenOff !== null) log.warn('the run before was broken off');
  write();
  return {
    brokenOff,
    notice: () => notice,
    pageCrashed: (reason) => {
      log.error('the page’s process is gone', { cause: reason });
      own = { ...own, crashes: [...own.crashes, reason.slice(0, LONGEST_REASON)].slice(-MOST_CRASHES) };
      write();
      notice = PAGE_CRASHED;
    },
    end: () => quietly(() => rmSync(file, { force: true })),
  };
}

function noticeOf({ startedAt, crashes }: Marker): string {
  const since = startedAt > 0 ? ` (it was started on ${formatDateTime(startedAt)})` : '';
  const what = crashes.length === 0 ? '' : ` Its window had crashed before (${crashes.join(', ')}).`;
  return `Easel didn’t close properly last time${since}.${what} What was saved is here, and jobs that were under way are in Jobs.`;
}

function readMarker(file: string): Marker | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  // Cut off while it was written: there was a run all the same.
  return readJson(marker, text) ?? { startedAt: 0, crashes: [] };
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // See `beginRun`.
  }
}
