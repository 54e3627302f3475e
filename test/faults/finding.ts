/** What one of the checks R1 to R5 of security.md (J) found. */
export interface Finding {
  readonly id: 'R1' | 'R2' | 'R3' | 'R4' | 'R5';
  readonly what: string;
  readonly figure: string;
  readonly target: string;
  /** Single cases, counted. */
  readonly passed: number;
  readonly failed: number;
  /** What is wrong, one sentence each. */
  readonly problems: readonly string[];
}

/** One case of a check. */
export interface Case {
  readonly name: string;
  /** Empty for a good one. */
  readonly problems: readonly string[];
}

/** Counts cases, and names the bad ones. */
export function tally(cases: readonly Case[]): Pick<Finding, 'passed' | 'failed' | 'problems'> {
  const failed = cases.filter(({ problems }) => problems.length > 0);
  return {
    passed: cases.length - failed.length,
    failed: failed.length,
    problems: failed.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`)),
  };
}
