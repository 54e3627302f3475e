/**
 * `npm test`: runs each stage as soon as its inputs exist and a core is free, the cheapest stage first. Failures
 * do not stop other stages. The last line is `N passed, N failed`, with `, N skipped` if any. `npm test -- unit
 * e2e` runs only these stages.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findDriver } from '../support/system.ts';
import { endChildrenWithUs } from './process.ts';
import sharePostgres from '../support/postgres.ts';
import { failureLines, summaryLine, total } from './report.ts';
import { ensureSystem } from './setup.ts';
import { printStage, REPORTS, runStage, skippedStage, type StageName, type StageResult } from './stages.ts';

interface Planned {
  readonly name: StageName;
  /**
   * The stage's processor load, in quarters of a core. Most stages use less than one core, because they often
   * wait.
   */
  readonly quarters: number;
  /** True if the stage needs the built app, so it starts after the build stage. */
  readonly needsBuild?: true;
}

/** Load that two cores can carry, in quarters of a core. */
const QUARTERS = 8;

/** Stages of `npm test`, in the order in which they start when cores are free. */
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
const endPostgres = await sharePostgres();
const driver = findDriver()?.kind ?? 'none';
const results = await runAll(
  STAGES.filter(({ name }) => wanted.length === 0 || wanted.some((each) => each === name)),
);

/** Runs a stage. If it throws an error, it counts as failed, and the other stages still run. */
function broken(name: StageName, error: unknown): StageResult {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { name, seconds: 0, passed: 0, failed: 1, failures: [{ name, error: text }], skipped: [] };
}

/** Runs test stages in parallel. Prints a failed stage's output in one piece, not mixed with that of other stages. */
async function runAll(stages: readonly Planned[]): Promise<readonly StageResult[]> {
  const left = [...stages];
  const ended: StageResult[] = [];
  const running = new Map<Planned, Promise<void>>();
  const start = async (stage: Planned): Promise<void> => {
    const { name, needsBuild } = stage;
    const isUnbuilt = needsBuild === true && ended.some((each) => each.name === 'build' && each.failed > 0);
    const live = stages.length === 1;
    const isSkipped = isUnbuilt && name === 'e2e';
    const result = isSkipped
      ? skippedStage(name, 'the build failed')
      : await runStage(name, live).catch((error: unknown) => broken(name, error));
    printStage(result);
    ended.push(result);
    running.delete(stage);
  };
  while (left.length > 0 || running.size > 0) {
    const taken = [...running.keys()].reduce((sum, { quarters }) => sum + quarters, 0);
    const isBuilding = [...left, ...running.keys()].some(({ name }) => name === 'build');
    const at = left.findIndex(
      ({ quarters, needsBuild }) => taken + quarters <= QUARTERS && !(needsBuild === true && isBuilding),
    );
    const [next] = at < 0 ? [] : left.splice(at, 1);
    if (next === undefined) await Promise.race(running.values());
    else running.set(next, start(next));
  }
  return ended;
}

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
