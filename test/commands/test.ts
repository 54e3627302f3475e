/**
 * `npm test`: everything, in the order in which a failure is cheapest to learn of. A failing stage does not
 * stop the others. The last line is `N passed, N failed`, with `, N skipped` where tests were skipped.
 * `npm test -- unit e2e` runs only the named stages.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findDriver } from '../support/system.ts';
import { failureLines } from './failures.ts';
import { endChildrenWithUs } from './process.ts';
import { summaryLine, total } from './report.ts';
import { ensureSystem } from './setup.ts';
import { printStage, REPORTS, runStage, skippedStage, type StageName, type StageResult } from './stages.ts';

/** One after the other; those of a line at the same time, where one waits or leaves a core idle. */
const GROUPS: readonly (readonly StageName[])[] = [
  ['format', 'lint', 'types', 'knip', 'build'],
  ['unit', 'security'],
  ['contract', 'architecture', 'integration', 'faults'],
  ['e2e'],
];
const ALL = GROUPS.flat();

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !ALL.some((stage) => stage === name));
if (unknown.length > 0) {
  console.error(`No such stage: ${unknown.join(', ')}. Stages: ${ALL.join(', ')}`);
  process.exit(1);
}

endChildrenWithUs();
const started = new Date();
await mkdir(REPORTS, { recursive: true });
await ensureSystem();
const driver = findDriver()?.kind ?? 'none';

const results: StageResult[] = [];
for (const group of GROUPS) {
  const names = group.filter((name) => wanted.length === 0 || wanted.includes(name));
  const unbuilt = results.some((result) => result.name === 'build' && result.failed > 0);
  results.push(
    ...(await Promise.all(
      names.map(async (name) => {
        const result =
          name === 'e2e' && unbuilt ? skippedStage(name, 'the build failed') : await runStage(name);
        printStage(result);
        return result;
      }),
    )),
  );
}

const sum = total(results);
const seconds = (Date.now() - started.getTime()) / 1000;
await writeFile(
  path.join(REPORTS, 'summary.json'),
  `${JSON.stringify({ driver, node: process.version, platform: process.platform, started, seconds, ...sum, stages: results }, null, 2)}\n`,
);
if (sum.skipped.length > 0) {
  console.log('\nSkipped:');
  for (const { name, reason } of sum.skipped)
    console.log(`  ${name}${reason === undefined ? '' : `: ${reason}`}`);
}
console.log(`\nDriver: ${driver}; ${seconds.toFixed(0)} s`);
for (const line of failureLines(results)) console.log(line);
console.log(summaryLine(sum));
process.exitCode = sum.failed > 0 ? 1 : 0;
