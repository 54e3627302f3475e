/** Benchmarks P8 (scrolling) and part of P9 (time to the first rows): compares grids in Chromium. */
import { chromium, type Browser } from 'playwright';
import { findChromium } from '../support/system.ts';
import { PHASES, type Driven, type DrivenPage, type Phase } from './grid/drive.ts';
import { AG_GRID, buildGridPages, EASEL, FLOOR, GLIDE, serve } from './grid/pages.ts';
import { droppedShare, TRACE_CATEGORIES, workByPhase, type TraceEvent } from './grid/trace.ts';
import { judged, percentile, ratios, spread, type Benchmark, type Measured, type Spread } from './measure.ts';

const ROUNDS = { full: 5, quick: 2 } as const;
const READY_ROUNDS = { full: 9, quick: 5 } as const;
const SLOW_DOWNS = [1, 4] as const;
const SIZES = [100_000, 1_000_000] as const;
const LARGEST = 1_000_000;
const VIEWPORT = { width: 1280, height: 820 } as const;

interface Run {
  readonly work: ReadonlyMap<string, readonly number[]>;
  readonly driven: Driven;
}
interface Page {
  readonly name: string;
  readonly origin: string;
}
declare global {
  interface Window {
    readonly bench: DrivenPage;
  }
}

async function opened<T>(
  browser: Browser,
  origin: string,
  rows: number,
  slowDown: number,
  look: (page: Awaited<ReturnType<Browser['newPage']>>, ready: number) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(`${origin}/?rows=${rows}`);
    const ready = await page.evaluate(() => window.bench.ready);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    return await look(page, ready);
  } finally {
    await context.close();
  }
}

function played(browser: Browser, { origin }: Page, rows: number, slowDown: number): Promise<Run> {
  return opened(browser, origin, rows, slowDown, async (page) => {
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    const driven = await page.evaluate(() => window.bench.drive());
    const trace = JSON.parse((await browser.stopTracing()).toString()) as {
      readonly traceEvents: readonly TraceEvent[];
    };
    const work = workByPhase(trace.traceEvents);
    if (PHASES.some((phase) => work.get(phase) === undefined)) throw new Error('the trace shows no frames');
    return { work, driven };
  });
}

/** Median of the main thread's busy time per frame, in ms. */
const workOf = ({ work }: Run): number =>
  percentile(
    PHASES.flatMap((phase) => work.get(phase) ?? []),
    0.5,
  );
const droppedIn = ({ driven }: Run, phase: Phase): number => droppedShare(driven.frames[phase]) * 100;
const blankIn = ({ driven }: Run, phase: Phase): number => (driven.blank[phase] / driven.seen[phase]) * 100;

const blankAtRest = ({ driven: { rested } }: Run): number => (rested.blank / rested.seen) * 100;

type OfPhase = (run: Run, phase: Phase) => number;
const worstOf = (run: Run, of: OfPhase, phases: readonly Phase[]): number =>
  Math.max(...phases.map((phase) => of(run, phase)));

function figuresOf(name: string, runs: readonly Run[]): Readonly<Record<string, Spread>> {
  const figure = (of: (run: Run) => number): Spread => spread(runs.map(of));
  return {
    [`${name}: p50 of main-thread ms a frame`]: figure(workOf),
    ...Object.fromEntries(
      PHASES.flatMap((phase) => [
        [`${name}: dropped in ${phase}, %`, figure((run) => droppedIn(run, phase))],
        [`${name}: blank rows in ${phase}, %`, figure((run) => blankIn(run, phase))],
      ]),
    ),
    [`${name}: blank rows where the thumb rests, %`]: figure(blankAtRest),
  };
}

