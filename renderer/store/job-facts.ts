import { isUnfinished } from '../../preload/contract/facts.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { MessageFacts } from './ui-slice.ts';
import { clockTime } from '../lib/format.ts';

/** True if the job waits for a decision of the user. False if the user has paused it. */
export function waitsForPerson({ state, holdUntil, pause }: Job): boolean {
  return state === 'held' ? holdUntil === null : state === 'paused' && pause !== 'person';
}

export function whyNotYet(job: Job, now: number): string | null {
  const { startsEarliest } = job;
  if (startsEarliest === null || startsEarliest <= now || !isUnfinished(job)) return null;
  return `Your organisation requires a hold until ${clockTime(startsEarliest, now)}`;
}

export function isDelete({ kind }: Pick<Job, 'kind'>): boolean {
  return kind === 'delete-boards' || kind === 'delete-papers';
}

export function isOfBoards({ kind }: Pick<Job, 'kind'>): boolean {
  return kind.endsWith('boards');
}

export function factsOf(job: Pick<Job, 'kind' | 'connectionName'>): MessageFacts {
  return { connection: job.connectionName, screen: isOfBoards(job) ? 'boards' : 'papers' };
}

export function isQueued(jobs: readonly Job[], connectionId: string | null, targetId: string): boolean {
  return jobs.some(
    (job) =>
      job.about === targetId && job.connectionId === connectionId && isDelete(job) && isUnfinished(job),
  );
}

export function heldJobs(jobs: readonly Job[]): readonly Job[] {
  const onHold = jobs.filter(({ state, holdUntil }) => state === 'held' && holdUntil !== null);
  return onHold.toSorted((a, b) => (a.holdUntil ?? 0) - (b.holdUntil ?? 0));
}

export function nextHeld(jobs: readonly Job[]): Job | null {
  return heldJobs(jobs)[0] ?? null;
}
