import type { Preferences } from '../../preload/contract/app.ts';
import type { Clock } from '../lib/clock.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { isDelete } from './kinds.ts';
import { isBulk, type PolicySubject, type JobRules } from './rules.ts';

export type HoldPreferences = Pick<Preferences, 'holdSeconds'>;

/** Returns the policy's minimum hold in seconds; null if it sets none. */
export function floorSecondsOf(policy: JobRules, subject: PolicySubject): number | null {
  if (!isDelete(subject.kind)) return null;
  const { single, bulk } = policy.holdSeconds;
  if (subject.items > 1) return bulk;
  if (!isBulk(subject, policy) || bulk === null) return single;
  return Math.max(single ?? 0, bulk);
}

/** Returns the hold in seconds. A preference never shortens the policy's hold. */
export function holdSecondsOf(
  policy: JobRules,
  subject: PolicySubject,
  preferences: HoldPreferences,
): number {
  const kind = subject.items === 1 ? 'single' : 'bulk';
  const seconds = policy.holdSeconds[kind] ?? preferences.holdSeconds[kind];
  return Math.max(seconds, floorSecondsOf(policy, subject) ?? 0);
}

/**
 * Times of a hold in epoch ms. The job starts at `holdUntil`, and by policy not before `startsEarliest`. The full
 * hold lasts from `heldFrom` to `heldInFull`.
 */
export type Hold = Pick<JobRecord, 'state' | 'holdUntil' | 'startsEarliest' | 'heldFrom' | 'heldInFull'>;

/** Returns the hold of a delete queued at `now`, epoch ms. */
export function holdFrom(
  now: number,
  policy: JobRules,
  subject: PolicySubject,
  preferences: HoldPreferences,
): Hold {
  const end = now + holdSecondsOf(policy, subject, preferences) * 1000;
  const startsEarliest = floorSecondsOf(policy, subject) === null ? null : end;
  return { state: 'held', holdUntil: end, startsEarliest, heldFrom: now, heldInFull: end };
}

/**
 * Returns the hold of a restored job: its own duration or the policy's minimum of `seconds`, whichever is longer. If the
 * clock was set back, the full duration starts again at `now`.
 */
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

/** Maximum delay of an automatic start in ms. A timer that fires later means that the computer slept. */
export const LATEST_MS = 30_000;

/** Longest delay of a timer: `setTimeout` fires at once beyond 2^31 ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface SteadyClock extends Clock {
  /** Monotonic clock in ms. It continues during sleep, and the user can't set it. */
  readonly steady: () => number;
}

/** Returns a function that gives the ms until both clocks reach `at`. Setting the clock can't shorten a hold. */
export function timeUntil(at: number | null, { now, steady }: Omit<SteadyClock, 'after'>): () => number {
  if (at === null) return () => 0;
  const end = steady() + Math.max(0, at - now());
  return () => Math.ceil(Math.max(0, at - now(), end - steady()));
}

/** Calls `run` as soon as `left` returns 0. Returns a function that cancels the wait. */
export function whenDue(left: () => number, after: Clock['after'], run: () => void): () => void {
  let cancel: () => void = () => undefined;
  function wait(): void {
    cancel = after(Math.min(left(), LONGEST_TIMER_MS), () => (left() > 0 ? wait() : run()));
  }
  wait();
  return () => cancel();
}
