/**
 * P1 to P3: 1,000 deletes and 1,000 creates as one job of Easel's, with its record on disk and progress, beside a bare
 * undici pool, curl and the two command-line runners, which keep no record. All take turns in each round.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FIRST_IN_FLIGHT } from '../../main/service/limiter.ts';
import { BENCH_FOLDER, buildPrograms } from './bench-build.ts';
import { boardId } from './boards-of-bench.ts';
import { hiddenRate } from './changes-hidden-rate.ts';
import { MANY, played, type Bench, type Kind } from './changes-played.ts';
import { judged, ratios, spread, type Benchmark, type Measured } from './measure.ts';
import { BRU, BRU_PARALLEL, NEWMAN, runnersFor, type Runner } from './runners.ts';
import { startServerProcess } from './server-process.ts';
import { numbersIn } from './timed.ts';

const IN_FLIGHT = 32;

type Round = Map<string, number>;

const JOB = 'Easel, the job, to its last progress';
/** What the others do: from the start of the process, with what is to be deleted known, to its end. */
const WHOLE = 'Easel, whole process less its list';
const WITH_LIST = 'Easel, whole process, with its list and review';
const CURL = `curl -Z ${IN_FLIGHT}`;
const POOL = (inFlight: number): string => `bare undici, ${inFlight} in flight`;
/** With as few at first as Easel may send, and one more for each answer, as Easel's limiter grows. */
const GROWING_POOL = `bare undici, ${FIRST_IN_FLIGHT} growing to ${IN_FLIGHT} in flight`;
const MEMORY = (who: string): string => `${who}, MB`;

const POOLS = [
  { name: POOL(1), inFlight: 1, first: 1 },
  { name: POOL(IN_FLIGHT), inFlight: IN_FLIGHT, first: IN_FLIGHT },
  { name: GROWING_POOL, inFlight: IN_FLIGHT, first: FIRST_IN_FLIGHT },
] as const;

/** Each kind at each latency, and how often. */
const CELLS: readonly { readonly kind: Kind; readonly latency: number; readonly rounds: number }[] = [
  { kind: 'delete', latency: 0, rounds: 5 },
  { kind: 'delete', latency: 20, rounds: 5 },
  { kind: 'create', latency: 0, rounds: 3 },
  { kind: 'create', latency: 20, rounds: 1 },
];
const QUICK: readonly (typeof CELLS)[number][] = [
  { kind: 'delete', latency: 0, rounds: 2 },
  { kind: 'delete', latency: 20, rounds: 2 },
  { kind: 'create', latency: 0, rounds: 1 },
];

async function playRound(
  bench: Bench,
  cell: (typeof CELLS)[number],
  peers: readonly Runner[],
): Promise<Round> {
  const { kind, latency } = cell;
  const setting = { boards: MANY, latencyMs: latency, rate: 0, burst: 0, asks: false };
  const { origin } = bench.server;
  const round: Round = new Map();
  for (const { name, inFlight, first } of POOLS) {
    const args = [origin, kind, String(MANY), String(inFlight), '0', String(first)];
    const floor = await played(bench, setting, kind, {
      file: path.join(bench.programs, 'changes-floor.js'),
      args,
    });
    round.set(name, numbersIn(floor)['ms'] ?? Number.NaN);
  }
  const args = [origin, kind, String(MANY)];
  const ours = await played(bench, setting, kind, {
    file: path.join(bench.programs, 'changes-child.js'),
    args,
  });
  round.set(JOB, numbersIn(ours)['ms'] ?? Number.NaN);
  round.set(WHOLE, ours.ms - (numbersIn(ours)['listMs'] ?? Number.NaN));
  round.set(WITH_LIST, ours.ms);
  if (ours.peakMb !== null) round.set(MEMORY(WHOLE), ours.peakMb);
  for (const peer of peers) {
    const run = await played(bench, setting, kind, peer);
    round.set(peer.name, run.ms);
    if (run.peakMb !== null) round.set(MEMORY(peer.name), run.peakMb);
  }
  return round;
}

const column = (rounds: readonly Round[], name: string): readonly number[] =>
  rounds.flatMap((round) => round.get(name) ?? []);

