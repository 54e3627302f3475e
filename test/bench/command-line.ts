/**
 * P14: the command line as scripts start it, whole processes, with its key in a keychain of its own: every board as lines
 * of JSON beside a bare undici loop and curl, and 1,000 deletes beside the two runners. All take turns in each round.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../commands/build.ts';
import { ROOT } from '../commands/process.ts';
import { keyringAvailable, startKeyring } from '../support/keyring.ts';
import { buildPrograms } from './bench-build.ts';
import { boardId } from './boards-of-bench.ts';
import { MANY, played } from './changes-played.ts';
import { judged, ratios, spread, type Benchmark, type Measured } from './measure.ts';
import { BRU, BRU_PARALLEL, NEWMAN, runnersFor } from './runners.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { timed, type Program, type Timed } from './timed.ts';

/** `EASEL_BENCH_BOARDS` is for trying the benchmark itself out. */
const BOARDS = Number(process.env['EASEL_BENCH_BOARDS'] ?? 100_000);
const MORE = BOARDS * 10;
const PAGE = 1000;
const ROUNDS = { full: 5, quick: 2 } as const;
const LATENCIES = [0, 20] as const;
/** At 0 ms keeping the list takes most of the time, which the bare loop doesn't do: the goal is out of reach there. */
const MOST_TIMES_FLOOR = 1.25;

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: { readonly easel: string };
};
/** `npm run easel` without npm: its options of Node, and its file. */
const [, ...STARTED] = scripts.easel.split(' ');

const OURS = 'easel boards list --json';
const FLOOR = 'bare undici loop, a line a board';
const CURL = 'curl, a page after the other';
const DELETES = 'easel boards delete, with its list and review';

type Rounds = Map<string, number[]>;

function note(rounds: Rounds, name: string, value: number): void {
  rounds.set(name, [...(rounds.get(name) ?? []), value]);
}

const column = (rounds: Rounds, name: string): readonly number[] => rounds.get(name) ?? [];

function peersOf(rounds: Rounds, unit: string, missing: readonly string[] = []): Measured['peers'] {
  return Object.fromEntries([
    ...[...rounds].map(([name, numbers]) => [`${name}, ${unit}`, spread(numbers)] as const),
    ...missing.map((name) => [`${name}, ${unit}`, null] as const),
  ]);
}

/** Easel with a connection to `origin`, as a program that gets its command. */
type Easel = (...words: readonly string[]) => Program;

interface Place {
  readonly programs: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Where connections and lists are kept. */
  readonly folder: string;
}

async function easelFor(origin: string, { programs, environment, folder }: Place): Promise<Easel> {
  const userData = await mkdtemp(path.join(folder, 'easel-'));
  const setup = path.join(programs, 'command-line-setup.js');
  await timed({ file: setup, args: [origin, userData], environment });
  const file = path.join(ROOT, STARTED.at(-1) ?? '');
  const options = STARTED.slice(0, -1);
  return (...words) => ({ file, options, args: [...words, '--folder', userData], environment, long: true });
}

async function listed(server: ServerProcess, program: Program, boards: number): Promise<Timed> {
  await server.served();
  const run = await timed(program);
  const requests = await server.served();
  const pages = boards / PAGE;
  // Easel finds out what `offset` means, has its pages overlap by a row, and proves the end.
  if (requests < pages || requests > pages * 1.01 + 20)
    throw new Error(`${program.file} made ${requests} requests`);
  // curl prints pages as they come.
  if (program.command === undefined && run.lines !== boards)
    throw new Error(`${program.file} printed ${run.lines} of ${boards} boards`);
  return run;
}

async function firstListed(place: Place, server: ServerProcess, boards: number): Promise<Timed> {
  const easel = await easelFor(server.origin, place);
  return listed(server, easel('boards', 'list', '--json'), boards);
}

