/** Benchmarks P1 to P4: 1,000 changes in one Easel job. The compared programs, unlike Easel, save nothing to disk. */
import path from 'node:path';
import { FIRST_IN_FLIGHT } from '../../main/service/limiter.ts';
import { buildPrograms } from './bench-build.ts';
import { boardId } from './boards-of-bench.ts';
import {
  column,
  judged,
  peersOf,
  ratios,
  spread,
  type Aim,
  type Benchmark,
  type Measured,
  type Round,
} from './measure.ts';
import { BRU, BRU_PARALLEL, CURL, IN_FLIGHT, NEWMAN, runnersFor, type Runner } from './runners.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import type { Setting } from './server.ts';
import { numbersIn, timed, type Program, type Timed } from './timed.ts';

const MANY = 1000;

type Kind = 'delete' | 'create';

interface Bench {
  readonly server: ServerProcess;
  readonly programs: string;
}

async function played(
  { server }: Bench,
  setting: Partial<Setting>,
  kind: Kind,
  program: Program,
): Promise<Timed> {
  server.set({ latencyMs: 0, rate: 0, ...setting, boards: MANY });
  const run = await timed(program);
  const { left, made } = await server.counts();
  const done = kind === 'delete' ? MANY - left : made;
  if (done !== MANY) throw new Error(`${program.file} did ${done} of ${MANY}`);
  return run;
}

const JOB = 'Easel, the job, to its last progress, ms';
/** Label of a measurement in ms: from the start to the exit of Easel's process, minus the time to list the boards. */
const WHOLE = 'Easel, whole process less its list, ms';
const ONE = 'bare undici, 1 in flight, ms';
const GROWING = `bare undici, ${FIRST_IN_FLIGHT} growing to ${IN_FLIGHT} in flight, ms`;
const POOLS = [
  { name: ONE, inFlight: 1, first: 1 },
  { name: GROWING, inFlight: IN_FLIGHT, first: FIRST_IN_FLIGHT },
] as const;
const timeOf = (who: string): string => `${who}, ms`;
const memoryOf = (who: string): string => `${who}, MB`;

interface Cell {
  readonly kind: Kind;
  readonly latencyMs: number;
  readonly rounds: number;
}

const CELLS: readonly Cell[] = [
  { kind: 'delete', latencyMs: 0, rounds: 5 },
  { kind: 'delete', latencyMs: 20, rounds: 5 },
  { kind: 'create', latencyMs: 0, rounds: 3 },
];

async function playRound(bench: Bench, { kind, latencyMs }: Cell, peers: readonly Runner[]): Promise<Round> {
  const round = new Map<string, number>();
  const args = [bench.server.origin, kind, String(MANY)];
  const play = (program: Program): Promise<Timed> => played(bench, { latencyMs }, kind, program);
  for (const { name, inFlight, first } of POOLS) {
    const file = path.join(bench.programs, 'changes-floor.js');
    const floor = await play({ file, args: [...args, String(inFlight), '0', String(first)] });
    round.set(name, numbersIn(floor)['ms'] ?? Number.NaN);
  }
  const ours = await play({ file: path.join(bench.programs, 'changes-child.js'), args });
  const { ms = Number.NaN, listMs = Number.NaN } = numbersIn(ours);
  round.set(JOB, ms).set(WHOLE, ours.ms - listMs);
  if (ours.peakMb !== null) round.set(memoryOf('Easel'), ours.peakMb);
  for (const peer of peers) {
    const run = await play(peer);
    round.set(timeOf(peer.name), run.ms);
    if (run.peakMb !== null) round.set(memoryOf(peer.name), run.peakMb);
  }
  return round;
}

