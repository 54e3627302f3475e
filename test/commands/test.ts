/** `npm test`: runs each stage when its inputs exist and a core is free. `npm test -- unit e2e` runs only these two. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findDriver } from '../support/system.ts';
import { endChildrenWithUs } from './process.ts';
import sharePostgres from '../support/postgres.ts';
import { failureLines, summaryLine, total } from './report.ts';
import { runAll, type Planned } from './schedule.ts';
import { ensureElectron, ensureSystem } from './setup.ts';
import { REPORTS } from './stages.ts';

const STAGES: readonly Planned[] = [
  { name: 'build', quarters: 4 },
  { name: 'format', quarters: 4 },
  { name: 'types', quarters: 4 },
  { name: 'lint', quarters: 4 },
  { name: 'knip', quarters: 2 },
  { name: 'unit', quarters: 6 },
  { name: 'security', quarters: 2, needsBuild: true },
  { name: 'architecture', quarters: 2 },
  { name: 'contract', quarters: 2 },
  { name: 'e2e', quarters: 6, needsBuild: true },
  { name: 'faults', quarters: 2 },
  { name: 'integration', quarters: 6 },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STAGES.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(`No such stage: ${unknown.join(', ')}. Stages: ${STAGES.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

endChildrenWithUs();
const started = new Date();
await mkdir(REPORTS, { recursive: true });
await ensureSystem();
// Linux needs no Electron, because the Chromium shell (test/shell) runs the same specs without a display.
if (process.platform !== 'linux') await ensureElectron();
const endPostgres = await sharePostgres();
const driver = findDriver()?.kind ?? 'none';
const results = await runAll(
  STAGES.filter(({ name }) => wanted.length === 0 || wanted.some((each) => each === name)),
);

await endPostgres();
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
