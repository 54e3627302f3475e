/** How fast a mirror of a million boards is read and searched, in the store: goals 6, 7, 10 and 11 as far as it goes. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../commands/process.ts';
import { makeMillion } from './mirror-million.ts';
import type { MirrorTimes } from './mirror-process.ts';
import { judged, percentile, spread, type Aim, type Measured, type Spread } from './measure.ts';

const FOLDER = path.join(ROOT, 'out/bench/million');
const GOALS = {
  window: 1,
  sort: 250,
  first: 250,
  ready: 400,
  indexed: 50,
  short: 350,
  firstRows: 120,
  resident: 160,
} as const;

async function timesOf(kind: 'windows' | 'search'): Promise<MirrorTimes> {
  makeMillion(FOLDER);
  const script = fileURLToPath(new URL('./mirror-process.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, FOLDER, kind]);
  return JSON.parse(stdout) as MirrorTimes;
}

/** A goal for the worst 95th percentile of some times; `beside` is published with them. */
function worst(
  about: Pick<Aim, 'id' | 'what'>,
  times: readonly (readonly [string, readonly number[]])[],
  atMost: number,
  beside: readonly (readonly [string, readonly number[]])[] = [],
): Measured {
  const peers: Record<string, Spread> = {};
  for (const [name, numbers] of [...times, ...beside]) {
    peers[`${name}, p50, ms`] = spread(numbers);
    peers[`${name}, p95, ms`] = spread([percentile(numbers, 0.95)]);
  }
  const all = spread(times.map(([, numbers]) => percentile(numbers, 0.95)));
  const aim = { ...about, unit: 'ms, p95 of the slowest kind', goal: { atMost }, peers };
  return judged(aim, { ...all, median: all.highest });
}

const named = (
  times: MirrorTimes['times'],
  start: string,
): readonly (readonly [string, readonly number[]])[] =>
  Object.entries(times).filter(([name]) => name.startsWith(start));

/** Windows at any rank, sorting anew, the first rows after a start, and what the process weighs. */
export async function benchWindows(): Promise<readonly Measured[]> {
  const { times, resident, residentBefore } = await timesOf('windows');
  const first = times['first rows'] ?? [];
  return [
    worst(
      { id: 'P6-windows', what: '100 of 1,000,000 boards, at any rank, warm' },
      named(times, 'window '),
      GOALS.window,
      named(times, 'first look '),
    ),
    worst({ id: 'P6-sort', what: '1,000,000 boards in another order' }, named(times, 'sort '), GOALS.sort),
    worst(
      { id: 'P10-store', what: 'the first 100 rows of 1,000,000, from a closed file' },
      [['first rows', first]],
      GOALS.first,
    ),
    worst(
      { id: 'P10-ready', what: 'ready for any question about 1,000,000 boards' },
      [['ready', times['ready for any question'] ?? []]],
      GOALS.ready,
    ),
    judged(
      {
        id: 'P11-store',
        what: 'a bare process that holds 1,000,000 boards for searching',
        unit: 'MB resident',
        goal: { atMost: GOALS.resident },
        peers: {
          'the same before, MB': spread([residentBefore]),
        },
      },
      spread([resident]),
    ),
  ];
}

/** Terms of each class, from the first character: the exact count, and the first rows before it. */
export async function benchSearch(): Promise<readonly Measured[]> {
  const { times } = await timesOf('search');
  const classes = Object.entries(times).filter(([name]) => /character|id$/u.test(name));
  const first = classes.filter(([name]) => name.startsWith('first rows'));
  const counted = classes.filter(([name]) => !name.startsWith('first rows'));
  const isShort = ([name]: readonly [string, unknown]): boolean => /^[12] char/u.test(name);
  const what = 'a term among 1,000,000 boards, sorted';
  return [
    worst({ id: 'P7-first', what: `${what}: the first 100 rows` }, first, GOALS.firstRows),
    worst(
      { id: 'P7', what: `${what}, with the exact count, from three characters on` },
      counted.filter((each) => !isShort(each)),
      GOALS.indexed,
      named(times, 'list not held'),
    ),
    worst(
      { id: 'P7-short', what: `${what}, with the exact count, below three characters` },
      counted.filter(isShort),
      GOALS.short,
    ),
  ];
}
