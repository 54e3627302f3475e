/** P6, P7 and main's side of P10 and P11: a mirror of 1,000,000 boards, filled, asked, and met by a cold start. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPrograms } from './bench-build.ts';
import { judged, ratios, spread, type Benchmark, type Measured } from './measure.ts';
import { readMirror } from './mirror-reading.ts';
import { startUp } from './start-up.ts';
import { rendererHeap } from './renderer-heap.ts';
import { numbersIn, timed } from './timed.ts';

/** `EASEL_BENCH_BOARDS` is for trying the benchmark itself out. */
const BOARDS = Number(process.env['EASEL_BENCH_BOARDS'] ?? 1_000_000);
const FILLS = { full: 3, quick: 1 } as const;

function reportFills(fills: readonly number[], floors: readonly number[]): Measured {
  return judged(
    {
      id: 'P6',
      what: `first load of ${BOARDS.toLocaleString('en')} boards`,
      unit: '× bare node:sqlite with the same schema',
      goal: { atLeast: 0.7 },
      floor: 1,
      peers: { 'bare node:sqlite, rows/s': spread(floors), 'Easel, rows/s': spread(fills) },
    },
    ratios(fills, floors),
  );
}

export const million: Benchmark = async ({ quick }) => {
  const programs = await buildPrograms({
    'mirror-fill': 'mirror-fill.ts',
    'mirror-floor': 'mirror-floor.ts',
    'electron-stub': 'start-up/electron-stub.ts',
    register: 'start-up/register.ts',
    'bare-window': 'start-up/bare-window.ts',
    'bare-rows': 'start-up/bare-rows.ts',
  });
  const userData = await mkdtemp(path.join(tmpdir(), 'easel-million-'));
  try {
    const program = (name: string, args: readonly string[]) => ({ file: path.join(programs, name), args });
    const fills: number[] = [];
    const floors: number[] = [];
    let connectionId = '';
    for (let fill = 0; fill < (quick ? FILLS.quick : FILLS.full); fill += 1) {
      // The last one stays.
      await rm(userData, { recursive: true, force: true });
      const floor = await timed(program('mirror-floor.js', [userData, String(BOARDS)]));
      floors.push(numbersIn(floor)['rowsPerSecond'] ?? Number.NaN);
      await rm(userData, { recursive: true, force: true });
      const filled = await timed(program('mirror-fill.js', [userData, String(BOARDS)]));
      fills.push(numbersIn(filled)['rowsPerSecond'] ?? Number.NaN);
      connectionId = (JSON.parse(filled.output) as { readonly connectionId: string }).connectionId;
    }
    return [
      reportFills(fills, floors),
      ...(await readMirror(userData, connectionId, BOARDS)),
      ...(await startUp({ programs, userData, connectionId, quick })),
      await rendererHeap(userData),
    ];
  } finally {
    await rm(userData, { recursive: true, force: true });
  }
};
