/**
 * A day at work: so many mixed operations and visits over eight hours of the quickened clock, against a practice service
 * with faults, and what the process holds before and after. `npm run nightly soak` starts it with `--expose-gc` and
 * EASEL_TIMES_FASTER.
 *
 * `<operations> <visits> <seed> <report>`
 */
// Before whatever takes the clock or sets a timer.
import '../faults/fast-time.ts';
import { held, type Held } from './held.ts';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { drawOperation, setFault } from './operations.ts';
import { comeToRest, setScene, type Scene } from './scene.ts';
import { LIVE, visit } from './visits.ts';

const [operations = '', visits = '', seed = '', report = ''] = process.argv.slice(2);
/** Between two operations: 5,000 of them take eight hours. */
const EACH_MS = (8 * 3_600_000) / 5000;
/** How many things may be under way at once: a window and what was begun before. */
const MOST_AT_ONCE = 6;
/** A share of the day goes before it, so that what is made once is there. */
const WARM_UP = 0.1;
/** Longer than anything is kept for a while: single deletes count together for an hour. In ms of the quickened clock. */
const QUIET_MS = 65 * 60_000;
/** A visit that a fault kept out is tried again, as people do. */
const MOST_TRIES = 10;

/** Minutes of visits go by the time that the computer is on. */
Object.assign(os, { uptime: () => Date.now() / 1000 });

export interface Day {
  readonly operations: number;
  readonly visits: number;
  readonly hours: number;
  readonly realSeconds: number;
  /** How often each came to what. */
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly before: Held;
  readonly after: Held;
  /** What must not be: warnings, rejections, deletes that nobody confirmed, people who are still in rooms. */
  readonly problems: readonly string[];
}

const problems: string[] = [];
process.on('warning', ({ name, message }) => problems.push(`${name}: ${message}`));
process.on('unhandledRejection', (reason) => problems.push(`not handled: ${String(reason)}`));

const outcomes: Record<string, Record<string, number>> = {};
function note(name: string, outcome: string): void {
  const of = (outcomes[name] ??= {});
  of[outcome] = (of[outcome] ?? 0) + 1;
}

/** Does so many of each, spread evenly, several at once. */
async function work(
  scene: Scene,
  most: { readonly operations: number; readonly visits: number },
): Promise<void> {
  const ms = most.operations * EACH_MS;
  const begun = Date.now();
  const running = new Set<Promise<void>>();
  const started = { operations: 0, visits: 0 };
  const enter = (name: string, run: () => Promise<string>): void => {
    const ended: Promise<void> = run()
      .catch((error: unknown) => {
        problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        return 'threw';
      })
      .then((outcome) => note(name, outcome))
      .finally(() => running.delete(ended));
    running.add(ended);
  };
  while (started.operations < most.operations || started.visits < most.visits) {
    const passed = (Date.now() - begun) / ms;
    if (started.operations < Math.min(1, passed) * most.operations) {
      started.operations += 1;
      if (scene.below(3) === 0) await setFault(scene);
      const { name, run } = drawOperation(scene.below);
      enter(name, async () => {
        const result = await run(scene);
        return result.ok ? 'ok' : result.error.code;
      });
    }
    if (started.visits < Math.min(1, passed) * most.visits) {
      started.visits += 1;
      enter('visit', async () => {
        let came = '';
        for (let tries = 0; tries < MOST_TRIES && came !== LIVE; tries += 1) {
          if (tries > 0) await pause(500);
          came = await visit(scene);
        }
        return came;
      });
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

/** Whatever is gone was to go. */
async function checkDeletes({ practice, doomed }: Scene, known: readonly string[]): Promise<void> {
  const left = new Set((await practice.contents()).boards);
  const lost = known.filter((id) => !left.has(id) && !doomed.has(id));
  if (lost.length > 0) problems.push(`${lost.length} boards are gone that nobody deleted`);
}

const real = performance.now();
const scene = await setScene(Number(seed));
const day = { operations: Number(operations), visits: Number(visits) };
const warmUp = {
  operations: Math.ceil(day.operations * WARM_UP),
  visits: Math.ceil(day.visits * WARM_UP),
};
await work(scene, warmUp);
const before = await rest(scene);
for (const name of Object.keys(outcomes)) delete outcomes[name];
const known = (await scene.practice.contents()).boards;
const begun = Date.now();
await work(scene, day);
const hours = (Date.now() - begun) / 3_600_000;
const after = await rest(scene);
await checkDeletes(scene, known);
const people = (await scene.practice.contents()).papers.flatMap((paper) => paper.people);
if (people.length > 0) problems.push(`${people.length} people are still in rooms`);
const visited = outcomes['visit']?.[LIVE] ?? 0;
if (visited < day.visits) problems.push(`only ${visited} of ${day.visits} visits came into a room`);
for (const [name, of] of Object.entries(outcomes))
  for (const code of ['internal', 'bad-request', 'needs-press'])
    if (of[code] !== undefined) problems.push(`${name} came to ${code} ${of[code]} times`);
const told: Day = {
  ...day,
  hours,
  realSeconds: (performance.now() - real) / 1000,
  outcomes,
  before,
  after,
  problems,
};
await writeFile(report, JSON.stringify(told, null, 2));
await scene.close();
// Timers that Easel leaves to the end of its process would hold this one up.
process.exit(0);