function report(
  rows: number,
  slowDown: 1 | 4,
  runsOf: (name: string) => readonly Run[],
): readonly Measured[] {
  const [ours, theirs, floors] = [runsOf(EASEL), runsOf(AG_GRID), runsOf(FLOOR)];
  const what = `grid of ${rows.toLocaleString('en')} rows at ${slowDown} ×`;
  const peers = Object.assign(
    {},
    ...[EASEL, FLOOR, AG_GRID, GLIDE].map((name) =>
      runsOf(name).length === 0 ? { [name]: null } : figuresOf(name, runsOf(name)),
    ),
  ) as Measured['peers'];
  const judgedPhases = slowDown === 1 ? PHASES : (['fling'] as const);
  const worst = (of: OfPhase, phases: readonly Phase[], runs = ours): Spread =>
    spread(runs.map((run) => worstOf(run, of, phases)));
  const none = { atMost: 0 };
  return [
    judged(
      {
        id: 'P8',
        what,
        unit: '× AG Grid’s main-thread ms a frame',
        goal: { atMost: 0.5 },
        floor: ratios(floors.map(workOf), theirs.map(workOf))?.median,
        peers,
      },
      ratios(ours.map(workOf), theirs.map(workOf)),
    ),
    judged(
      {
        id: 'P8',
        what: `${what}: dropped frames`,
        unit: '%',
        goal: { atMost: slowDown === 1 ? 0 : 5 },
        floor: worst(droppedIn, judgedPhases, floors).median,
      },
      worst(droppedIn, judgedPhases),
    ),
    judged(
      {
        id: 'P8',
        what: `${what}: blank rows in scroll and fling`,
        unit: '%',
        goal: none,
        floor: worst(blankIn, ['steady', 'fling'], floors).median,
      },
      worst(blankIn, ['steady', 'fling']),
    ),
    judged(
      { id: 'P8', what: `${what}: blank rows once the thumb has rested`, unit: '%', goal: none },
      spread(ours.map(blankAtRest)),
    ),
  ];
}

export const grid: Benchmark = async ({ quick }) => {
  const built = await buildGridPages();
  const served = await Promise.all(built.map(({ folder }) => serve(folder)));
  const pages = built.map(({ name }, index): Page => ({ name, origin: served[index]?.origin ?? '' }));
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('there is no Chromium here');
  const browser = await chromium.launch({ executablePath });
  try {
    const ready = new Map<string, number[]>(pages.map(({ name }) => [name, []]));
    for (let round = -1; round < (quick ? READY_ROUNDS.quick : READY_ROUNDS.full); round += 1) {
      for (const { name, origin } of pages) {
        const ms = await opened(browser, origin, LARGEST, 1, (_page, at) => Promise.resolve(at));
        if (round >= 0) ready.get(name)?.push(ms);
      }
    }
    const runs = new Map<string, Run[]>();
    const settings = SIZES.flatMap((rows) => SLOW_DOWNS.map((slowDown) => [rows, slowDown] as const));
    const variants = settings.flatMap((setting) => pages.map((page) => [...setting, page] as const));
    for (let round = 0; round < (quick ? ROUNDS.quick : ROUNDS.full); round += 1) {
      for (const [rows, slowDown, page] of variants) {
        const key = `${page.name} ${rows} ${slowDown}`;
        runs.set(key, [...(runs.get(key) ?? []), await played(browser, page, rows, slowDown)]);
      }
    }
    const of = (name: string, rows: number, slowDown: number): readonly Run[] =>
      runs.get(`${name} ${rows} ${slowDown}`) ?? [];
    const [ours, theirs] = [ready.get(EASEL) ?? [], ready.get(AG_GRID) ?? []];
    const spreadOf = (numbers: readonly number[]): Spread | null =>
      numbers.length === 0 ? null : spread(numbers);
    return [
      ...settings.flatMap(([rows, slowDown]) => report(rows, slowDown, (name) => of(name, rows, slowDown))),
      judged(
        {
          id: 'P9',
          what: 'page with a grid of 1,000,000 rows ready',
          unit: '× AG Grid’s page',
          goal: { atMost: 0.6 },
          peers: {
            [`${EASEL}, ms`]: spread(ours),
            [`${AG_GRID}, ms`]: spreadOf(theirs),
            [`${GLIDE}, ms`]: spreadOf(ready.get(GLIDE) ?? []),
          },
        },
        ratios(ours, theirs),
      ),
    ];
  } finally {
    await browser.close();
    for (const { close } of served) await close();
  }
};
