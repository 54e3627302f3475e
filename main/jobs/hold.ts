/** How long a delete is held before anything is sent, and the clocks of a hold. */
import type { Preferences } from '../../preload/contract/app.ts';
import type { Clock } from '../lib/clock.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { isDelete } from './kinds.ts';
import { isBulk, type Asked, type JobRules } from './rules.ts';

/** How long a person wants deletes held. */
export type HoldPreferences = Pick<Preferences, 'holdSeconds'>;

/** For how many seconds at least the organisation has a delete held; null where it leaves that to the person. */
export function floorSecondsOf(policy: JobRules, asked: Asked): number | null {
  if (!isDelete(asked.kind)) return null;
  const { single, bulk } = policy.holdSeconds;
  if (asked.items > 1) return bulk;
  if (!isBulk(asked, policy) || bulk === null) return single;
  return Math.max(single ?? 0, bulk);
}

/** How long a delete is held, in seconds: what a person prefers never makes it shorter than the organisation wants. */
export function holdSecondsOf(policy: JobRules, asked: Asked, preferences: HoldPreferences): number {
  const kind = asked.items === 1 ? 'single' : 'bulk';
  const seconds = policy.holdSeconds[kind] ?? preferences.holdSeconds[kind];
  return Math.max(seconds, floorSecondsOf(policy, asked) ?? 0);
}

/** A hold: when it ends by itself, before when nothing ends it, and from when until when it lasts in full; epoch ms. */
export type Hold = Pick<JobRecord, 'state' | 'holdUntil' | 'startsEarliest' | 'heldFrom' | 'heldInFull'>;

/** The hold of a delete from `now` on. Where the organisation sets one, it lasts in full. */
export function holdFrom(now: number, policy: JobRules, asked: Asked, preferences: HoldPreferences): Hold {
  const end = now + holdSecondsOf(policy, asked, preferences) * 1000;
  const startsEarliest = floorSecondsOf(policy, asked) === null ? null : end;
  return { state: 'held', holdUntil: end, startsEarliest, heldFrom: now, heldInFull: end };
}

/**
 * The hold of a job of an earlier run, which is as long as it was to be, or as the present policy wants it (`seconds`). One
 * that seems to come from the future, after the clock was set back, is held for all of that time again.
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

// The clocks of a held job. They may end it late, but never early, whatever happens to the computer's clock.

/** How late a hold may end by itself, ms: beyond that the computer has slept. */
export const LATEST_MS = 30_000;

/** Longest wait of a timer, ms: beyond 2^31 they fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface SteadyClock extends Clock {
  /** A monotonic clock in ms: it runs while the computer sleeps, and can't be set. */
  readonly steady: () => number;
}

/**
 * Returns a function that gives how many ms are missing at least until a moment (`at`: epoch ms; null for none), 0 once it
 * has come. It comes once the clock shows it, and as much time has really passed as it was away.
 */
export function timeUntil(at: number | null, { now, steady }: Omit<SteadyClock, 'after'>): () => number {
  if (at === null) return () => 0;
  const end = steady() + Math.max(0, at - now());
  return () => Math.ceil(Math.max(0, at - now(), end - steady()));
}

/** Runs something once nothing is missing any more (`left`: ms at least). Returns the function that cancels it. */
export function whenDue(left: () => number, after: Clock['after'], run: () => void): () => void {
  let cancel: () => void = () => undefined;
  function wait(): void {
    cancel = after(Math.min(left(), LONGEST_TIMER_MS), () => (left() > 0 ? wait() : run()));
  }
  wait();
  return () => cancel();
}
