/** How much of `npm run security` is done, and how strictly it looks at the clock. */

export interface Dose {
  /** R6; an even number. */
  readonly kills: number;
  /** R8; an even number. */
  readonly jobKills: number;
  /** R11. */
  readonly indexKills: number;
  /** S18: every way out, or every second, third… */
  readonly waysOutStride: number;
  /** S17: every case, or every second, third…; D4: after which of the bad files every call is tried. */
  readonly policyStride: number;
  /** S14: how often calls fall together. */
  readonly interleavings: number;
  /** S16: how often each way of taking authority back is played. */
  readonly withdrawals: number;
  /** S12: the longest that a state may take; its deadline is 10 s, the rest is the machine's own slowness. */
  readonly longestStateMs: number;
  /** S12: the longest that the disk may take meanwhile. */
  readonly slowestDiskMs: number;
  /** S21: the longest that a call which cancels, pauses or locks may take. */
  readonly longestAnswerMs: number;
  /** T2: how many guards are taken out, of the first ones. */
  readonly guards: number;
  /** R9: how many hostile answers, and the longest that one may hold main up. */
  readonly stallForms: number;
  readonly longestStallMs: number;
}

/** The full check: measured one after the other, with nothing else running. */
export const WHOLE: Dose = {
  kills: 100,
  jobKills: 200,
  indexKills: 100,
  waysOutStride: 1,
  policyStride: 1,
  interleavings: 500,
  withdrawals: 5,
  longestStateMs: 10_500,
  slowestDiskMs: 100,
  longestAnswerMs: 100,
  guards: Infinity,
  stallForms: Infinity,
  longestStallMs: 50,
};

/**
 * The stage of `npm test`, on whatever machine, as busy as it may be: fewer kills, and limits that tell a call that
 * hangs from a machine that is slow. A disk that waits for the keychain would wait for all of its ten seconds.
 */
export const BRIEF: Dose = {
  kills: 8,
  jobKills: 4,
  indexKills: 4,
  waysOutStride: 4,
  policyStride: 3,
  interleavings: 50,
  withdrawals: 1,
  longestStateMs: 19_000,
  slowestDiskMs: 8000,
  longestAnswerMs: 5000,
  guards: 2,
  stallForms: 1,
  longestStallMs: 5000,
};
