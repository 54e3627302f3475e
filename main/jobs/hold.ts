import type { Preferences } from '../../preload/contract/app.ts';
import type { Core } from '../ipc/core.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { isDelete } from './kinds.ts';
import { isBulk, type PolicySubject, type JobRules } from './rules.ts';

/** Returns the organisation's minimum delay before a delete is sent, in seconds; null without a minimum. */
export function floorSecondsOf(policy: JobRules, subject: PolicySubject): number | null {
  if (!isDelete(subject.kind)) return null;
  const { single, bulk } = policy.holdSeconds;
  if (subject.items > 1) return bulk;
  if (!isBulk(subject, policy) || bulk === null) return single;
  return Math.max(single ?? 0, bulk);
}

/** Returns the delay in seconds before a delete is sent: the policy's value, otherwise the user's preference. */
export function holdSecondsOf(
  policy: JobRules,
  subject: PolicySubject,
  preferences: Pick<Preferences, 'holdSeconds'>,
): number {
  const kind = subject.items === 1 ? 'single' : 'bulk';
  const seconds = policy.holdSeconds[kind] ?? preferences.holdSeconds[kind];
  return Math.max(seconds, floorSecondsOf(policy, subject) ?? 0);
}

/** A delete's delay before sending. Times are epoch ms. `holdUntil` is null if only the user can start the delete. */
export type Hold = Pick<JobRecord, 'state' | 'holdUntil' | 'startsEarliest' | 'heldFrom' | 'heldInFull'>;

export function holdFrom(
  now: number,
  policy: JobRules,
  subject: PolicySubject,
  preferences: Pick<Preferences, 'holdSeconds'>,
): Hold {
  const end = now + holdSecondsOf(policy, subject, preferences) * 1000;
  const startsEarliest = floorSecondsOf(policy, subject) === null ? null : end;
  return { state: 'held', holdUntil: end, startsEarliest, heldFrom: now, heldInFull: end };
}

/** Returns a restored job's hold (delay), at least `seconds` long. The hold restarts if the clock was set back. */
export function heldAtLeast(
  { createdAt, startsEarliest, heldFrom, heldInFull }: JobRecord,
  seconds: number | null,
  now: number,
): Pick<Hold, 'startsEarliest' | 'heldInFull'> {
  const since = heldFrom ?? createdAt;
  const end = Math.min(since, now) + Math.max((heldInFull ?? since) - since, (seconds ?? 0) * 1000);
  return {
    startsEarliest: startsEarliest === null && seconds === null ? null : end,
    heldInFull: heldInFull === null && seconds === null ? null : end,
  };
}

/** If the timer of a delayed delete fires more than this number of ms late, the computer slept. The job then pauses. */
export const LATEST_MS = 30_000;

/** Maximum delay of `setTimeout` in ms. Longer delays fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Returns a function that returns the remaining ms until `at`. Setting the system clock forward does not reduce them. */
export function timeUntil(at: number | null, { now, steady }: Pick<Core, 'now' | 'steady'>): () => number {
  if (at === null) return () => 0;
  const end = steady() + Math.max(0, at - now());
  return () => Math.ceil(Math.max(0, at - now(), end - steady()));
}

/** Calls `run` when `left()`, the remaining time in ms, reaches 0. Returns a function that cancels the wait. */
export function whenDue(left: () => number, after: Core['after'], run: () => void): () => void {
  let cancel: () => void = () => undefined;
  function wait(): void {
    cancel = after(Math.min(left(), LONGEST_TIMER_MS), () => (left() > 0 ? wait() : run()));
  }
  wait();
  return () => cancel();
}
