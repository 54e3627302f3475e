/** The result of one check of `npm run nightly`, as its children hand it on. */
import type { Counts } from '../commands/report.ts';

export interface Finding {
  /** As in the list of checks: `S14`. */
  readonly id: string;
  readonly what: string;
  readonly figure: string;
  readonly target: string;
  readonly passed: number;
  readonly failed: number;
  /** Cases that could not be played here, with what they need. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  readonly problems: readonly string[];
}

export interface Case {
  readonly name: string;
  /** Empty for a good one. */
  readonly problems: readonly string[];
  /** What it needs and did not find here; it is then neither good nor bad. */
  readonly skipped?: string;
}

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

export const NOT_MEASURED = 'not measured';

export function isMet({ passed, failed }: Finding): boolean {
  return failed === 0 && passed > 0;
}

export function findingLines(finding: Finding): readonly string[] {
  const { id, what, figure, target, skipped, problems } = finding;
  return [
    `${id} ${isMet(finding) ? 'met' : 'NOT MET'}: ${what}`,
    `   ${figure} (target: ${target})`,
    ...problems.map((problem) => `   ${problem}`),
    ...skipped.map(({ name, reason }) => `   Skipped: ${name}: ${reason}`),
  ];
}

export function countsOf(findings: readonly Finding[]): Counts {
  return {
    passed: findings.reduce((sum, { passed }) => sum + passed, 0),
    failed: findings.reduce((sum, { failed }) => sum + failed, 0),
    failures: findings.flatMap(({ id, what, problems }) =>
      problems.map((error) => ({ name: `${id}: ${what}`, error })),
    ),
    skipped: findings.flatMap(({ skipped }) => skipped),
  };
}
