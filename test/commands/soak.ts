/**
 * `npm run soak [steps]`: 500 rooms opened and left, then the monkey of test/e2e at Easel for longer, with one seed after the
 * other, from EASEL_MONKEY_SEED on where that is set. Ends with 1 where something broke; the figures land in
 * out/soak/summary.json.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endChildrenWithUs, ROOT } from './process.ts';
import { ensureSystem } from './setup.ts';
import { printStage, REPORTS, runSpecs, runStage } from './stages.ts';

const FOLDER = path.join(ROOT, 'out/soak');
const REPORT = path.join(FOLDER, 'monkey.json');
const ROOMS_REPORT = path.join(FOLDER, 'rooms.json');
const STEPS_A_RUN = 500;
/** 0 leaves the monkey out. */
const STEPS = Number(process.argv[2] ?? 5000);
const FIRST_SEED = Number(process.env['EASEL_MONKEY_SEED'] ?? 7919);

interface Report {
  readonly seed: number;
  readonly steps: number;
  readonly restarts: number;
  readonly deletions: number;
}

endChildrenWithUs();
await mkdir(REPORTS, { recursive: true });
await ensureSystem();
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const built = await runStage('build');
if (built.failed > 0) process.exit(1);
/** How many rooms are opened and left. */
const ROOMS = 500;
const rooms = await runSpecs(['e2e/room-cycles'], {
  EASEL_ROOM_CYCLES: String(ROOMS),
  EASEL_ROOM_REPORT: ROOMS_REPORT,
});
printStage(rooms);
const reports: Report[] = [];
const broken: number[] = [];
for (let run = 0; run * STEPS_A_RUN < STEPS; run += 1) {
  const seed = FIRST_SEED + 7919 * run;
  console.log(`\nSeed ${seed}; to play it again: EASEL_MONKEY_SEED=${seed} npm run soak ${STEPS_A_RUN}`);
  const played = await runSpecs(['e2e/monkey'], {
    EASEL_MONKEY_SEED: String(seed),
    EASEL_MONKEY_STEPS: String(Math.min(STEPS_A_RUN, STEPS - run * STEPS_A_RUN)),
    EASEL_MONKEY_REPORT: REPORT,
  });
  printStage(played);
  if (played.failed > 0) broken.push(seed);
  reports.push(JSON.parse(await readFile(REPORT, 'utf8')) as Report);
}
const sum = (of: (report: Report) => number): number => reports.reduce((all, each) => all + of(each), 0);
const figure = `${sum(({ steps }) => steps)} steps with ${reports.length} seeds, ${sum(({ restarts }) => restarts)} restarts, ${sum(({ deletions }) => deletions)} confirmed deletions; broken by seeds: ${broken.join(', ') || 'none'}`;
const what = 'a monkey loses nothing, deletes nothing unasked, and never loses the focus';
const finding = { id: 'monkey', what, figure, target: 'broken by no seed', met: broken.length === 0 };
const ofRooms = {
  id: 'R7',
  what: `${ROOMS} rooms are opened and left, and nothing of them stays`,
  figure: await roomFigure(),
  target: 'listeners, guests, sessions, sockets, timers and people as before; heap within 24 MB',
  met: rooms.failed === 0 && rooms.passed > 0,
};
const findings = [ofRooms, finding];
await writeFile(path.join(FOLDER, 'summary.json'), `${JSON.stringify(findings, null, 2)}\n`);
for (const each of findings)
  console.log(`\n${each.met ? 'met' : 'NOT MET'}: ${each.what}\n   ${each.figure}`);
process.exitCode = findings.every(({ met }) => met) ? 0 : 1;

/** What main held before the rooms and after them. */
async function roomFigure(): Promise<string> {
  const text = await readFile(ROOMS_REPORT, 'utf8').catch(() => null);
  if (text === null) return `not counted, for ${rooms.failed} failed`;
  const { before, after } = JSON.parse(text) as Record<'before' | 'after', Readonly<Record<string, number>>>;
  const counts = Object.entries(after).map(([kind, now]) => {
    const digits = kind === 'heapMb' ? 1 : 0;
    return `${kind} ${before[kind]?.toFixed(digits)} before, ${now.toFixed(digits)} after`;
  });
  return counts.join('; ');
}
