/** Benchmarks P6 and P7, and part of P10 and P11: stores, queries and reads 100,000 and 1,000,000 boards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPrograms } from './bench-build.ts';
import { judged, ratios, spread, type Benchmark, type Measured } from './measure.ts';
import { readMirror } from './mirror-reading.ts';
import { startUp } from './start-up.ts';
import { rendererHeap } from './renderer-heap.ts';
import { findDriver } from '../support/system.ts';
import { numbersIn, timed } from './timed.ts';

const SIZES = [100_000, 1_000_000];
const FILLS = { full: 3, quick: 1 } as const;

function reportFills(boards: number, fills: readonly number[], floors: readonly number[]): Measured {
  return judged(
    {
      id: 'P6',
      what: `first load of ${boards.toLocaleString('en')} boards`,
      unit: '× bare node:sqlite with the same schema',
      goal: { atLeast: 0.4 },
      peers: { 'bare node:sqlite, rows/s': spread(floors), 'Easel, rows/s': spread(fills) },
    },
    ratios(fills, floors),
  );
}

export const million: Benchmark = async ({ quick }) => {
  // Checks for a browser before the long steps. Otherwise only the last step would fail without a browser.
  if (findDriver() === undefined) throw new Error('there is neither Electron nor Chromium here');
  const programs = await buildPrograms({
    'mirror-fill': 'mirror-fill.ts',
    'mirror-floor': 'mirror-floor.ts',
    'electron-stub': 'start-up/electron-stub.ts',
    register: 'start-up/register.ts',
    'bare-window': 'start-up/bare-window.ts',
    'bare-rows': 'start-up/bare-rows.ts',
  });
  const measured: Measured[] = [];
  for (const boards of SIZES) measured.push(...(await measure(boards, programs, quick)));
  return measured;
};

async function measure(boards: number, programs: string, quick: boolean): Promise<readonly Measured[]> {
  const userData = await mkdtemp(path.join(tmpdir(), 'easel-million-'));
  try {
    const program = (name: string) => ({ file: path.join(programs, name), args: [userData, String(boards)] });
    const fills: number[] = [];
    const floors: number[] = [];
    let connectionId = '';
    for (let fill = 0; fill < (quick ? FILLS.quick : FILLS.full); fill += 1) {
      // Deletes the data folder before each round. The last round's folder remains, because the later steps use it.
      await rm(userData, { recursive: true, force: true });
      const floor = await timed(program('mirror-floor.js'));
      floors.push(numbersIn(floor)['rowsPerSecond'] ?? Number.NaN);
      await rm(userData, { recursive: true, force: true });
      const filled = await timed(program('mirror-fill.js'));
      fills.push(numbersIn(filled)['rowsPerSecond'] ?? Number.NaN);
      connectionId = (JSON.parse(filled.output) as { readonly connectionId: string }).connectionId;
    }
    return [
      reportFills(boards, fills, floors),
      ...(await readMirror(userData, connectionId, boards)),
      ...(await startUp({ programs, userData, connectionId, boards, quick })),
      await rendererHeap(userData),
    ];
  } finally {
    await rm(userData, { recursive: true, force: true });
  }
}
