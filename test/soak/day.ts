/** Starts a day at work in a process of its own, and holds what stayed of it against its bounds. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, run } from '../commands/process.ts';
import type { Held } from './held.ts';
import type { Day } from './hours.ts';

const OPERATIONS = 5000;
const VISITS = 500;
/** Eight hours in some ten minutes. */
const TIMES_FASTER = '60';
const LIMIT_MS = 60 * 60_000;

/** What may have come on top: what is kept of a day by right, and what the threads of SQLite have not given back. */
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

const parts = Object.keys(MOST_ON_TOP) as (keyof Held)[];

interface DayFinding {
  readonly id: 'R7';
  readonly what: string;
  readonly figure: string;
  readonly target: string;
  readonly met: boolean;
  readonly problems: readonly string[];
}

export async function soakDay(seed: number, report: string): Promise<DayFinding> {
  const hours = path.join(ROOT, 'test/soak/hours.ts');
  const args = ['--expose-gc', hours, String(OPERATIONS), String(VISITS), String(seed), report];
  const ended = await run(process.execPath, args, {
    limitMs: LIMIT_MS,
    live: true,
    // Else glibc scatters what threads give back, and what the system counts tells little of what is held.
    environment: { EASEL_TIMES_FASTER: TIMES_FASTER, MALLOC_ARENA_MAX: '1' },
  });
  const what = `${OPERATIONS} mixed operations and ${VISITS} visits over 8 simulated hours with faults leave nothing behind`;
  const target = parts.map((part) => `${part} at most ${MOST_ON_TOP[part]} more`).join(', ');
  if (ended.code !== 0) {
    return {
      id: 'R7',
      what,
      figure: 'not measured',
      target,
      met: false,
      problems: [ended.output.slice(-2000)],
    };
  }
  const day = JSON.parse(await readFile(report, 'utf8')) as Day;
  const { before, after } = day;
  const grown = parts.filter((part) => after[part] - before[part] > MOST_ON_TOP[part]);
  const problems = [...day.problems, ...grown.map((part) => `${part}: more than before`)];
  const said = parts
    .map((part) => `${part} ${before[part].toFixed(0)} → ${after[part].toFixed(0)}`)
    .join(', ');
  return {
    id: 'R7',
    what,
    figure: `${day.hours.toFixed(1)} h in ${(day.realSeconds / 60).toFixed(0)} minutes; ${outcomesOf(day)}; ${said}`,
    target,
    met: problems.length === 0,
    problems,
  };
}

/** "4,210 of 5,000 operations went well, 500 visits". */
function outcomesOf({ operations, outcomes }: Day): string {
  const { visit = {}, ...others } = outcomes;
  const well = Object.values(others).reduce((sum, { ok = 0 }) => sum + ok, 0);
  return `${well} of ${operations} operations went well, the others met a fault; ${visit['live'] ?? 0} visits`;
}
