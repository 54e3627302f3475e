/** Benchmark P13: searches in the command palette with 100,000 labels, and switches between screens. */
import path from 'node:path';
import type { Page } from 'playwright';
import { build } from '../commands/build.ts';
import { launchApp } from '../support/driver.ts';
import { goTo } from '../support/easel.ts';
import { processFolder } from '../support/process-folder.ts';
import { buildPrograms } from './bench-build.ts';
import { judged, percentile, spread, type Benchmark, type Measured } from './measure.ts';
import { timed } from './timed.ts';

const MILLION = 1_000_000;
const LABELLED = 100_000;
const ROUNDS = { full: 40, quick: 5 } as const;
const CHANGES = { full: 30, quick: 5 } as const;

interface Filled {
  readonly userData: string;
  readonly connectionId: string;
}

async function withBoards(programs: string, boards: number): Promise<Filled> {
  const userData = processFolder();
  const file = path.join(programs, 'mirror-fill.js');
  const { output } = await timed({ file, args: [userData, String(boards)] });
  const { connectionId } = JSON.parse(output) as { readonly connectionId: string };
  return { userData, connectionId };
}

async function answers(
  programs: string,
  { userData, connectionId }: Filled,
  rounds: number,
): Promise<Measured> {
  const asked = await timed({
    file: path.join(programs, 'palette-asks.js'),
    args: [userData, connectionId, String(LABELLED), String(rounds)],
  });
  const times = JSON.parse(asked.output) as Readonly<Record<string, readonly number[]>>;
  const late = Object.entries(times).map(([kind, took]) => [kind, percentile(took, 0.95)] as const);
  const all = spread(late.map(([, ms]) => ms));
  const peers = late.map(([kind, ms]) => [`${kind}, p95, ms`, spread([ms])] as const);
  return judged(
    {
      id: 'P13',
      what: `boards for what is typed in the palette, of ${LABELLED.toLocaleString('en')} labelled ones`,
      unit: 'ms, p95 of the slowest kind',
      goal: { atMost: 50 },
      peers: Object.fromEntries(peers),
    },
    { ...all, median: all.highest },
  );
}

/** Clicks a screen's link. Returns the time in ms until the first frame of that screen is painted. */
function changed(window: Page, button: string, shown: string): Promise<number> {
  return window.evaluate(
    async ([press, wanted]) => {
      const painted = (): Promise<void> =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          requestAnimationFrame(() => {
            port1.addEventListener('message', () => resolve(), { once: true });
            port1.start();
            port2.postMessage(null);
          });
        });
      await painted();
      const begun = performance.now();
      if (press !== '') document.querySelector<HTMLElement>(press)?.click();
      do await painted();
      while (document.querySelector(wanted) === null);
      return performance.now() - begun;
    },
    [button, shown] as const,
  );
}

const ROWS = '[role="grid"][aria-label="Boards"] [data-rank]:not([aria-busy])';
const HOME = '[role="group"][aria-label="Home"]';
const LINKS = { home: 'nav button:nth-of-type(1)', boards: 'nav button:nth-of-type(2)' } as const;

async function changes({ userData }: Filled, rounds: number): Promise<Measured> {
  await build();
  const { window, close } = await launchApp({ userData, timeout: 60_000, moves: true });
  try {
    await goTo(window, 'Boards');
    await window.locator(ROWS).first().waitFor();
    const times = { home: [] as number[], grid: [] as number[], nothing: [] as number[] };
    for (let round = -1; round < rounds; round += 1) {
      const nothing = await changed(window, '', ROWS);
      const home = await changed(window, LINKS.home, HOME);
      const grid = await changed(window, LINKS.boards, ROWS);
      if (round < 0) continue;
      times.nothing.push(nothing);
      times.home.push(home);
      times.grid.push(grid);
    }
    const late = [times.home, times.grid].map((each) => percentile(each, 0.95));
    return judged(
      {
        id: 'P13',
        what: `from the grid of ${MILLION.toLocaleString('en')} boards to home and back, each painted`,
        unit: 'ms, p95 of the slower way',
        goal: { atMost: 100 },
        floor: percentile(times.nothing, 0.95),
        peers: { 'home, ms': spread(times.home), 'the grid with its rows, ms': spread(times.grid) },
      },
      { ...spread(late), median: Math.max(...late) },
    );
  } finally {
    await close();
  }
}

export const palette: Benchmark = async ({ quick }) => {
  const programs = await buildPrograms({
    'mirror-fill': 'mirror-fill.ts',
    'palette-asks': 'palette-asks.ts',
  });
  const size = quick ? 'quick' : 'full';
  return [
    await answers(programs, await withBoards(programs, LABELLED), ROUNDS[size]),
    await changes(await withBoards(programs, MILLION), CHANGES[size]),
  ];
};
