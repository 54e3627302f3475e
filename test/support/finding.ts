/** The result of one check, as `npm run nightly faults` and `npm run nightly security` print it. */

export interface Finding {
  readonly id: `${'R' | 'S' | 'D' | 'T'}${number}`;
  readonly what: string;
  readonly figure: string;
  readonly target: string;
  /** Single cases, counted. */
  readonly passed: number;
  readonly failed: number;
  /** Cases that could not be played here, with what they need. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  /** What is wrong, one sentence each. */
  readonly problems: readonly string[];
}

/** One case of a check. */
export interface Case {
  readonly name: string;
  /** Empty for a good one. */
  readonly problems: readonly string[];
  /** What it needs and did not find here; it is then neither good nor bad. */
  readonly skipped?: string;
}

/** Counts cases, and names the bad ones and those that could not be played. */
export function tally(cases: readonly Case[]): Pick<Finding, 'passed' | 'failed' | 'skipped' | 'problems'> {
  const played = cases.filter(({ skipped }) => skipped === undefined);
  const failed = played.filter(({ problems }) => problems.length > 0);
  return {
    passed: played.length - failed.length,
    failed: failed.length,
    skipped: cases.flatMap(({ name, skipped }) => (skipped === undefined ? [] : [{ name, reason: skipped }])),
    problems: failed.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`)),
  };
}

/** The figure of a check that did not come to its end. */
export const NOT_MEASURED = 'not measured';
