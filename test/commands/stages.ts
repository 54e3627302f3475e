/** The stages of `npm test` and `npm run check`: what each runs, how long it may take, how it is counted. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { countsOf, findingLines } from '../support/finding.ts';
import { findChromium, findDriver, findElectron, hasDisplay } from '../support/system.ts';
import { runBriefChecks, type ChecksOf } from './checks.ts';
import { conformanceState, hasPassed, keepPassed } from './conformance.ts';
import { ROOT, run } from './process.ts';
import { readPlaywright, readVitest, type Counts } from './report.ts';

/** Where reports and the summary land. */
export const REPORTS = path.join(ROOT, 'out/test');

export type StageName =
  | 'format'
  | 'lint'
  | 'types'
  | 'knip'
  | 'unit'
  | 'contract'
  | 'architecture'
  | 'integration'
  | 'faults'
  | 'security'
  | 'build'
  | 'e2e';

export type StageResult = Counts & { readonly name: StageName; readonly seconds: number };

type Tool = { readonly script: string; readonly args: readonly string[]; readonly minutes: number };

/** Tools whose exit code is the whole answer; what they say is shown when they fail. */
const STATIC: Readonly<Partial<Record<StageName, Tool>>> = {
  format: { script: 'node_modules/oxfmt/bin/oxfmt', args: ['--check', '.'], minutes: 5 },
  lint: {
    script: 'node_modules/oxlint/bin/oxlint',
    args: ['--type-aware', '--deny-warnings', '--report-unused-disable-directives', '.'],
    minutes: 5,
  },
  // With threads of its own it takes twice the processor time, and lint runs beside it.
  types: { script: 'node_modules/typescript/bin/tsc', args: ['-b', '--singleThreaded'], minutes: 5 },
  knip: {
    script: 'node_modules/knip/bin/knip.js',
    args: ['--config', 'test/knip.json', '--no-progress'],
    minutes: 5,
  },
  build: { script: 'test/commands/build.ts', args: [], minutes: 5 },
};

/** Longest run of a whole kind of tests, in minutes: it ends what hangs, on the slowest of machines. */
const TEST_MINUTES = { vitest: 15, checks: 10, playwright: 30 } as const;

async function runStatic(name: StageName, tool: Tool): Promise<StageResult> {
  const ended = await run(process.execPath, [path.join(ROOT, tool.script), ...tool.args], {
    limitMs: tool.minutes * 60_000,
  });
  const { seconds } = ended;
  if (ended.code === 0) return { name, seconds, passed: 1, failed: 0, failures: [], skipped: [] };
  const error = ended.timedOut ? `${name} took more than ${tool.minutes} min` : ended.output.trim();
  console.log(error);
  return { name, seconds, passed: 0, failed: 1, failures: [{ name, error }], skipped: [] };
}

/** Where the tests of a stage leave their report. */
export function reportFile(name: StageName): string {
  return path.join(REPORTS, `${name}.json`);
}

/** What a run without a failed test went wrong by: Vitest's errors outside of its tests, else its last lines. */
function lastWords(output: string): string {
  const unhandled = output.lastIndexOf('Unhandled Errors');
  return unhandled >= 0 ? output.slice(unhandled) : output.trimEnd().split('\n').slice(-8).join('\n');
}

/** What of a stage is run, and how. */
export interface Part {
  /** Files whose names contain one of these; all by default. */
  readonly files?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** False where other stages run meanwhile: its output is then shown only if it fails. */
  readonly live?: boolean;
}

