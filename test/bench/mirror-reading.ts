import { fileURLToPath } from 'node:url';
import type { MirrorTimes } from './mirror-process.ts';
import { judged, percentile, spread, type Aim, type Measured, type Spread } from './measure.ts';
import { timed } from './timed.ts';

const GOALS = {
  hundredThousand: { window: 1, order: 60, search: 30, searchMany: 100 },
  million: { window: 2, order: 700, search: 300, searchMany: 1200 },
} as const;

function worst(
  about: Pick<Aim, 'id' | 'what'>,
  times: readonly (readonly [string, readonly number[]])[],
  atMost: number,
): Measured {
  const peers: Record<string, Spread> = {};
  for (const [name, numbers] of times) {
    peers[`${name}, p50, ms`] = spread(numbers);
    peers[`${name}, p95, ms`] = spread([percentile(numbers, 0.95)]);
  }
  const all = spread(times.map(([, numbers]) => percentile(numbers, 0.95)));
  const aim = { ...about, unit: 'ms, p95 of the slowest kind', goal: { atMost }, peers };
  return judged(aim, { ...all, median: all.highest });
}

export async function readMirror(
  userData: string,
  connectionId: string,
  boards: number,
): Promise<readonly Measured[]> {
  const file = fileURLToPath(new URL('./mirror-process.ts', import.meta.url));
  const { output } = await timed({ file, args: [userData, connectionId, String(boards)] });
  const times = JSON.parse(output) as MirrorTimes;
  const named = (name: RegExp) => Object.entries(times).filter(([each]) => name.test(each));
  const many = `${boards.toLocaleString('en')} boards`;
  const most = boards > 100_000 ? GOALS.million : GOALS.hundredThousand;
  return [
    worst({ id: 'P6-windows', what: `100 of ${many}, at any rank, warm` }, named(/^window /u), most.window),
    worst({ id: 'P6-sort', what: `${many} in another order` }, named(/^sort /u), most.order),
    worst(
      { id: 'P7-first', what: `a term among ${many}: the first 100 rows` },
      named(/^first rows, /u),
      most.search,
    ),
    worst(
      { id: 'P7', what: `a term among ${many}, with the exact count` },
      named(/^few match, /u),
      most.search,
    ),
    worst(
      { id: 'P7-many', what: `a term that over 10 % of ${many} match, with the exact count` },
      named(/^many match, /u),
      most.searchMany,
    ),
  ];
}
