/** Facts about a job that lists show, as pure functions. Their words are in the screens. */
import type { Job } from '../../preload/contract/jobs.ts';
import { clockTime } from '../parts/format.ts';
import { paperTitle } from './papers-slice.ts';
import type { AppState } from './store.ts';

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

/** Whether this one board or paper of a connection is about to be deleted. */
export function isQueued(jobs: readonly Job[], connectionId: string | null, targetId: string): boolean {
  return jobs.some(
    (job) =>
      job.about === targetId && job.connectionId === connectionId && isDelete(job) && isUnfinished(job),
  );
}

/** The held job that begins next by itself; null for none. */
export function nextHeld(jobs: readonly Job[]): Job | null {
  const held = jobs.filter(({ state, holdUntil }) => state === 'held' && holdUntil !== null);
  return held.toSorted((a, b) => (a.holdUntil ?? 0) - (b.holdUntil ?? 0))[0] ?? null;
}

/** How the one thing that a job is about is called: a board by its id, a paper by its name where that is known here. */
export function aboutName({ papers, papersOf }: AppState, { about, connectionId }: Job): string {
  const known = papersOf === connectionId ? papers : null;
  const paper = known?.find(({ identifier }) => identifier === about);
  return paper === undefined ? about : paperTitle(paper);
}
