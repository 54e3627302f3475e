/** The tools and test runners of the stages: how long each may take, and how its result is counted. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { findDriver, hasDisplay } from '../support/system.ts';
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

/** Longest run of a whole kind of tests, in minutes: it ends what hangs, on the slowest of machines. */ const TEST_MINUTES =
  { vitest: 15, playwright: 30 } as const;

/** Runs a tool whose exit code is the whole answer; null for a stage that is none. */
export async function runTool(name: StageName): Promise<StageResult | null> {
  const tool = STATIC[name];
  if (tool === undefined) return null;
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

/** Why a run failed in which no test did: Vitest's errors outside of tests, else the last lines of its output. */
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
