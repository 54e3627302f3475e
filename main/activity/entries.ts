/** Lines of the activity log, as those write them who know what happened. Nothing that was typed but names and reasons. */
import path from 'node:path';
import type { Result } from '../../preload/contract/failure.ts';
import type { NewEntry } from '../lib/implementation.ts';
import { counted } from '../lib/wording/format.ts';

/** The line of a call whose jobs log themselves, or that concerns only the person at this computer. */
export const unlogged = (): null => null;

/** The line of a call that leaves none where it fails. */
export function ifDone<A, R>(
  entry: (args: A, value: R) => Omit<NewEntry, 'outcome'> | null,
): (args: A, result: Result<R>) => NewEntry | null {
  return (args, result) => {
    const line = result.ok ? entry(args, result.value) : null;
    return line === null ? null : { outcome: 'done', ...line };
  };
}

/** How a request at the service ended, in the log's words. */
export function endOf(result: Result<unknown>, detail = ''): Pick<NewEntry, 'outcome' | 'status' | 'detail'> {
  if (result.ok) return { outcome: 'done', status: null, detail };
  const { code, status, message } = result.error;
  const outcome = code === 'outcome-unknown' ? 'unknown' : code === 'cancelled' ? 'cancelled' : 'failed';
  const said = detail === '' ? message : `${detail}: ${message}`;
  return { outcome, status: status ?? null, detail: said };
}

/** Something of this computer is set otherwise now; `detail` in one sentence. */
export function settingsChanged(detail: string): NewEntry {
  return { connectionId: '', action: 'settings-changed', target: '', outcome: 'done', detail };
}

/** "Hold of single deletes: from 10 s to 5 s."; empty where it is as before. */
export function changed(setting: string, before: string, now: string): string {
  return before === now ? '' : `${setting}: from ${before} to ${now}.`;
}

type Count = readonly [count: number, one: string, many?: string];

export function tally(counts: readonly Count[]): string {
  const words = counts.map((count) => counted(...count));
  const some = words.filter((_, index) => counts[index]?.[0] !== 0);
  return (some.length === 0 ? words.slice(0, 1) : some).join(', ');
}

export function trustChanged(before: number, now: number): NewEntry {
  return settingsChanged(changed('Certificate authorities beside the system’s', `${before}`, `${now}`));
}

/** The database was damaged and replaced. `keptAs`: path of the damaged file, with the earlier entries. */
export function logRestarted(keptAs: string): NewEntry {
  const detail = `Easel’s database was damaged. Earlier entries are in ${path.basename(keptAs)}.`;
  return { connectionId: '', action: 'log-restarted', target: '', outcome: 'done', detail };
}
