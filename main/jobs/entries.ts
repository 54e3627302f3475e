/** What a job records in the activity log: itself, and each of its items. */
import type { ActivityOutcome } from '../../preload/contract/activity.ts';
import type { JobCounts, JobPause } from '../../preload/contract/jobs.ts';
import type { NewEntry } from '../activity/activity.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { countedThings, isDelete, KINDS, tally } from './kinds.ts';
import { isRetryHeld } from './states.ts';
import type { EndedItem } from './work.ts';

/** What happens to a job. */
export type JobAction = 'job-queued' | 'job-started' | 'job-paused' | 'job-ended';

export function itemEntries(record: JobRecord, ended: readonly EndedItem[]): readonly NewEntry[] {
  const { connectionId, connectionName, kind, about, reason, id } = record;
  return ended.map(({ item, result }) => ({
    connectionId,
    connectionName,
    action: KINDS[kind].action,
    target: kind === 'mint-links' ? about : result.targetId === '' ? item.targetId : result.targetId,
    outcome: result.state === 'untouched' ? 'cancelled' : result.state,
    status: result.status,
    detail: [KINDS[kind].forPeople === true ? `For ${item.name}` : item.name, result.message]
      .filter((part) => part !== '')
      .join(': '),
    reason,
    job: id,
  }));
}

export function jobEntry(
  { record, counts }: { readonly record: JobRecord; readonly counts: JobCounts },
  action: JobAction,
): NewEntry {
  const { id, connectionId, connectionName, reason, state, pause, failure, kind, about } = record;
  // A cancelled delete has no further entry, so this one names the board or paper.
  const what = isDelete(kind) && about !== '' ? `${KINDS[kind].one} ${about}` : null;
  const queued = isRetryHeld(record) ? counts.waiting : counts.total;
  const details = {
    'job-queued': () => `${KINDS[kind].order} ${what ?? countedThings(kind, queued)}`,
    'job-started': () => countedThings(kind, counts.waiting),
    'job-paused': () => failure?.message ?? PAUSES[pause ?? 'person'],
    'job-ended': () => tally(kind, counts),
  };
  const outcome: ActivityOutcome = state === 'cancelled' || state === 'stopped' ? 'cancelled' : 'done';
  const detail = details[action]();
  return { connectionId, connectionName, action, target: id, outcome, detail, reason, job: id };
}

const PAUSES: Readonly<Record<JobPause, string>> = {
  person: 'Paused by the user.',
  restart: 'Easel was closed.',
  network: 'This computer was offline.',
  outage: 'The service stopped answering.',
  sleep: 'The computer went to sleep.',
  lock: 'Easel was locked.',
  refused: 'A request was refused.',
  storage: 'Easel couldn’t save the job’s progress on this computer.',
};
