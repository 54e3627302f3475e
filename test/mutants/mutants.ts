/** Check T2 (mutation testing): negates one condition at a time. Runs the tests that reach it until one fails. */
import { readdir, readFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { ROOT } from '../commands/process.ts';
import { sampledConditions, type Condition } from './conditions.ts';
import { ACTIVE_FILE, REACHED } from './places.ts';

export interface PlayedMutant extends Pick<Condition, 'file' | 'line' | 'text'> {
  readonly killedBy: string | null;
}

/** Minimum share of mutants that make a test fail. When this limit was set, 288 of 304 mutants did. */
export const MUTANTS_TARGET = 0.947;

const LAYERS = ['unit', 'contract', 'integration'];

/** Numbers of test files in a mutant's successive Vitest runs, fastest files first. After a failure no run follows. */
const CHUNKS = [2, 6, 24, Infinity];

/** Time limit of a test run in ms. A mutant that exceeds it counts as detected, because its code loops endlessly. */
const LONGEST_RUN_MS = 240_000;
const ENDLESS = 'a loop without an end';

export async function playMutants(
  onPlayed: (mutant: PlayedMutant, at: number, of: number) => void,
): Promise<readonly PlayedMutant[]> {
  process.env['EASEL_MUTANTS'] = '1';
  await rm(REACHED, { recursive: true, force: true });
  await mkdir(path.dirname(ACTIVE_FILE), { recursive: true });
  await writeFile(ACTIVE_FILE, '-1');
  let runner = await openRunner();
  try {
    const files = [...runner.specs.keys()];
    const { seconds, failed } = await runOnce(runner, files, 0);
    if (failed.length > 0) throw new Error(`Without a mutant these fail: ${failed.join(', ')}`);
    const reached = await reachedBy(files);
    const played: PlayedMutant[] = [];
    const conditions = sampledConditions();
    for (const { id, file, line, text } of conditions) {
      const tests = (reached.get(id) ?? []).toSorted((a, b) => (seconds.get(a) ?? 0) - (seconds.get(b) ?? 0));
      await writeFile(ACTIVE_FILE, String(id));
      const mutant = { file, line, text, killedBy: await killerOf(runner, tests) };
      played.push(mutant);
      // Opens a new runner, because Vitest can't reuse processes that it has killed.
      if (mutant.killedBy === ENDLESS) runner = await openRunner();
      onPlayed(mutant, played.length, conditions.length);
    }
    return played;
  } finally {
    await runner.vitest.close();
  }
}

interface Runner {
  readonly vitest: Vitest;
  readonly specs: ReadonlyMap<string, TestSpecification>;
}

async function openRunner(): Promise<Runner> {
  const vitest = await createVitest({
    config: path.join(ROOT, 'test/vitest.config.ts'),
    project: LAYERS,
    watch: false,
    reporters: [{}],
    bail: 1,
  });
  const all = await vitest.globTestSpecifications(
    'test/unit/main test/unit/preload test/contract test/integration'.split(' '),
  );
  return { vitest, specs: new Map(all.map((spec) => [spec.moduleId, spec])) };
}

async function killerOf(runner: Runner, tests: readonly string[]): Promise<string | null> {
  let from = 0;
  for (const size of CHUNKS) {
    const chunk = tests.slice(from, from + size);
    if (chunk.length === 0) return null;
    const { failed } = await runOnce(runner, chunk, 1);
    if (failed[0] !== undefined) return failed[0];
    from += size;
  }
  return null;
}

interface Ran {
  readonly failed: readonly string[];
  readonly seconds: ReadonlyMap<string, number>;
}

async function runOnce({ vitest, specs }: Runner, files: readonly string[], bail: number): Promise<Ran> {
  const chosen = files.flatMap((file) => specs.get(file) ?? []);
  // Deletes the results of earlier runs, because Vitest would report their failures again.
  vitest.state.filesMap.clear();
  vitest.config.bail = bail;
  for (const { project } of chosen) project.config.bail = bail;
  const endless = Promise.withResolvers<null>();
  const watchdog = setTimeout(() => {
    if (bail === 0) return;
    spawnSync('pkill', ['-KILL', '-P', String(process.pid)]);
    endless.resolve(null);
  }, LONGEST_RUN_MS);
  const run = vitest
    .runTestSpecifications(chosen)
    .catch((error: unknown) => ({ testModules: [], unhandledErrors: [error] }));
  const ran = await Promise.race([run, endless.promise]).finally(() => clearTimeout(watchdog));
  if (ran === null) return { failed: [ENDLESS], seconds: new Map() };
  const { testModules, unhandledErrors } = ran;
  const failed = testModules.filter((module) => !module.ok() && module.state() !== 'skipped');
  const names = failed.map(({ moduleId }) => path.relative(ROOT, moduleId));
  if (names.length === 0 && unhandledErrors.length > 0) names.push('an error outside of the tests');
  return {
    failed: names,
    seconds: new Map(testModules.map((module) => [module.moduleId, module.diagnostic().duration / 1000])),
  };
}

async function reachedBy(tests: readonly string[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const reached = new Map<number, string[]>();
  const files = new Map(tests.map((file) => [`${file.replaceAll(/[/\\:]/gu, '+')}.json`, file]));
  for (const name of await readdir(REACHED)) {
    const file = files.get(name);
    if (file === undefined) continue;
    const ids = JSON.parse(await readFile(path.join(REACHED, name), 'utf8')) as readonly number[];
    for (const id of ids) reached.set(id, [...(reached.get(id) ?? []), file]);
  }
  return reached;
}
