/** Benchmark P5: lists 100,000 boards in result pages of 1,000. The compared programs, unlike Easel, store nothing. */
import path from 'node:path';
import { buildPrograms } from './bench-build.ts';
import { boardId } from './boards-of-bench.ts';
import { column, judged, ratios, spread, type Benchmark, type Measured, type Round } from './measure.ts';
import { BRU_PARALLEL, NEWMAN, runnersFor, type Runner } from './runners.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { numbersIn, timed } from './timed.ts';

const BOARDS = 100_000;
const PAGE = 1000;
const ROUNDS = { full: 5, quick: 3 } as const;
const LATENCIES = [0, 20] as const;
/** Goals by latency in ms: Easel's time divided by the lower bound. At 0 ms, SQLite takes most of Easel's time. */
const MOST_TIMES_FLOOR = { 0: 3, 20: 2 } as const;

const FLOOR = 'bare undici, 4 connections, fetch and parse';
const OURS = 'Easel, to the searchable mirror';
const STALL = 'longest stall of the main thread';
const WHOLE = 'Easel, whole process';

async function playRound(
  server: ServerProcess,
  programs: string,
  runners: readonly Runner[],
): Promise<Round> {
  const pages = BOARDS / PAGE;
  const round = new Map<string, number>();
  const served = async (least: number, most: number, who: string): Promise<void> => {
    const { served: requests } = await server.counts();
    if (requests < least || requests > most)
      throw new Error(`${who} made ${requests} requests, not ${least}`);
  };
  await server.counts();
  const floor = await timed({
    file: path.join(programs, 'sync-floor.js'),
    args: [server.origin, String(BOARDS)],
  });
  await served(pages, pages, FLOOR);
  round.set(FLOOR, numbersIn(floor)['ms'] ?? Number.NaN);

  const args = [server.origin, boardId(BOARDS - 1), String(BOARDS)];
  const ours = await timed({ file: path.join(programs, 'sync-child.js'), args });
  // Allows Easel 20 extra requests, which detect the meaning of the parameter `offset` and verify the list's end.
  await served(pages, pages + 20, OURS);
  round.set(OURS, numbersIn(ours)['ms'] ?? Number.NaN);
  round.set(STALL, numbersIn(ours)['stallMs'] ?? Number.NaN);
  round.set(WHOLE, ours.ms);

  for (const runner of runners) {
    round.set(runner.name, (await timed(runner)).ms);
    await served(pages, pages, runner.name);
  }
  return round;
}

function report(latency: 0 | 20, rounds: readonly Round[], missing: readonly string[]): readonly Measured[] {
  const names = [...(rounds[0]?.keys() ?? [])];
  const peers = {
    ...Object.fromEntries(names.map((name) => [`${name}, ms`, spread(column(rounds, name))])),
    ...Object.fromEntries(missing.map((name) => [`${name}, ms`, null])),
  };
  const ours = column(rounds, OURS);
  const whole = column(rounds, WHOLE);
  const what = `sync of ${BOARDS.toLocaleString('en')} boards at ${latency} ms, ${rounds.length} rounds`;
  return [
    judged(
      { id: 'P5', what, unit: '× the floor', goal: { atMost: MOST_TIMES_FLOOR[latency] }, peers },
      ratios(ours, column(rounds, FLOOR)),
    ),
    judged(
      { id: 'P5', what: `${what}: main thread`, unit: 'ms of the longest stall', goal: { atMost: 16 } },
      spread(column(rounds, STALL)),
    ),
    judged(
      { id: 'P5', what: `${what}: whole process`, unit: '× as fast as newman', goal: { atLeast: 2 } },
      ratios(column(rounds, NEWMAN), whole),
    ),
    judged(
      {
        id: 'P5',
        what: `${what}: whole process`,
        unit: '× as fast as bru --parallel',
        goal: { atLeast: 1.1 },
      },
      ratios(column(rounds, BRU_PARALLEL), whole),
    ),
  ];
}

export const sync: Benchmark = async ({ quick }) => {
  const programs = await buildPrograms({ 'sync-child': 'sync-child.ts', 'sync-floor': 'sync-floor.ts' });
  const server = await startServerProcess();
  server.set({ boards: BOARDS });
  try {
    const addresses = Array.from(
      { length: BOARDS / PAGE },
      (_, page) => `${server.origin}/api/board?limit=${PAGE}&offset=${page * PAGE}`,
    );
    const { runners, missing } = await runnersFor(addresses);
    const rounds = { 0: [] as Round[], 20: [] as Round[] };
    await playRound(server, programs, []);
    for (let round = 0; round < (quick ? ROUNDS.quick : ROUNDS.full); round += 1) {
      for (const latency of LATENCIES) {
        server.set({ latencyMs: latency });
        rounds[latency].push(await playRound(server, programs, runners));
      }
    }
    return LATENCIES.flatMap((latency) => report(latency, rounds[latency], missing));
  } finally {
    server.stop();
  }
};
