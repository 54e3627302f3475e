/** What a job tells the activity log: of itself, and of each of its items. */
import type { ActivityOutcome } from '../../preload/contract/activity.ts';
import type { JobPause } from '../../preload/contract/jobs.ts';
import type { NewEntry } from '../activity/activity.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import type { LiveJob } from './live-job.ts';
import { countedThings, KINDS } from './kinds.ts';
import { tally } from './wording.ts';
import type { FinishedItem } from './result-writer.ts';

/** One entry for each item. */
export function itemEntries(record: JobRecord, finished: readonly FinishedItem[]): readonly NewEntry[] {
  const { connectionId, connectionName, kind, about, reason } = record;
  return finished.map(({ item, result }) => ({
    connectionId,
    connectionName,
    action: KINDS[kind].action,
    target: kind === 'mint-links' ? about : result.targetId === '' ? item.targetId : result.targetId,
    outcome: result.state === 'untouched' ? 'cancelled' : result.state,
    status: result.status,
    detail: [kind === 'mint-links' ? `For ${item.name}` : item.name, result.message]
      .filter((part) => part !== '')
      .join(': '),
    reason,
  }));
}

/** How the job itself goes on. */
export function jobEntry(
  { record, counts, id }: LiveJob,
  action: 'job-queued' | 'job-started' | 'job-paused' | 'job-ended',
): NewEntry {
  const { connectionId, connectionName, reason, state, pause, failure, kind } = record;
  const details = {
    'job-queued': () => countedThings(kind, counts.total),
    'job-started': () => countedThings(kind, counts.waiting),
    'job-paused': () => failure?.message ?? PAUSES[pause ?? 'person'],
    'job-ended': () => tally(kind, counts),
  };
  const outcome: ActivityOutcome = state === 'cancelled' || state === 'stopped' ? 'cancelled' : 'done';
  return { connectionId, connectionName, action, target: id, outcome, detail: details[action](), reason };
}

const PAUSES: Readonly<Record<JobPause, string>> = {
  person: 'By a person.',
  restart: 'Easel has quit in the meantime.',
  network: 'This computer has no network.',
  outage: 'The service does not answer.',
  sleep: 'The computer has slept.',
  lock: 'Easel was locked.',
  refused: 'It was refused.',
  storage: 'Easel can’t record what happens on this computer.',
};
