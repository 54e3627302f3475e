/** Benchmark P10 and the main process's share of P11: starts Easel's main process in Node with a stub of Electron. */
import path from 'node:path';
import { build } from '../commands/build.ts';
import { ROOT } from '../commands/process.ts';
import { processFolder } from '../support/process-folder.ts';
import { judged, spread, type Measured } from './measure.ts';
import { numbersIn, timed } from './timed.ts';

const STARTS = 25;
const COLD_STARTS = { full: 9, quick: 3 } as const;

interface StartUp {
  readonly programs: string;
  readonly userData: string;
  readonly connectionId: string;
  readonly boards: number;
  readonly quick: boolean;
}

export async function startUp(options: StartUp): Promise<readonly Measured[]> {
  const { programs, userData, connectionId, boards, quick } = options;
  await build();
  const started = async (
    main: string,
    folder: string,
    connection: string,
  ): Promise<Readonly<Record<string, number>>> => {
    const register = path.join(programs, 'register.js');
    const environment = { EASEL_BENCH_USER_DATA: folder, EASEL_BENCH_CONNECTION: connection };
    return numbersIn(await timed({ file: '--import', args: [`file://${register}`, main], environment }));
  };
  const main = path.join(ROOT, 'out/app/main/index.js');
  const bare: number[] = [];
  const ours: number[] = [];
  const cold: Readonly<Record<string, number>>[] = [];
  const bareCold: Readonly<Record<string, number>>[] = [];
  const empty = processFolder();
  // Discards the first start, which fills the operating system's disk cache.
  for (let start = -1; start < STARTS; start += 1) {
    const alone = await started(path.join(programs, 'bare-window.js'), empty, '');
    const whole = await started(main, empty, '');
    if (start < 0) continue;
    bare.push(alone['windowMs'] ?? Number.NaN);
    ours.push(whole['windowMs'] ?? Number.NaN);
  }
  for (let start = 0; start < (quick ? COLD_STARTS.quick : COLD_STARTS.full); start += 1) {
    bareCold.push(await started(path.join(programs, 'bare-rows.js'), userData, connectionId));
    cold.push(await started(main, userData, connectionId));
  }
  const floor = spread(bare).median;
  const floorOf = (what: 'firstRowsMs' | 'rssMb'): number =>
    spread(bareCold.map((each) => each[what] ?? Number.NaN)).median;
  const many = `${boards.toLocaleString('en')} boards`;
  const peers = { 'Node with the stub alone, ms': spread(bare), 'main up to its window, ms': spread(ours) };
  return [
    judged(
      {
        id: 'P10',
        what: 'code of main before the first window',
        unit: 'ms over bare Node',
        goal: { atMost: 20 },
        peers,
      },
      spread(ours.map((ms) => ms - floor)),
    ),
    judged(
      {
        id: 'P10',
        what: `first rows of ${many} after the window`,
        unit: 'ms',
        goal: { atMost: boards > 100_000 ? 250 : 30 },
        floor: floorOf('firstRowsMs'),
      },
      spread(cold.map(({ firstRowsMs = Number.NaN }) => firstRowsMs)),
    ),
    judged(
      {
        id: 'P11',
        what: `main with ${many}, after windows, orders and searches`,
        unit: 'MB resident',
        goal: { atMost: boards > 100_000 ? 220 : 120 },
        floor: floorOf('rssMb'),
      },
      spread(cold.map(({ rssMb = Number.NaN }) => rssMb)),
    ),
  ];
}
