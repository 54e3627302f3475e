/**
 * Pure functions for the states of jobs and the counts of their items. `held`: a delete waits before it is sent.
 * `paused`: the job waits for the user. Transitions: held → running or cancelled; running ⇄ paused; running or paused →
 * stopped; running → done. A retry of failed items leads from an ended job to held (deletes) or running. Cancelling
 * this retry leads back to done or stopped.
 */
import type { ActivityOutcome } from '../../preload/contract/activity.ts';
import {
  JOB_ITEM_STATES,
  type JobCounts,
  type JobItemState,
  type JobPause,
  type JobState,
} from '../../preload/contract/jobs.ts';
import { countWording, isUnfinished } from '../../preload/contract/facts.ts';
import { PAUSES } from '../../preload/contract/later-facts.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { NewEntry } from '../lib/implementation.ts';
import type { ItemCounts, JobRecord } from '../store/tables/jobs.ts';
import { failure } from '../lib/wording/failure.ts';
import type { Job } from './job.ts';
import { countedThings, isDelete, KINDS, wordingOf } from './kinds.ts';
import type { EndedItem } from './work.ts';

const RESULTS = 'Open the job to see its results.';

const STATES: Readonly<Record<JobState, readonly [message: string, nextStep: string]>> = {
  held: ['This job is on hold.', 'You can cancel the job.'],
  running: ['This job is running.', 'You can pause or stop the job before it sends the remaining requests.'],
  paused: ['This job is paused.', 'You can resume or stop the job.'],
  stopped: ['This job was stopped.', RESULTS],
  cancelled: ['This job was cancelled. Nothing was sent.', 'You don’t need to do anything.'],
  done: ['This job has finished.', RESULTS],
};

export function wrongState({ state }: Pick<JobRecord, 'state'>, sending = 0): Failure {
  const [message, nextStep] = STATES[state];
  const waits = 'Wait until the service has responded to all requests of the job.';
  return failure('refused', { message, nextStep: sending > 0 ? waits : nextStep });
}

export const noSuchJob = failure('not-found', {
  message: 'This job is no longer in the list.',
  nextStep: 'To see what the job did, open Activity.',
});

export function started(record: JobRecord, now: number): Result<JobRecord> {
  if (record.state !== 'held') return fail(wrongState(record));
  return ok(running({ ...record, startedAt: record.startedAt ?? now }));
}

export function isRetryHeld({ state, startedAt }: Pick<JobRecord, 'state' | 'startedAt'>): boolean {
  return state === 'held' && startedAt !== null;
}

export function cancelled(record: JobRecord, counts: JobCounts, now: number): Result<JobRecord> {
  if (record.state !== 'held') return fail(wrongState(record));
  const rest = { holdUntil: null, pause: null, failure: null, endedAt: now };
  return ok({ ...record, ...rest, state: isRetryHeld(record) ? endOf(counts) : 'cancelled' });
}

export function paused(record: JobRecord, pause: JobPause, failure: Failure | null): JobRecord {
  if (record.state === 'running') return { ...record, state: 'paused', pause, failure };
  if (record.state === 'held' && record.pause === null) return { ...record, holdUntil: null, pause, failure };
  // The pause `register` (team database not readable) ends automatically. So a later reason for a pause replaces it.
  if (record.state === 'paused' && record.pause === 'register') return { ...record, pause, failure };
  return record;
}

export function pausedByPerson(record: JobRecord): Result<JobRecord> {
  // The user can also pause a job that is paused automatically (`register`). Then the job waits for the user.
  const isRunning = record.state === 'running' || record.pause === 'register';
  if (!isRunning) return fail(wrongState(record));
  return ok(paused(record, 'person', null));
}

export function resumed(record: JobRecord): Result<JobRecord> {
  if (record.state !== 'paused') return fail(wrongState(record));
  return ok(running(record));
}

export function stopped(record: JobRecord, now: number): Result<JobRecord> {
  if (record.state !== 'running' && record.state !== 'paused') return fail(wrongState(record));
  return ok(end(record, null, now));
}

