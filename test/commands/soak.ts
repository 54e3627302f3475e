/**
 * `npm run nightly soak [day] [rooms] [monkey] [steps]`: a day of work through main, eight simulated hours; 500 rooms opened and left;
 * then the monkey of test/e2e at Easel for longer, with one seed after the other, from EASEL_MONKEY_SEED on where that is set.
 * Ends with 1 where something broke; the figures land in out/soak/summary.json.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { soakDay } from '../soak/day.ts';
import { endChildrenWithUs, ROOT } from './process.ts';
import { ensureSystem } from './setup.ts';
import { printStage, REPORTS, runSpecs, runStage } from './stages.ts';

const FOLDER = path.join(ROOT, 'out/soak');
const ROOMS_REPORT = path.join(FOLDER, 'rooms.json');
const STEPS_A_RUN = 500;
const FIRST_SEED = Number(process.env['EASEL_MONKEY_SEED'] ?? 7919);
/** How many rooms are opened and left. */
const ROOMS = 500;

interface SoakFinding {
  readonly id: string;
  readonly what: string;
  readonly figure: string;
  readonly target: string;
  readonly met: boolean;
  readonly problems?: readonly string[];
}

interface Report {
  readonly seed: number;
  readonly steps: number;
  readonly restarts: number;
  readonly deletions: number;
}

async function soakRooms(): Promise<SoakFinding> {
  const rooms = await runSpecs(['e2e/room-cycles'], {
    EASEL_ROOM_CYCLES: String(ROOMS),
    EASEL_ROOM_REPORT: ROOMS_REPORT,
  });
  printStage(rooms);
  return {
    id: 'R7',
    what: `${ROOMS} rooms are opened and left, and nothing of them stays`,
    figure: await roomFigure(rooms.failed),
    target: 'listeners, guests, sessions, sockets, timers and people as before; heap within 24 MB',
    met: rooms.failed === 0 && rooms.passed > 0,
  };
}

async function soakMonkey(steps: number): Promise<SoakFinding> {
  const file = path.join(FOLDER, 'monkey.json');
  const reports: Report[] = [];
  const broken: number[] = [];
  for (let run = 0; run * STEPS_A_RUN < steps; run += 1) {
    const seed = FIRST_SEED + 7919 * run;
    console.log(
      `\nSeed ${seed}; to play it again: EASEL_MONKEY_SEED=${seed} npm run nightly soak monkey ${STEPS_A_RUN}`,
    );
    const played = await runSpecs(['e2e/monkey'], {
      EASEL_MONKEY_SEED: String(seed),
      EASEL_MONKEY_STEPS: String(Math.min(STEPS_A_RUN, steps - run * STEPS_A_RUN)),
      EASEL_MONKEY_REPORT: file,
    });
    printStage(played);
    if (played.failed > 0) broken.push(seed);
    reports.push(JSON.parse(await readFile(file, 'utf8')) as Report);
  }
  const sum = (of: (report: Report) => number): number => reports.reduce((all, each) => all + of(each), 0);
  return {
    id: 'monkey',
    what: 'a monkey loses nothing, deletes nothing unasked, and never loses the focus',
    figure: `${sum(({ steps: taken }) => taken)} steps with ${reports.length} seeds, ${sum(({ restarts }) => restarts)} restarts, ${sum(({ deletions }) => deletions)} confirmed deletions; broken by seeds: ${broken.join(', ') || 'none'}`,
    target: 'broken by no seed',
    met: broken.length === 0,
  };
}

endChildrenWithUs();
const words = process.argv.slice(2);
const steps = Number(words.find((word) => /^\d+$/u.test(word)) ?? 5000);
const named = words.filter((word) => !/^\d+$/u.test(word));
const PARTS: Readonly<Record<string, () => Promise<SoakFinding>>> = {
  day: () => soakDay(FIRST_SEED, path.join(FOLDER, 'day.json')),
  rooms: soakRooms,
  monkey: () => soakMonkey(steps),
};
const unknown = named.find((word) => !Object.hasOwn(PARTS, word));
if (unknown !== undefined) {
  console.log(`There is no part ${unknown}. There are: ${Object.keys(PARTS).join(', ')}`);
  process.exit(1);
}
await mkdir(REPORTS, { recursive: true });
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
if (named.length === 0 || named.some((word) => word !== 'day')) {
  await ensureSystem();
  const built = await runStage('build');
  if (built.failed > 0) process.exit(1);
}
const findings: SoakFinding[] = [];
for (const [name, play] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const finding = await play();
  const { met, what, figure, target, problems = [] } = finding;
  console.log(`\n${met ? 'met' : 'NOT MET'}: ${what}\n   ${figure} (target: ${target})`);
  for (const problem of problems) console.log(`   ${problem}`);
  findings.push(finding);
  // Written after each, so that a run that is broken off leaves what it has.
  await writeFile(path.join(FOLDER, 'summary.json'), `${JSON.stringify(findings, null, 2)}\n`);
}
process.exitCode = findings.every(({ met }) => met) ? 0 : 1;

/** What main held before the rooms and after them. */
async function roomFigure(failed: number): Promise<string> {
  const text = await readFile(ROOMS_REPORT, 'utf8').catch(() => null);
  if (text === null) return `not counted, for ${failed} failed`;
  const { before, after } = JSON.parse(text) as Record<'before' | 'after', Readonly<Record<string, number>>>;
  const counts = Object.entries(after).map(([kind, now]) => {
    const digits = kind === 'heapMb' ? 1 : 0;
    return `${kind} ${before[kind]?.toFixed(digits)} before, ${now.toFixed(digits)} after`;
  });
  return counts.join('; ');
}