function report(
  { kind, latency }: (typeof CELLS)[number],
  rounds: readonly Round[],
  missing: readonly string[],
): readonly Measured[] {
  const names = [...(rounds[0]?.keys() ?? [])];
  const peers = {
    ...Object.fromEntries(names.map((name) => [name, spread(column(rounds, name))])),
    ...Object.fromEntries(missing.map((name) => [name, null])),
  };
  const what = `${MANY.toLocaleString('en')} ${kind}s at ${latency} ms, ${rounds.length} rounds`;
  const [job, whole] = [column(rounds, JOB), column(rounds, WHOLE)];
  const times = (name: string) => ratios(column(rounds, name), whole);
  const faster = (id: string, name: string, atLeast: number): Measured =>
    judged(
      { id, what, unit: `× as fast as ${name}, whole process less the list`, goal: { atLeast } },
      times(name),
    );
  if (kind === 'create') {
    const aim = { id: 'P3', what, unit: `× ${GROWING_POOL}`, goal: { atMost: 3 }, floor: 1, peers };
    return [judged(aim, ratios(job, column(rounds, GROWING_POOL)))];
  }
  if (latency === 0) {
    const first = faster('P3', NEWMAN, 12);
    return [{ ...first, peers }, faster('P3', BRU, 5)];
  }
  if (latency !== 20) {
    const aim = {
      id: 'P1',
      what,
      unit: `× bare undici, ${IN_FLIGHT} in flight`,
      goal: { atMost: 1.25 },
      peers,
    };
    return [judged(aim, ratios(job, column(rounds, POOL(IN_FLIGHT))))];
  }
  const ideal = Math.ceil(MANY / IN_FLIGHT) * latency;
  const floor = spread(column(rounds, GROWING_POOL)).median / ideal;
  const memory = ratios(column(rounds, MEMORY(WHOLE)), column(rounds, MEMORY(BRU_PARALLEL)));
  return [
    judged(
      { id: 'P1', what, unit: `× ${CURL}`, goal: { atMost: 1.25 }, peers },
      ratios(job, column(rounds, CURL)),
    ),
    judged(
      { id: 'P1', what, unit: `× the ideal of ${ideal} ms`, goal: { atMost: 1.15 }, floor },
      spread(job.map((ms) => ms / ideal)),
    ),
    faster('P2', NEWMAN, 25),
    faster('P2', BRU, 20),
    faster('P2', BRU_PARALLEL, 2),
    judged({ id: 'P2', what, unit: `× the memory of ${BRU_PARALLEL}`, goal: { atMost: 0.25 } }, memory),
  ];
}

/** curl with a file of its own that names every request. */
async function curlFor(addresses: readonly string[], method: 'DELETE' | 'POST'): Promise<Runner | null> {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const folder = path.join(BENCH_FOLDER, 'requests', method.toLowerCase());
  await mkdir(folder, { recursive: true });
  const config = path.join(folder, 'curl.txt');
  await writeFile(config, addresses.map((url) => `url = "${url}"\n`).join(''));
  const args = ['--parallel-max', String(IN_FLIGHT), '-s', '-X', method, '-K', config];
  return { name: CURL, command: 'curl', file: '-Z', args, folder };
}

async function peersFor(origin: string, kind: Kind): Promise<Awaited<ReturnType<typeof runnersFor>>> {
  const method = kind === 'delete' ? 'DELETE' : 'POST';
  const addresses = Array.from({ length: MANY }, (_, place) =>
    kind === 'delete' ? `${origin}/api/board/${boardId(place)}` : `${origin}/api/board`,
  );
  const { runners, missing } = await runnersFor(addresses, method);
  const curl = await curlFor(addresses, method);
  return curl === null ? { runners, missing: [...missing, CURL] } : { runners: [curl, ...runners], missing };
}

export const changes: Benchmark = async ({ quick }) => {
  const programs = await buildPrograms({
    'changes-child': 'changes-child.ts',
    'changes-floor': 'changes-floor.ts',
  });
  const server = await startServerProcess(new URL('./changes-server.ts', import.meta.url));
  const bench = { server, programs };
  try {
    const measured: Measured[] = [];
    for (const cell of quick ? QUICK : CELLS) {
      const { runners, missing } = await peersFor(server.origin, cell.kind);
      const rounds: Round[] = [];
      for (let round = 0; round < cell.rounds; round += 1) rounds.push(await playRound(bench, cell, runners));
      measured.push(...report(cell, rounds, missing));
    }
    measured.push(...(await hiddenRate(bench, quick)));
    return measured;
  } finally {
    server.stop();
  }
};