/** Runs a test runner that writes a JSON report, and counts it; no report, or an unexplained end, is a failure. */
async function runTests(
  name: StageName,
  [program, ...args]: readonly [string, ...string[]],
  minutes: number,
  read: (report: unknown) => Counts,
  { environment = {}, live = true }: Part,
): Promise<StageResult> {
  const file = reportFile(name);
  await rm(file, { force: true });
  const ended = await run(program, args, { limitMs: minutes * 60_000, live, environment });
  const counts = await readFile(file, 'utf8').then(
    (text) => read(JSON.parse(text)),
    (): Counts => ({ passed: 0, failed: 0, failures: [], skipped: [] }),
  );
  const { seconds } = ended;
  if (!live && (ended.code !== 0 || counts.failed > 0)) console.log(`\n${ended.output.trim()}`);
  if (ended.code === 0 || counts.failed > 0) return { name, seconds, ...counts };
  const how = ended.timedOut
    ? `took more than ${minutes} min`
    : `ended with code ${ended.code ?? 'none'} and no failed test`;
  console.log(`${name} ${how}`);
  return { name, seconds, ...counts, failed: 1, failures: [{ name: how, error: lastWords(ended.output) }] };
}

/** One kind of Vitest's tests. */
export function runVitest(name: StageName, part: Part = {}): Promise<StageResult> {
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', 'test/vitest.config.ts', '--project', name, ...(part.files ?? [])];
  const report = `--outputFile.json=${reportFile(name)}`;
  const reporters = ['--reporter=default', '--reporter=json', report];
  const command = [process.execPath, ...args, ...reporters] as const;
  return runTests(name, command, TEST_MINUTES.vitest, readVitest, part);
}

/** The brief dose of the checks of `npm run nightly`. */
async function runOurs(name: ChecksOf): Promise<StageResult> {
  const started = performance.now();
  const findings = await runBriefChecks(name, TEST_MINUTES.checks);
  const seconds = (performance.now() - started) / 1000;
  for (const finding of findings.filter(({ failed }) => failed > 0))
    console.log(findingLines(finding).join('\n'));
  return { name, seconds, ...countsOf(findings) };
}

/** The specs on the driver at hand, all or those whose files are named so. Electron without a display gets a virtual one. */
export function runSpecs(files: readonly string[] = [], part: Part = {}): Promise<StageResult> {
  const driver = findDriver();
  if (!driver) {
    const reason = 'neither Electron nor a Chromium on this machine';
    return Promise.resolve(skippedStage('e2e', reason));
  }
  const args = [
    path.join(ROOT, 'node_modules/@playwright/test/cli.js'),
    'test',
    '-c',
    'test/playwright.config.ts',
    ...files,
  ];
  const virtual = driver.kind === 'electron' && !hasDisplay();
  const command: [string, ...string[]] = virtual
    ? ['xvfb-run', '-a', process.execPath, ...args]
    : [process.execPath, ...args];
  const environment = { ...driver.environment, ...part.environment };
  return runTests('e2e', command, TEST_MINUTES.playwright, readPlaywright, { ...part, environment });
}

/** All specs, but those of the shell itself only where something of it has changed since they passed here. */
async function runAllSpecs(live: boolean): Promise<StageResult> {
  const state = conformanceState(findElectron() ?? findChromium());
  const without = hasPassed(state);
  const environment: Readonly<Record<string, string>> = without ? { EASEL_WITHOUT_CONFORMANCE: '1' } : {};
  const result = await runSpecs([], { environment, live });
  if (without) {
    const reason = 'passed here before; the shell has not changed since (CI=1 runs it)';
    return { ...result, skipped: [...result.skipped, { name: 'all of conformance', reason }] };
  }
  if (result.passed > 0 && result.failed === 0) await keepPassed(state);
  return result;
}

/** A stage that did not run, counted as one skip with its reason. */
export function skippedStage(name: StageName, reason: string): StageResult {
  return {
    name,
    seconds: 0,
    passed: 0,
    failed: 0,
    failures: [],
    skipped: [{ name: `all of ${name}`, reason }],
  };
}

/** Runs one stage; prints what went wrong, never throws for it. `live`: prints its output as it comes. */
export function runStage(name: StageName, live = true): Promise<StageResult> {
  const tool = STATIC[name];
  if (tool) return runStatic(name, tool);
  if (name === 'faults' || name === 'security') return runOurs(name);
  return name === 'e2e' ? runAllSpecs(live) : runVitest(name, { live });
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
