/** Check T2 (mutation testing): negates one condition at a time and runs the tests that reach it until one fails. */
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

/** Minimum share of mutants that make a test fail. When the limit was set, 288 of 304 mutants did. */
export const MUTANTS_TARGET = 0.947;

/** Folders of tests that run Easel's main process inside the test process. */
const LAYERS = ['unit', 'contract', 'integration'];

/** Numbers of test files in a mutant's successive Vitest runs. The fastest files run first, until a test fails. */
const CHUNKS = [2, 6, 24, Infinity];

/** Time limit of a test run in ms. A mutant that exceeds it counts as detected, because it loops endlessly. */
const LONGEST_RUN_MS = 240_000;

export async function playMutants(
  onPlayed: (mutant: PlayedMutant, at: number, of: number) => void,
): Promise<readonly PlayedMutant[]> {
  process.env['EASEL_MUTANTS'] = '1';
  await rm(REACHED, { recursive: true, force: true });
  await mkdir(path.dirname(ACTIVE_FILE), { recursive: true });
  await writeFile(ACTIVE_FILE, '-1');
  const vitest = await createVitest({
    config: path.join(ROOT, 'test/vitest.config.ts'),
    project: LAYERS,
    watch: false,
    reporters: [{}],
    bail: 1,
  });
  try {
    const all = await vitest.globTestSpecifications(
      'test/unit/main test/unit/preload test/contract test/integration'.split(' '),
    );
    const { seconds, failed } = await runOnce(vitest, all, 0);
    if (failed.length > 0) throw new Error(`Without a mutant these fail: ${failed.join(', ')}`);
    const reached = await reachedBy(all);
    const played: PlayedMutant[] = [];
    const conditions = sampledConditions();
    for (const { id, file, line, text } of conditions) {
      const specs = (reached.get(id) ?? []).toSorted(
        (a, b) => (seconds.get(a.moduleId) ?? 0) - (seconds.get(b.moduleId) ?? 0),
      );
      await writeFile(ACTIVE_FILE, String(id));
      const mutant = { file, line, text, killedBy: await killerOf(vitest, specs) };
      played.push(mutant);
      onPlayed(mutant, played.length, conditions.length);
    }
    return played;
  } finally {
    await vitest.close();
  }
}

async function killerOf(vitest: Vitest, specs: readonly TestSpecification[]): Promise<string | null> {
  let from = 0;
  for (const size of CHUNKS) {
    const chunk = specs.slice(from, from + size);
    if (chunk.length === 0) return null;
    const { failed } = await runOnce(vitest, chunk, 1);
    if (failed[0] !== undefined) return failed[0];
    from += size;
  }
  return null;
}

interface Ran {
  readonly failed: readonly string[];
  readonly seconds: ReadonlyMap<string, number>;
}

async function runOnce(vitest: Vitest, specs: readonly TestSpecification[], bail: number): Promise<Ran> {
  // Deletes results of earlier runs, which Vitest keeps. Otherwise this run would report their failures again.
  vitest.state.filesMap.clear();
  vitest.config.bail = bail;
  for (const { project } of specs) project.config.bail = bail;
  let isEndless = false;
  const watchdog = setTimeout(() => {
    isEndless = bail > 0;
    if (isEndless) spawnSync('pkill', ['-KILL', '-P', String(process.pid)]);
  }, LONGEST_RUN_MS);
  const { testModules, unhandledErrors } = await vitest
    .runTestSpecifications([...specs])
    .catch((error: unknown) => ({ testModules: [], unhandledErrors: [error] }))
    .finally(() => clearTimeout(watchdog));
  const failed = testModules.filter((module) => !module.ok() && module.state() !== 'skipped');
  const names = failed.map(({ moduleId }) => path.relative(ROOT, moduleId));
  if (isEndless) names.unshift('a loop without an end');
  if (names.length === 0 && unhandledErrors.length > 0) names.push('an error outside of the tests');
  return {
    failed: names,
    seconds: new Map(testModules.map((module) => [module.moduleId, module.diagnostic().duration / 1000])),
  };
}

async function reachedBy(
  all: readonly TestSpecification[],
): Promise<ReadonlyMap<number, readonly TestSpecification[]>> {
  const reached = new Map<number, TestSpecification[]>();
  const files = new Map(all.map((spec) => [`${spec.moduleId.replaceAll(/[/\\:]/gu, '+')}.json`, spec]));
  for (const name of await readdir(REACHED)) {
    const spec = files.get(name);
    if (spec === undefined) continue;
    const ids = JSON.parse(await readFile(path.join(REACHED, name), 'utf8')) as readonly number[];
    for (const id of ids) reached.set(id, [...(reached.get(id) ?? []), spec]);
  }
  return reached;
}