async function lists(place: Place, count: number): Promise<readonly Measured[]> {
  const server = await startServerProcess(new URL('./board-pages-server.ts', import.meta.url), [
    String(MORE),
  ]);
  const few = await startServerProcess(new URL('./board-pages-server.ts', import.meta.url), [String(BOARDS)]);
  try {
    const easel = await easelFor(few.origin, place);
    const floor = path.join(place.programs, 'command-line-floor.js');
    const addresses = Array.from(
      { length: BOARDS / PAGE },
      (_, page) => `url = "${few.origin}/api/board?limit=${PAGE}&offset=${page * PAGE}"\n`,
    );
    const config = path.join(place.folder, 'curl.txt');
    await writeFile(config, addresses.join(''));
    const programs: Readonly<Record<string, Program>> = {
      [FLOOR]: { file: floor, args: [few.origin, String(BOARDS)], long: true },
      [CURL]: { command: 'curl', file: '-s', args: ['-K', config], long: true },
      [OURS]: easel('boards', 'list', '--json'),
    };
    // The first round makes the server's pages and Easel's list.
    for (const program of Object.values(programs)) await listed(few, program, BOARDS);
    const times = { 0: new Map<string, number[]>(), 20: new Map<string, number[]>() };
    const some = BOARDS.toLocaleString('en');
    const peaks: Rounds = new Map();
    for (let round = 0; round < count; round += 1) {
      for (const latency of LATENCIES) {
        few.tell({ latencyMs: latency });
        for (const [name, program] of Object.entries(programs)) {
          const { ms, peakMb } = await listed(few, program, BOARDS);
          note(times[latency], name, ms);
          if (name === OURS && peakMb !== null) note(peaks, `${some} listed again`, peakMb);
        }
      }
    }
    const all = MORE.toLocaleString('en');
    const long: number[] = [];
    few.tell({ latencyMs: 0 });
    // Like with like: what is listed again takes other ways through the mirror.
    for (let round = 0; round < count / 2; round += 1) {
      const [short, whole] = [await firstListed(place, few, BOARDS), await firstListed(place, server, MORE)];
      long.push(whole.ms);
      if (short.peakMb === null || whole.peakMb === null) continue;
      note(peaks, some, short.peakMb);
      note(peaks, all, whole.peakMb);
    }
    const what = `${some} boards as lines of JSON`;
    return [
      ...LATENCIES.map((latency) =>
        judged(
          {
            id: 'P14',
            what: `${what} at ${latency} ms, ${count} rounds, whole process`,
            unit: '× a bare undici loop',
            goal: { atMost: MOST_TIMES_FLOOR },
            floor: 1,
            peers: peersOf(times[latency], 'ms'),
          },
          ratios(column(times[latency], OURS), column(times[latency], FLOOR)),
        ),
      ),
      judged(
        {
          id: 'P14',
          what: `${all} boards as lines of JSON: memory, both listed for the first time`,
          unit: `× the most memory that ${some} take`,
          goal: { atMost: 1.25 },
          peers: { ...peersOf(peaks, 'MB'), [`${all}, ms`]: spread(long) },
        },
        ratios(column(peaks, all), column(peaks, some)),
      ),
    ];
  } finally {
    server.stop();
    few.stop();
  }
}

async function deletes(place: Place, count: number): Promise<readonly Measured[]> {
  const server = await startServerProcess(new URL('./changes-server.ts', import.meta.url));
  const bench = { server, programs: place.programs };
  const setting = { boards: MANY, latencyMs: 20, rate: 0, burst: 0, asks: false };
  try {
    const easel = await easelFor(server.origin, place);
    const ids = Array.from({ length: MANY }, (_, at) => boardId(at));
    const from = path.join(place.folder, 'ids.txt');
    await writeFile(from, ids.join('\n'));
    const { runners, missing } = await runnersFor(
      ids.map((id) => `${server.origin}/api/board/${id}`),
      'DELETE',
    );
    const ours = easel('boards', 'delete', '--from', from, '--expect', String(MANY), '--start-now');
    const times: Rounds = new Map();
    for (let round = 0; round < count; round += 1) {
      note(times, DELETES, (await played(bench, setting, 'delete', ours)).ms);
      for (const runner of runners)
        note(times, runner.name, (await played(bench, setting, 'delete', runner)).ms);
    }
    const aim = {
      id: 'P14',
      what: `${MANY.toLocaleString('en')} deletes at 20 ms, ${count} rounds, whole process`,
    };
    const faster = (name: string, atLeast: number): Measured =>
      judged(
        { ...aim, unit: `× as fast as ${name}`, goal: { atLeast } },
        ratios(column(times, name), column(times, DELETES)),
      );
    return [
      { ...faster(NEWMAN, 10), peers: peersOf(times, 'ms', missing) },
      faster(BRU, 10),
      faster(BRU_PARALLEL, 1),
    ];
  } finally {
    server.stop();
  }
}

export const commandLine: Benchmark = async ({ quick }) => {
  if (!keyringAvailable()) throw new Error('it needs gnome-keyring, libsecret and D-Bus');
  await build();
  const programs = await buildPrograms({
    'command-line-setup': 'command-line-setup.ts',
    'command-line-floor': 'command-line-floor.ts',
  });
  const keyring = await startKeyring({ state: 'unlocked' });
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-command-line-'));
  const place = { programs, environment: keyring.environment, folder };
  const count = quick ? ROUNDS.quick : ROUNDS.full;
  try {
    return [...(await lists(place, count)), ...(await deletes(place, quick ? 1 : 3))];
  } finally {
    await keyring.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