function report(
  { kind, latencyMs }: Cell,
  rounds: readonly Round[],
  missing: readonly string[],
): readonly Measured[] {
  const what = `${MANY.toLocaleString('en')} ${kind}s at ${latencyMs} ms, ${rounds.length} rounds`;
  const times = (name: string): readonly number[] => column(rounds, name);
  const beside = (aim: Pick<Aim, 'id' | 'goal'>): Measured =>
    judged(
      { ...aim, what, unit: `× ${GROWING}`, floor: 1, peers: peersOf(rounds, missing.map(timeOf)) },
      ratios(times(JOB), times(GROWING)),
    );
  const faster = (id: string, name: string, atLeast: number): Measured =>
    judged(
      { id, what, unit: `× as fast as ${name}, whole process less the list`, goal: { atLeast } },
      ratios(times(timeOf(name)), times(WHOLE)),
    );
  if (kind === 'create') return [beside({ id: 'P3', goal: { atMost: 3 } })];
  if (latencyMs === 0) return [faster('P3', NEWMAN, 8), faster('P3', BRU, 5)];
  return [
    beside({ id: 'P1', goal: { atMost: 1.25 } }),
    judged(
      { id: 'P1', what, unit: `× ${CURL}`, goal: { atMost: 1.25 } },
      ratios(times(JOB), times(timeOf(CURL))),
    ),
    faster('P2', NEWMAN, 20),
    faster('P2', BRU, 15),
    faster('P2', BRU_PARALLEL, 2),
    judged(
      { id: 'P2', what, unit: `× the memory of ${BRU_PARALLEL}`, goal: { atMost: 0.25 } },
      ratios(times(memoryOf('Easel')), times(memoryOf(BRU_PARALLEL))),
    ),
  ];
}

const RATE = 100;
const BURST = 10;
const LATENCY_MS = 20;
/** Rates at which bare undici sends requests, per second: two below the server's rate limit and one above it. */
const FIXED_RATES = [90, 98, 105] as const;
const HIDDEN_ROUNDS = { full: 5, quick: 1 } as const;

/** Benchmark P4: 1,000 deletes against a hidden rate limit, with and without a `Retry-After` header. */
async function hiddenRate(bench: Bench, quick: boolean): Promise<readonly Measured[]> {
  const { server, programs } = bench;
  const measured: Measured[] = [];
  for (const asks of [false, true]) {
    const setting = { latencyMs: LATENCY_MS, rate: RATE, burst: BURST, asks };
    const play = async (program: string, ...more: readonly string[]): Promise<number> => {
      const args = [server.origin, 'delete', String(MANY), ...more];
      const run = await played(bench, setting, 'delete', { file: path.join(programs, program), args });
      return numbersIn(run)['ms'] ?? Number.NaN;
    };
    const fixed = FIXED_RATES.map((rate) => ({ rate, times: [] as number[] }));
    const times: number[] = [];
    const refusedShares: number[] = [];
    for (let round = 0; round < (quick ? HIDDEN_ROUNDS.quick : HIDDEN_ROUNDS.full); round += 1) {
      for (const each of fixed) each.times.push(await play('changes-floor.js', '32', String(each.rate)));
      times.push(await play('changes-child.js'));
      const { refused } = await server.counts();
      refusedShares.push((100 * refused) / (MANY + refused));
    }
    const best = Math.min(...fixed.map((each) => spread(each.times).median));
    const how = asks ? 'with Retry-After: 1' : 'without Retry-After';
    const what = `${MANY.toLocaleString('en')} deletes where ${RATE} a second are taken, ${how}`;
    const peers = Object.fromEntries(
      fixed.map((each) => [`fixed at ${each.rate} a second, ms`, spread(each.times)]),
    );
    measured.push(
      judged(
        { id: 'P4', what, unit: '× the best fixed rate', goal: { atMost: 1.5 }, floor: 1, peers },
        spread(times.map((ms) => ms / best)),
      ),
      judged({ id: 'P4', what, unit: '% of requests refused', goal: { atMost: 5 } }, spread(refusedShares)),
    );
  }
  return measured;
}

export const changes: Benchmark = async ({ quick }) => {
  const programs = await buildPrograms({
    'changes-child': 'changes-child.ts',
    'changes-floor': 'changes-floor.ts',
  });
  const server = await startServerProcess();
  const bench = { server, programs };
  try {
    const measured: Measured[] = [];
    for (const cell of CELLS) {
      const { kind } = cell;
      const addresses = Array.from({ length: MANY }, (_, place) =>
        kind === 'delete' ? `${server.origin}/api/board/${boardId(place)}` : `${server.origin}/api/board`,
      );
      const { runners, missing } = await runnersFor(addresses, kind === 'delete' ? 'DELETE' : 'POST');
      const rounds: Round[] = [];
      for (let round = 0; round < (quick ? 1 : cell.rounds); round += 1)
        rounds.push(await playRound(bench, cell, runners));
      measured.push(...report(cell, rounds, missing));
    }
    return [...measured, ...(await hiddenRate(bench, quick))];
  } finally {
    server.stop();
  }
};
