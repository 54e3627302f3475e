/** Scrolls a data grid and counts frames and blank rows. All compared grids use this code. */
import { TOTAL } from './source.ts';

export const ROW_PX = 28;

export interface DrivenGrid {
  readonly scroller: () => HTMLElement | null;
  /** Height in px of the grid's header if it covers a part of the scrolled element; otherwise 0. */
  readonly headerPx: number;
  /** Returns the indexes of the visible rows whose data is loaded. */
  readonly ranksShown: () => Iterable<number>;
}

export const PHASES = ['steady', 'fling', 'thumb'] as const;
export type Phase = (typeof PHASES)[number];

export interface Driven {
  /** Times between successive painted frames, in ms, for each scroll phase. */
  readonly frames: Readonly<Record<Phase, readonly number[]>>;
  /** Number of visible rows (`seen`) and of those without data (`blank`), each summed over all frames. */
  readonly seen: Readonly<Record<Phase, number>>;
  readonly blank: Readonly<Record<Phase, number>>;
  /** Numbers of rows in view after each jump of the scrollbar, summed over all jumps. */
  readonly rested: RowsInView;
}

interface RowsInView {
  readonly seen: number;
  readonly blank: number;
}

export interface DrivenPage {
  /** Time from navigation until the grid's first rows are painted, in ms. */
  readonly ready: Promise<number>;
  readonly drive: () => Promise<Driven>;
}

const STEADY_PX_PER_S = 3000;
const FLING_PX_PER_S = 200_000;
/** Time constant of the simulated fling: every 0.9 s its scroll speed falls to 1/e (37 %). */
const FLING_DECAY_S = 0.9;
const SECONDS: Readonly<Record<Phase, number>> = { steady: 4, fling: 4, thumb: 2 };

function distance(phase: Phase, seconds: number, left: number): number {
  switch (phase) {
    case 'steady':
      return seconds * STEADY_PX_PER_S;
    case 'fling':
      return FLING_PX_PER_S * FLING_DECAY_S * (1 - Math.exp(-seconds / FLING_DECAY_S));
    case 'thumb':
      return (seconds / SECONDS.thumb) * left;
  }
}

/** Resolves with the next frame's time after its paint. Posts a task, because the task runs only after the paint. */
function painted(): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    requestAnimationFrame((time) => {
      performance.mark('bench:frame');
      port1.addEventListener('message', () => resolve(time), { once: true });
      port1.start();
      port2.postMessage(null);
    });
  });
}

function rowsInView(grid: DrivenGrid): RowsInView {
  const scroller = grid.scroller();
  if (scroller === null) return { seen: 1, blank: 1 };
  const from = Math.floor(scroller.scrollTop / ROW_PX);
  const height = scroller.clientHeight - grid.headerPx;
  const to = Math.min(TOTAL, Math.ceil((scroller.scrollTop + height) / ROW_PX));
  const shown = new Set(grid.ranksShown());
  let blank = 0;
  for (let rank = from; rank < to; rank += 1) if (!shown.has(rank)) blank += 1;
  return { seen: to - from, blank };
}

export function offer(grid: DrivenGrid): void {
  const ready = (async (): Promise<number> => {
    for (;;) {
      await painted();
      const { seen, blank } = rowsInView(grid);
      if (seen > 10 && blank === 0) return performance.now();
    }
  })();
  const page: DrivenPage = { ready, drive: () => drive(grid) };
  Object.assign(window, { bench: page });
}

async function drive(grid: DrivenGrid): Promise<Driven> {
  const scroller = grid.scroller();
  if (scroller === null) throw new Error('no grid');
  const frames: Record<Phase, number[]> = { steady: [], fling: [], thumb: [] };
  const seen: Record<Phase, number> = { steady: 0, fling: 0, thumb: 0 };
  const blank: Record<Phase, number> = { steady: 0, fling: 0, thumb: 0 };
  scroller.scrollTop = 0;
  let before = await painted();
  for (const phase of PHASES) {
    performance.mark(`bench:${phase}`);
    const [begun, start] = [before, scroller.scrollTop];
    const left = scroller.scrollHeight - scroller.clientHeight - start;
    for (let seconds = 0; seconds < SECONDS[phase]; seconds = (before - begun) / 1000) {
      // Scrolls between two frames, as a wheel event does. The grid then reacts in the next frame.
      scroller.scrollTop = start + distance(phase, seconds, left);
      const now = await painted();
      frames[phase].push(now - before);
      before = now;
      const rows = rowsInView(grid);
      seen[phase] += rows.seen;
      blank[phase] += rows.blank;
    }
  }
  performance.mark('bench:end');
  return { frames, seen, blank, rested: await rest(grid, scroller) };
}

const RESTS = 40;

async function rest(grid: DrivenGrid, scroller: HTMLElement): Promise<RowsInView> {
  let [seen, blank] = [0, 0];
  const end = scroller.scrollHeight - scroller.clientHeight;
  for (let at = 0; at < RESTS; at += 1) {
    scroller.scrollTop = (((at * 7) % RESTS) / RESTS) * end;
    // Waits two frames, because the grid requests its rows in the first frame and shows them in the second.
    await painted();
    await painted();
    const rows = rowsInView(grid);
    seen += rows.seen;
    blank += rows.blank;
  }
  return { seen, blank };
}
