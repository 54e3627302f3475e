/** Findings on the terminal, as figures in a file, and as counts: for `npm run nightly faults` and `npm run nightly security`. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Finding } from '../support/finding.ts';
import type { Counts } from './report.ts';

/** Where every case was good; a finding of which nothing could be played here is not met. */
export function isMet({ passed, failed }: Finding): boolean {
  return failed === 0 && passed > 0;
}

/** What a finding came to, as lines of text. */
export function findingLines(finding: Finding): readonly string[] {
  const { id, what, figure, target, skipped, problems } = finding;
  return [
    `${id} ${isMet(finding) ? 'met' : 'NOT MET'}: ${what}`,
    `   ${figure} (target: ${target})`,
    ...problems.map((problem) => `   ${problem}`),
    ...skipped.map(({ name, reason }) => `   Skipped: ${name}: ${reason}`),
  ];
}

/** The cases of all findings, added up. */
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

/** Writes summary.json into `folder`: one row a finding. */
export async function writeSummary(folder: string, findings: readonly Finding[]): Promise<void> {
  const rows = findings.map((finding) => {
    const { id, what, figure, target } = finding;
    return { id, what, figure, target, met: isMet(finding) };
  });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'summary.json'), `${JSON.stringify(rows, null, 2)}\n`);
}