export function orphaned(record: JobRecord, now: number): JobRecord {
  return isUnfinished(record) ? end(record, connectionGone, now) : record;
}

const connectionGone = failure('refused', {
  message: 'This job’s connection was removed, or its addresses changed.',
  nextStep: 'Easel won’t send any more requests for this job. Start a new job.',
});

export function retried(
  record: JobRecord,
  { failed, sending }: JobCounts,
  hold: Partial<JobRecord> | null = null,
): Result<JobRecord> {
  if (isUnfinished(record) || sending > 0 || failed === 0) return fail(wrongState(record, sending));
  return ok({ ...running(record), ...hold, endedAt: null });
}

export function startNotSaved(record: JobRecord, failure: Failure): JobRecord {
  return isUnfinished(record) ? { ...record, holdUntil: null, pause: 'storage', failure } : record;
}

export function ended(record: JobRecord, counts: JobCounts, now: number): JobRecord {
  if (record.state !== 'running' && record.state !== 'paused') return record;
  return { ...record, state: endOf(counts), pause: null, failure: null, endedAt: now };
}

// A job with untouched items ends as `stopped`, even after a retry, because a retry sends only failed items.
function endOf({ untouched }: Pick<JobCounts, 'untouched'>): JobState {
  return untouched > 0 ? 'stopped' : 'done';
}

/** Returns the record of a job after a restart of Easel: paused, or ended if no item is pending. */
export function recovered(record: JobRecord, counts: JobCounts, now: number): JobRecord {
  if (record.state !== 'held' && isOver(counts)) return ended(record, counts, now);
  if (record.state === 'held' && record.pause !== null) return { ...record, holdUntil: null };
  return paused(record, 'restart', null);
}

function running(record: JobRecord): JobRecord {
  return { ...record, state: 'running', holdUntil: null, pause: null, failure: null };
}

function end(record: JobRecord, failure: Failure | null, now: number): JobRecord {
  return { ...record, state: 'stopped', holdUntil: null, pause: null, failure, endedAt: now };
}

export function countsOf(items: ItemCounts): JobCounts {
  const counts = JOB_ITEM_STATES.map((state) => [state, items[state] ?? 0] as const);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  return { ...(Object.fromEntries(counts) as Record<JobItemState, number>), total };
}

export function moved(counts: JobCounts, from: JobItemState, to: JobItemState, items = 1): JobCounts {
  if (from === to) return counts;
  return { ...counts, [from]: counts[from] - items, [to]: counts[to] + items };
}

export function isOver({ waiting, sending }: JobCounts): boolean {
  return waiting === 0 && sending === 0;
}

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
    detail: [KINDS[kind].forPeople === true ? `Person: ${item.name}` : item.name, result.message]
      .filter((part) => part !== '')
      .join(': '),
    reason,
    job: id,
  }));
}

export function jobEntry({ record, counts }: Pick<Job, 'record' | 'counts'>, action: JobAction): NewEntry {
  const { id, connectionId, connectionName, reason, state, pause, failure, kind, about } = record;
  // Names the board or paper in the log entry, because a delete that is cancelled has no other entry.
  const what = isDelete(kind) && about !== '' ? `${KINDS[kind].one} ${about}` : null;
  const queued = isRetryHeld(record) ? counts.waiting : counts.total;
  const details = {
    'job-queued': () => `${KINDS[kind].order} ${what ?? countedThings(kind, queued)}`,
    'job-started': () => countedThings(kind, counts.waiting),
    'job-paused': () => failure?.message ?? PAUSES[pause ?? 'person'],
    'job-ended': () =>
      countWording({ wording: wordingOf(kind), counts, state })
        .map(({ text }) => text)
        .join(', '),
  };
  const outcome: ActivityOutcome = state === 'cancelled' || state === 'stopped' ? 'cancelled' : 'done';
  const detail = details[action]();
  return { connectionId, connectionName, action, target: id, outcome, detail, reason, job: id };
}
