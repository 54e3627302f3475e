/** Check R7 against leaks: simulates a working day of eight hours, and opens and leaves 500 rooms. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, run } from '../commands/process.ts';
import { printStage, runSpecs, runStage } from '../commands/stages.ts';
import { tally, type Finding } from '../support/finding.ts';
import type { Held } from './held.ts';
import type { Day } from './hours.ts';

const FOLDER = path.join(ROOT, 'out/soak');
const SEED = 7919;
const OPERATIONS = 5000;
const ROOMS = 500;
/** Speed of the accelerated clock: eight simulated hours take about ten minutes. */
const TIMES_FASTER = '60';
const LIMIT_MS = 60 * 60_000;

/** Maximum growth of each resource per simulated day. Memory may grow, because Easel keeps history. */
const MOST_ON_TOP: Readonly<Record<keyof Held, number>> = {
  timers: 0,
  sockets: 0,
  handles: 0,
  listeners: 0,
  files: 0,
  heapMb: 16,
  threadsMb: 32,
  residentMb: 96,
};
const KINDS = Object.keys(MOST_ON_TOP) as (keyof Held)[];

export async function playSoak(named: readonly string[]): Promise<readonly Finding[]> {
  const parts = { day: playDay, rooms: playRooms };
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  if (named.join() !== 'day') {
    const { failures } = await runStage('build');
    if (failures.length > 0) throw new Error(failures[0]?.error);
  }
  const findings: Finding[] = [];
  for (const [name, play] of Object.entries(parts)) {
    if (named.length === 0 || named.includes(name)) findings.push(await play());
  }
  return findings;
}

async function playDay(): Promise<Finding> {
  const report = path.join(FOLDER, 'day.json');
  const hours = path.join(ROOT, 'test/soak/hours.ts');
  const args = ['--expose-gc', hours, String(OPERATIONS), String(SEED), report];
  const ended = await run(process.execPath, args, {
    limitMs: LIMIT_MS,
    live: true,
    environment: { EASEL_TIMES_FASTER: TIMES_FASTER, MALLOC_ARENA_MAX: '1' },
  });
  const about = {
    id: 'R7',
    what: `${OPERATIONS} mixed operations over 8 simulated hours with faults leave nothing behind`,
    target: KINDS.map((kind) => `${kind} at most ${MOST_ON_TOP[kind]} more`).join(', '),
  };
  if (ended.code !== 0) throw new Error(ended.output.slice(-2000));
  const day = JSON.parse(await readFile(report, 'utf8')) as Day;
  const { before, after, outcomes } = day;
  const grown = KINDS.filter((kind) => after[kind] - before[kind] > MOST_ON_TOP[kind]);
  const well = Object.values(outcomes).reduce((sum, { ok = 0 }) => sum + ok, 0);
  const held = KINDS.map((kind) => `${kind} ${before[kind].toFixed(0)} → ${after[kind].toFixed(0)}`);
  return {
    ...about,
    figure: `${day.hours.toFixed(1)} h; ${well} of ${day.operations} operations went well, the others met a fault; ${held.join(', ')}`,
    ...tally([
      { name: 'day', problems: [...day.problems, ...grown.map((kind) => `more ${kind} than before`)] },
    ]),
  };
}

async function playRooms(): Promise<Finding> {
  const environment = { EASEL_SOAK: '1', EASEL_ROOM_CYCLES: String(ROOMS) };
  const rooms = await runSpecs(['soak/room-cycles'], { environment });
  printStage(rooms);
  const failed = rooms.failures.map(({ name, error }) => ({ name, problems: [error] }));
  return {
    id: 'R7',
    what: `${ROOMS} rooms are opened and left, and nothing of them stays`,
    target: 'listeners, guests, sessions, sockets, timers and people as before; heap within 24 MB',
    ...tally([{ name: 'rooms', problems: rooms.passed > 0 ? [] : ['did not run'] }, ...failed]),
  };
}
