/** P6, P7 and main's side of P10 and P11: a mirror of 1,000,000 boards, filled, asked, and met by a cold start. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPrograms } from './bench-build.ts';
import { judged, spread, type Benchmark, type Measured, type Spread } from './measure.ts';
import { startUp } from './start-up.ts';
import { rendererHeap } from './renderer-heap.ts';
import { numbersIn, timed } from './timed.ts';

/** `EASEL_BENCH_BOARDS` is for trying the benchmark itself out. */
const BOARDS = Number(process.env['EASEL_BENCH_BOARDS'] ?? 1_000_000);
const FILLS = { full: 3, quick: 1 } as const;
const READS = { full: 5, quick: 2 } as const;
const SEARCHES = ['common', 'rare', 'absent', 'one character', 'two characters'] as const;

type Figures = readonly Readonly<Record<string, number>>[];

const figure = (runs: Figures, name: string): Spread => spread(runs.map((run) => run[name] ?? Number.NaN));

function reportStore(fills: Figures, reads: Figures): readonly Measured[] {
  const of = `of ${BOARDS.toLocaleString('en')} boards`;
  return [
    judged(
      { id: 'P6', what: `first load ${of}`, unit: 'rows/s', goal: { atLeast: 150_000 } },
      figure(fills, 'rowsPerSecond'),
    ),
    judged(
      {
        id: 'P6',
        what: `window of 100 rows anywhere ${of}, in the store`,
        unit: 'ms p95',
        goal: { atMost: 1 },
        peers: {
          'p50, ms': figure(reads, 'window p50'),
          'the very first, ms': figure(reads, 'window first'),
          'columns loaded behind it, ms': figure(reads, 'columns loaded'),
        },
      },
      figure(reads, 'window p95'),
    ),
    judged(
      { id: 'P6', what: `re-sort ${of}, the slowest order`, unit: 'ms', goal: { atMost: 200 } },
      figure(reads, 'sort'),
    ),
    ...SEARCHES.map((name) =>
      judged(
        {
          id: 'P7',
          what: `search ${of}, sorted, with exact count: ${name}`,
          unit: 'ms p95',
          goal: { atMost: 50 },
          peers: { 'p50, ms': figure(reads, `${name} p50`) },
        },
        figure(reads, `${name} p95`),
      ),
    ),
  ];
}

export const million: Benchmark = async ({ quick }) => {
  const programs = await buildPrograms({
    'mirror-fill': 'mirror-fill.ts',
    'mirror-read': 'mirror-read.ts',
    'electron-stub': 'start-up/electron-stub.ts',
    register: 'start-up/register.ts',
    'bare-window': 'start-up/bare-window.ts',
  });
  const userData = await mkdtemp(path.join(tmpdir(), 'easel-million-'));
  try {
    const program = (name: string, args: readonly string[]) => ({ file: path.join(programs, name), args });
    const fills: Readonly<Record<string, number>>[] = [];
    let connectionId = '';
    for (let fill = 0; fill < (quick ? FILLS.quick : FILLS.full); fill += 1) {
      // The last one stays.
      await rm(userData, { recursive: true, force: true });
      const filled = await timed(program('mirror-fill.js', [userData, String(BOARDS)]));
      fills.push(numbersIn(filled));
      connectionId = (JSON.parse(filled.output) as { readonly connectionId: string }).connectionId;
    }
    const reads: Readonly<Record<string, number>>[] = [];
    for (let read = 0; read < (quick ? READS.quick : READS.full); read += 1) {
      const args = [userData, connectionId, String(BOARDS)];
      reads.push(numbersIn(await timed(program('mirror-read.js', args))));
    }
    return [
      ...reportStore(fills, reads),
      ...(await startUp({ programs, userData, connectionId, quick })),
      await rendererHeap(userData),
    ];
  } finally {
    await rm(userData, { recursive: true, force: true });
  }
};
