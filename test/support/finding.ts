/** Result types of the checks that `npm run nightly` runs. */
import type { Counts } from '../commands/report.ts';

export interface Finding {
  readonly id: string;
  readonly what: string;
  /** Measured values; by default the numbers of passed and failed cases. */
  readonly figure?: string;
  readonly target: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  readonly problems: readonly string[];
}

export interface Case {
  readonly name: string;
  readonly problems: readonly string[];
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

export function broken(id: string, error: unknown): Finding {
  const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const counts = { passed: 0, failed: 1, skipped: [], problems: [problem] };
  return { id, what: 'the check broke', target: 'to come to an end', ...counts };
}

export function isMet({ passed, failed }: Finding): boolean {
  return failed === 0 && passed > 0;
}

export function figureOf({ figure, passed, failed }: Finding): string {
  return figure ?? `${passed} passed, ${failed} failed`;
}

export function findingLines(finding: Finding): readonly string[] {
  const { id, what, target, skipped, problems } = finding;
  return [
    `${id} ${isMet(finding) ? 'met' : 'NOT MET'}: ${what}`,
    `   ${figureOf(finding)} (target: ${target})`,
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
