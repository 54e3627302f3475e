/** Runs the stages of `npm test` in parallel, but limits their total load to two processor cores. */
import { printStage, runStage, skippedStage, type StageName, type StageResult } from './stages.ts';

export interface Planned {
  readonly name: StageName;
  /** Processor load of the stage in quarters of a core. A stage that often waits has a lower load. */
  readonly quarters: number;
  readonly needsBuild?: true;
}

const QUARTERS = 8;

function broken(name: StageName, error: unknown): StageResult {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { name, seconds: 0, passed: 0, failed: 1, failures: [{ name, error: text }], skipped: [] };
}

/** Runs the stages. Prints a failed stage's output in one piece, so that it is not mixed with that of other stages. */
export async function runAll(stages: readonly Planned[]): Promise<readonly StageResult[]> {
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
  };
  while (left.length > 0 || running.size > 0) {
    const taken = [...running.keys()].reduce((sum, { quarters }) => sum + quarters, 0);
    const isBuilding = [...left, ...running.keys()].some(({ name }) => name === 'build');
    const at = left.findIndex(
      ({ quarters, needsBuild }) => taken + quarters <= QUARTERS && !(needsBuild === true && isBuilding),
    );
    const [next] = at < 0 ? [] : left.splice(at, 1);
    if (next === undefined) await Promise.race(running.values());
    else
      running.set(
        next,
        start(next).finally(() => running.delete(next)),
      );
  }
  return ended;
}
