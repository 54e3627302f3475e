/** Simulates eight hours of mixed operations. Needs `--expose-gc` and EASEL_TIMES_FASTER. */
// Import fast-time.ts first, because other modules read the clock and set timers on load.
import '../faults/fast-time.ts';
import { held, type Held } from './held.ts';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { drawOperation, setFault } from './operations.ts';
import { comeToRest, setScene, type Scene } from './scene.ts';

const [operations = '', seed = '', report = ''] = process.argv.slice(2);
/** Time between two operations in ms, so that 5,000 operations take eight hours. */
const EACH_MS = (8 * 3_600_000) / 5000;
const MOST_AT_ONCE = 6;
/** Share of the operations that run before the first count of resources. */
const WARM_UP = 0.1;
/** Wait before a count of resources, in accelerated ms. It exceeds one hour, because Easel limits deletes per hour. */
const QUIET_MS = 65 * 60_000;

/** Accelerates two more clocks, because Easel uses `uptime` for delete holds and `performance.now` to pace requests. */
Object.assign(os, { uptime: () => Date.now() / 1000 });
Object.assign(performance, { now: () => Date.now() });

/** Warnings, unhandled rejections, unexpected errors, and boards that are gone without a delete request. */
const problems: string[] = [];
process.on('warning', ({ name, message }) => problems.push(`${name}: ${message}`));
process.on('unhandledRejection', (reason) => problems.push(`not handled: ${String(reason)}`));

const outcomes: Record<string, Record<string, number>> = {};

async function doOne(scene: Scene): Promise<void> {
  const [name, run] = drawOperation(scene.below);
  const outcome = await run(scene).then(
    (result) => (result.ok ? 'ok' : result.error.code),
    (error: unknown) => {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return 'threw';
    },
  );
  const of = (outcomes[name] ??= {});
  of[outcome] = (of[outcome] ?? 0) + 1;
}

/** Starts one operation per `EACH_MS` of accelerated time. At most `MOST_AT_ONCE` operations run at the same time. */
async function work(scene: Scene, most: number): Promise<void> {
  const begun = Date.now();
  const running = new Set<Promise<void>>();
  let started = 0;
  while (started < most) {
    if (started < (Date.now() - begun) / EACH_MS) {
      started += 1;
      if (scene.below(3) === 0) await setFault(scene);
      const ended: Promise<void> = doOne(scene).finally(() => running.delete(ended));
      running.add(ended);
    }
    if (running.size >= MOST_AT_ONCE) await Promise.race(running);
    else await pause(5);
  }
  await Promise.all(running);
}

async function rest(scene: Scene): Promise<Held> {
  await comeToRest(scene);
  for (const until = Date.now() + QUIET_MS; Date.now() < until;) await pause(50);
  return held();
}

async function checkDeletes({ practice, doomed }: Scene, known: readonly string[]): Promise<void> {
  const left = new Set((await practice.contents()).boards);
  const lost = known.filter((id) => !left.has(id) && !doomed.has(id));
  if (lost.length > 0) problems.push(`${lost.length} boards are gone that nobody deleted`);
}

const scene = await setScene(Number(seed));
await work(scene, Math.ceil(Number(operations) * WARM_UP));
const before = await rest(scene);
for (const name of Object.keys(outcomes)) delete outcomes[name];
const known = (await scene.practice.contents()).boards;
const begun = Date.now();
await work(scene, Number(operations));
const hours = (Date.now() - begun) / 3_600_000;
const after = await rest(scene);
await checkDeletes(scene, known);
for (const [name, of] of Object.entries(outcomes))
  for (const code of ['internal', 'bad-request', 'needs-press'])
    if (of[code] !== undefined) problems.push(`${name} came to ${code} ${of[code]} times`);
const result = { operations: Number(operations), hours, outcomes, before, after, problems };
export type Day = typeof result;
await writeFile(report, JSON.stringify(result, null, 2));
await scene.close();
process.exit(0);
