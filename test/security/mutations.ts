/** T2: takes one guard after the other out of a copy of the sources, and sees that a test fails each time. */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { trackedPaths } from '../architecture/repository.ts';
import { ROOT, run } from '../commands/process.ts';
import { NOT_MEASURED, tally, type Case, type Finding } from '../support/finding.ts';
import type { Dose } from './dose.ts';
import { GUARDS, type Guard } from './guards.ts';

const LIMIT_MS = 300_000;
const FEWEST = 40;

export async function checkMutations({ guards }: Dose): Promise<Finding> {
  const missing = (await Promise.all(GUARDS.map(whyNotThere))).flat();
  const played = GUARDS.slice(0, guards);
  const tree = await copyOfSources();
  try {
    const tests = [...new Set(played.map(({ test }) => test))];
    const whole = await failuresOf(tree, tests);
    const before: Case = {
      name: 'with every guard',
      problems: whole === 0 ? [] : [`${whole ?? 'unknown'} tests fail, so a failure says nothing`],
    };
    const cases: Case[] = [];
    for (const guard of played) cases.push(await playWithout(tree, guard));
    const counted = tally([before, ...missing, ...cases]);
    const found = cases.filter(({ problems }) => problems.length === 0).length;
    return {
      id: 'T2',
      what: 'a guard that is taken out makes a test fail',
      figure: `${found} of ${played.length} guards, each taken out alone, made a test fail`,
      target: `at least ${FEWEST} guards, each fails at least 1 test`,
      ...counted,
    };
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

/** A list that no longer says what the sources say would prove nothing. */
async function whyNotThere({ file, text }: Guard): Promise<readonly Case[]> {
  const times = (await readFile(path.join(ROOT, file), 'utf8')).split(text).length - 1;
  if (times === 1) return [];
  return [{ name: `${file}: ${text}`, problems: [`stands there ${times} times, not once`] }];
}

async function copyOfSources(): Promise<string> {
  const tree = await mkdtemp(path.join(tmpdir(), 'easel-guards-'));
  for (const file of trackedPaths()) {
    await mkdir(path.dirname(path.join(tree, file)), { recursive: true });
    await cp(path.join(ROOT, file), path.join(tree, file));
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(tree, 'node_modules'), 'junction');
  return tree;
}

async function playWithout(tree: string, { file, text, without, test }: Guard): Promise<Case> {
  const name = `${file} without “${text.split('\n')[0] ?? ''}”`;
  const place = path.join(tree, file);
  const whole = await readFile(place, 'utf8');
  // Not by `replace` with a text, to which a dollar sign means something.
  await writeFile(
    place,
    whole.replace(text, () => without),
  );
  try {
    const failed = await failuresOf(tree, [test]);
    if (failed === null) return { name, problems: [`${test} could not be run`] };
    return { name, problems: failed === 0 ? [`every test of ${test} passes`] : [] };
  } finally {
    await writeFile(place, whole);
  }
}

/** How many of these tests fail; null where none ran or one could not be loaded. */
async function failuresOf(tree: string, tests: readonly string[]): Promise<number | null> {
  const checks = tests.filter((test) => CHECK.test(test));
  const files = tests.filter((test) => !CHECK.test(test));
  const counts = await Promise.all([
    checks.length === 0 ? 0 : failuresOfChecks(tree, checks),
    files.length === 0 ? 0 : failuresOfFiles(tree, files),
  ]);
  return counts.reduce((sum: number | null, each) => (sum === null || each === null ? null : sum + each), 0);
}

const CHECK = /^[A-Z]\d+$/u;

async function failuresOfChecks(tree: string, checks: readonly string[]): Promise<number | null> {
  const command = path.join(tree, 'test/commands/security.ts');
  const rows = await reported<readonly { readonly figure: string; readonly met: boolean }[]>(
    path.join(tree, 'out/security/summary.json'),
    [command, ...checks],
  );
  if (rows === null || rows.some(({ figure }) => figure === NOT_MEASURED)) return null;
  return rows.filter(({ met }) => !met).length;
}

async function failuresOfFiles(tree: string, files: readonly string[]): Promise<number | null> {
  const report = path.join(tree, 'report.json');
  const told = await reported<{
    readonly testResults: readonly { readonly assertionResults: readonly { readonly status: string }[] }[];
  }>(report, [
    path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    tree,
    '--config',
    path.join(tree, 'test/vitest.config.ts'),
    '--reporter=json',
    `--outputFile=${report}`,
    ...files,
  ]);
  if (told === null || told.testResults.some(({ assertionResults }) => assertionResults.length === 0))
    return null;
  const results = told.testResults.flatMap(({ assertionResults }) => assertionResults);
  return results.filter(({ status }) => status === 'failed').length;
}

/** What a program of Node wrote into its report; null where there is none. */
async function reported<T>(report: string, args: readonly string[]): Promise<T | null> {
  await rm(report, { force: true });
  await run(process.execPath, args, { limitMs: LIMIT_MS });
  const text = await readFile(report, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as T);
}
