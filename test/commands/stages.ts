/** The stages of `npm test` and `npm run check`. */
import { countsOf, findingLines } from '../support/finding.ts';
import { runBriefChecks, type ChecksOf } from './checks.ts';
import { runSpecs, runTool, runVitest, type StageName, type StageResult } from './runners.ts';

/** Longest run of the brief checks, in minutes. */
const CHECKS_MINUTES = 10;

/** The brief dose of the checks of `npm run nightly`. */
async function runOurs(name: ChecksOf): Promise<StageResult> {
  const started = performance.now();
  const findings = await runBriefChecks(name, CHECKS_MINUTES);
  const seconds = (performance.now() - started) / 1000;
  for (const finding of findings.filter(({ failed }) => failed > 0))
    console.log(findingLines(finding).join('\n'));
  return { name, seconds, ...countsOf(findings) };
}
/** Runs one stage; prints what went wrong, never throws for it. `live`: prints its output as it comes. */
export async function runStage(name: StageName, live = true): Promise<StageResult> {
  if (name === 'faults' || name === 'security') return runOurs(name);
  if (name === 'e2e') return runSpecs([], { live });
  return (await runTool(name)) ?? runVitest(name, { live });
}

/** Prints the one line about a finished stage. */
export function printStage(result: StageResult): void {
  const verdict = result.failed > 0 ? 'FAILED' : result.passed > 0 ? 'ok' : 'skipped';
  const parts = [
    ...(result.passed > 0 ? [`${result.passed} passed`] : []),
    ...(result.failed > 0 ? [`${result.failed} failed`] : []),
    ...(result.skipped.length > 0 ? [`${result.skipped.length} skipped`] : []),
  ];
  console.log(
    `${result.name.padEnd(13)} ${verdict.padEnd(7)} ${parts.join(', ').padEnd(36)} ${result.seconds.toFixed(1)} s`,
  );
}
