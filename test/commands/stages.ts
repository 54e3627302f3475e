import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { countsOf, findingLines } from '../support/finding.ts';
import { findDriver, withDisplay } from '../support/system.ts';
import { runBriefChecks, type ChecksOf } from './checks.ts';
import { ROOT, run } from './process.ts';
import { readPlaywright, readVitest, type Counts } from './report.ts';

export const REPORTS = path.join(ROOT, 'out/test');

const TOOLS = {
  build: ['test/commands/build.ts'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'],
  lint: [
    'node_modules/oxlint/bin/oxlint',
    '--type-aware',
    '--deny-warnings',
    '--report-unused-disable-directives',
    '--threads=1',
    '.',
  ],
  types: ['node_modules/typescript/bin/tsc', '-b', '--singleThreaded'],
  knip: ['node_modules/knip/bin/knip.js', '--config', 'test/knip.json', '--no-progress'],
} as const;

export type VitestStage = 'unit' | 'contract' | 'architecture' | 'integration';
export type StageName = keyof typeof TOOLS | VitestStage | ChecksOf | 'e2e';
export type StageResult = Counts & { readonly name: StageName; readonly seconds: number };

/** Time limits of the stages in minutes. They are high, because they exist only to end stages that hang. */
const MOST_MINUTES = { tool: 5, checks: 10, vitest: 15, playwright: 30 } as const;

/** Limits the threads of tsc and oxlint's type checker, which are Go programs. More threads double their CPU time. */
const GO = { GOMAXPROCS: '1', GOGC: '400' } as const;

const isTool = (name: StageName): name is keyof typeof TOOLS => Object.hasOwn(TOOLS, name);

async function runTool(name: keyof typeof TOOLS): Promise<StageResult> {
  const limitMs = MOST_MINUTES.tool * 60_000;
  const { code, output, seconds, timedOut } = await run(process.execPath, TOOLS[name], {
    limitMs,
    environment: GO,
  });
  if (code === 0) return { name, seconds, passed: 1, failed: 0, failures: [], skipped: [] };
  const error = timedOut ? `${name} took more than ${MOST_MINUTES.tool} min` : output.trim();
  console.log(error);
  return { name, seconds, passed: 0, failed: 1, failures: [{ name, error }], skipped: [] };
}

async function runOurs(name: ChecksOf): Promise<StageResult> {
  const started = performance.now();
  const findings = await runBriefChecks(name, MOST_MINUTES.checks);
  const seconds = (performance.now() - started) / 1000;
  for (const finding of findings.filter(({ failed }) => failed > 0))
    console.log(findingLines(finding).join('\n'));
  return { name, seconds, ...countsOf(findings) };
}

function lastWords(output: string): string {
  const unhandled = output.lastIndexOf('Unhandled Errors');
  return unhandled >= 0 ? output.slice(unhandled) : output.trimEnd().split('\n').slice(-8).join('\n');
}

interface HowToRun {
  readonly environment?: Readonly<Record<string, string>>;
  /** False if other stages run at the same time. Then the stage's output is shown only after a failure. */
  readonly live?: boolean;
}

/** Runs a test runner. A run without any test, or with an unexplained exit code, counts as a failure. */
async function runTests(
  name: StageName,
  [program, ...args]: readonly [string, ...string[]],
  minutes: number,
  read: (report: unknown) => Counts,
  { environment = {}, live = true }: HowToRun,
): Promise<StageResult> {
  const file = path.join(REPORTS, `${name}.json`);
  await rm(file, { force: true });
  const ended = await run(program, args, { limitMs: minutes * 60_000, live, environment });
  const counts = await readFile(file, 'utf8').then(
    (text) => read(JSON.parse(text)),
    (): Counts => ({ passed: 0, failed: 0, failures: [], skipped: [] }),
  );
  const { seconds, code, output, timedOut } = ended;
  if (!live && (code !== 0 || counts.failed > 0)) console.log(`\n${output.trim()}`);
  const isEmpty = counts.passed + counts.skipped.length === 0;
  if ((code === 0 && !isEmpty) || counts.failed > 0) return { name, seconds, ...counts };
  const how = timedOut
    ? `took more than ${minutes} min`
    : `ended with code ${code} and no ${isEmpty ? '' : 'failed '}test`;
  console.log(`${name} ${how}`);
  return { name, seconds, ...counts, failed: 1, failures: [{ name: how, error: lastWords(output) }] };
}

export function runVitest(name: VitestStage, how: HowToRun = {}): Promise<StageResult> {
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', 'test/vitest.config.ts', '--project', name];
  const report = `--outputFile.json=${path.join(REPORTS, `${name}.json`)}`;
  const command = [process.execPath, ...args, '--reporter=default', '--reporter=json', report] as const;
  return runTests(name, command, MOST_MINUTES.vitest, readVitest, how);
}

export function runSpecs(files: readonly string[] = [], how: HowToRun = {}): Promise<StageResult> {
  const driver = findDriver();
  if (!driver) {
    const skipped = skippedStage('e2e', 'neither Electron nor a Chromium on this machine');
    if (process.env['EASEL_NEEDS_DRIVER'] !== '1') return Promise.resolve(skipped);
    const failures = skipped.skipped.map(({ name, reason = '' }) => ({ name, error: reason }));
    return Promise.resolve({ ...skipped, skipped: [], failed: 1, failures });
  }
  const playwright = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  const args = [process.execPath, playwright, 'test', '-c', 'test/playwright.config.ts', ...files] as const;
  const command = withDisplay(driver, args);
  const environment = { ...driver.environment, ...how.environment };
  return runTests('e2e', command, MOST_MINUTES.playwright, readPlaywright, { ...how, environment });
}

export function skippedStage(name: StageName, reason: string): StageResult {
  const skipped = [{ name: `all of ${name}`, reason }];
  return { name, seconds: 0, passed: 0, failed: 0, failures: [], skipped };
}

export function runStage(name: StageName, live = true): Promise<StageResult> {
  if (isTool(name)) return runTool(name);
  if (name === 'faults' || name === 'security') return runOurs(name);
  return name === 'e2e' ? runSpecs([], { live }) : runVitest(name, { live });
}

export function printStage({ name, seconds, passed, failed, skipped }: StageResult): void {
  const verdict = failed > 0 ? 'FAILED' : passed > 0 ? 'ok' : 'skipped';
  const parts = Object.entries({ passed, failed, skipped: skipped.length }).filter(([, count]) => count > 0);
  const counts = parts.map(([what, count]) => `${count} ${what}`).join(', ');
  console.log(`${name.padEnd(13)} ${verdict.padEnd(7)} ${counts.padEnd(36)} ${seconds.toFixed(1)} s`);
}
