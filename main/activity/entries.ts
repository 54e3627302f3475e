/** Builds entries of the activity log. Except for names and reasons, entries contain no text typed by the user. */
import path from 'node:path';
import type { Result } from '../../preload/contract/failure.ts';
import type { NewEntry } from '../lib/implementation.ts';
import { counted } from '../lib/wording/format.ts';

/** Log function for IPC calls that add no entry to the activity log. */
export const unlogged = (): null => null;

/** Returns a log function for an IPC call. It logs `entry` if the call succeeded, and nothing if the call failed. */
export function ifDone<A, R>(
  entry: (args: A, value: R) => Omit<NewEntry, 'outcome'> | null,
): (args: A, result: Result<R>) => NewEntry | null {
  return (args, result) => {
    const line = result.ok ? entry(args, result.value) : null;
    return line === null ? null : { outcome: 'done', ...line };
  };
}

export function endOf(result: Result<unknown>, detail = ''): Pick<NewEntry, 'outcome' | 'status' | 'detail'> {
  if (result.ok) return { outcome: 'done', status: null, detail };
  const { code, status, message } = result.error;
  const outcome = code === 'outcome-unknown' ? 'unknown' : code === 'cancelled' ? 'cancelled' : 'failed';
  const text = detail === '' ? message : `${detail}: ${message}`;
  return { outcome, status: status ?? null, detail: text };
}

export function settingsChanged(detail: string): NewEntry {
  return { connectionId: '', action: 'settings-changed', target: '', outcome: 'done', detail };
}

/** Describes a changed setting, such as "Theme: from light to dark." Empty if the value is the same. */
export function changed(setting: string, before: string, now: string): string {
  return before === now ? '' : `${setting}: from ${before} to ${now}.`;
}

type Count = readonly [count: number, one: string, many?: string];

export function tally(counts: readonly Count[]): string {
  const words = counts.map((count) => counted(...count));
  const some = words.filter((_, index) => counts[index]?.[0] !== 0);
  return (some.length === 0 ? words.slice(0, 1) : some).join(', ');
}

/** First entry of a new activity log. It says that Easel replaced a damaged database with an empty one. */
export function logRestarted(setAside: string): NewEntry {
  const detail = `Easel’s database was damaged. Earlier entries are in the file ${path.basename(setAside)}.`;
  return { connectionId: '', action: 'log-restarted', target: '', outcome: 'done', detail };
}
