/** Facts about a job that lists show, as pure functions. Their words are in the screens. */
import type { Job } from '../../preload/contract/jobs.ts';
import { clockTime, roomTitle } from '../lib/format.ts';

/** Whether it may still send something: everything else about it is history. */
export function isUnfinished({ state }: Job): boolean {
  return state === 'held' || state === 'running' || state === 'paused';
}

/** Whether it goes on only when a person says so, and no person has paused it. */
export function waitsForPerson({ state, holdUntil, pause }: Job): boolean {
  return state === 'held' ? holdUntil === null : state === 'paused' && pause !== 'person';
}

/** Why the organisation lets nobody start or resume it yet; null when it does. */
export function whyNotYet(job: Job, now: number): string | null {
  const { startsEarliest } = job;
  if (startsEarliest === null || startsEarliest <= now || !isUnfinished(job)) return null;
  return `Your organisation holds it until ${clockTime(startsEarliest, now)}`;
}

/** Whether it deletes, rather than makes something. */
export function isDelete({ kind }: Pick<Job, 'kind'>): boolean {
  return kind === 'delete-boards' || kind === 'delete-papers';
}

/** Whether what a job works on are boards, rather than papers. */
export function isOfBoards({ kind }: Pick<Job, 'kind'>): boolean {
  return kind.endsWith('boards');
}

/** Whether this one board or paper of a connection is about to be deleted. */
export function isQueued(jobs: readonly Job[], connectionId: string | null, targetId: string): boolean {
  return jobs.some(
    (job) =>
      job.about === targetId && job.connectionId === connectionId && isDelete(job) && isUnfinished(job),
  );
}

/** The jobs that begin by themselves, the next one first. */
export function heldJobs(jobs: readonly Job[]): readonly Job[] {
  const held = jobs.filter(({ state, holdUntil }) => state === 'held' && holdUntil !== null);
  return held.toSorted((a, b) => (a.holdUntil ?? 0) - (b.holdUntil ?? 0));
}

/** The held job that begins next by itself; null for none. */
export function nextHeld(jobs: readonly Job[]): Job | null {
  return heldJobs(jobs)[0] ?? null;
}

/** How the one thing that a job is about is called, as it was when the job was made. */
export function aboutTitle({ aboutName, about }: Pick<Job, 'about' | 'aboutName'>): string {
  return roomTitle(aboutName, about);
}
