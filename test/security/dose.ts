/** How much of `npm run nightly security` is done, and how strictly it looks at the clock. */

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
  /** D4: every rule, or every second, third… */
  readonly ruleStride: number;
  /** S15: every scene, or every second, third…; contract tests play each call without a press and with a no. */
  readonly sceneStride: number;
  /** S13, S19, S22, D3: every case, or every second, third… */
  readonly caseStride: number;
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
  /** R9: how many hostile answers, and the longest that one may hold main up. */
  readonly stallForms: number;
  readonly longestStallMs: number;
}

/** The cases that a dose plays. */
export const some = <T>(cases: readonly T[], stride: number): readonly T[] =>
  cases.filter((_, at) => at % stride === 0);

/** The full check: measured one after the other, with nothing else running. */
export const WHOLE: Dose = {
  kills: 100,
  jobKills: 200,
  indexKills: 100,
  waysOutStride: 1,
  policyStride: 1,
  ruleStride: 1,
  sceneStride: 1,
  caseStride: 1,
  interleavings: 500,
  withdrawals: 5,
  longestStateMs: 10_500,
  slowestDiskMs: 100,
  longestAnswerMs: 100,
  stallForms: Infinity,
  longestStallMs: 50,
};

/**
 * The stage of `npm test`, on whatever machine, as busy as it may be: fewer kills, and limits that tell a call that
 * hangs from a machine that is slow. A disk that waits for the keychain would wait for all of its ten seconds.
 */
export const BRIEF: Dose = {
  kills: 2,
  jobKills: 2,
  indexKills: 2,
  waysOutStride: 12,
  policyStride: 13,
  ruleStride: 3,
  sceneStride: 3,
  caseStride: 6,
  interleavings: 8,
  withdrawals: 1,
  longestStateMs: 19_000,
  slowestDiskMs: 8000,
  longestAnswerMs: 5000,
  stallForms: 1,
  longestStallMs: 5000,
};
