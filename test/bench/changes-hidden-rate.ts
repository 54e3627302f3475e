/**
 * P4: 1,000 deletes at a service that refuses above a rate it does not tell, with and without `Retry-After`, beside the
 * best fixed rate that a search finds.
 */
import path from 'node:path';
import { MANY, played, type Bench } from './changes-played.ts';
import type { ChangesSetting } from './changes-server.ts';
import { judged, spread, type Measured, type Spread } from './measure.ts';
import { numbersIn } from './timed.ts';

const RATE = 100;
const BURST = 10;
const LATENCY_MS = 20;
/** Of the hidden rate: what the search tries. */
const TRIED = [0.8, 0.9, 0.95, 0.98, 1, 1.05, 1.1] as const;
const ROUNDS = { full: 5, quick: 1 } as const;
/** A fixed rate is lucky once and refused the next time: this many, the best of one try, are played so often. */
const BEST = 3;

async function atFixedRate(
  { server, programs }: Bench,
  setting: ChangesSetting,
  rate: number,
): Promise<number> {
  const args = [server.origin, 'delete', String(MANY), '32', String(rate)];
  const file = path.join(programs, 'changes-floor.js');
  const run = await played({ server, programs }, setting, 'delete', { file, args });
  return numbersIn(run)['ms'] ?? Number.NaN;
}

async function ofFixedRates(
  bench: Bench,
  setting: ChangesSetting,
  rounds: number,
): Promise<Map<number, Spread>> {
  const tried: { readonly rate: number; readonly times: number[] }[] = [];
  for (const share of TRIED) {
    const rate = Math.round(RATE * share);
    tried.push({ rate, times: [await atFixedRate(bench, setting, rate)] });
  }
  const best = tried.toSorted((a, b) => spread(a.times).median - spread(b.times).median).slice(0, BEST);
  for (const { rate, times } of best) {
    while (times.length < rounds) times.push(await atFixedRate(bench, setting, rate));
  }
  // One lucky try against the middle of several would not be the same measure.
  const shown = rounds > 1 ? best : tried;
  return new Map(shown.map(({ rate, times }) => [rate, spread(times)]));
}

export async function hiddenRate(bench: Bench, quick: boolean): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  const rounds = quick ? ROUNDS.quick : ROUNDS.full;
  for (const asks of [false, true]) {
    const setting = { boards: MANY, latencyMs: LATENCY_MS, rate: RATE, burst: BURST, asks };
    const fixed = await ofFixedRates(bench, setting, rounds);
    const best = Math.min(...[...fixed.values()].map(({ median }) => median));
    const times: number[] = [];
    const refusedShares: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const file = path.join(bench.programs, 'changes-child.js');
      const args = [bench.server.origin, 'delete', String(MANY)];
      const run = await played(bench, setting, 'delete', { file, args });
      times.push((numbersIn(run)['ms'] ?? Number.NaN) / best);
      refusedShares.push((100 * (await bench.server.ask('refused'))) / (await bench.server.ask('served')));
    }
    const how = asks ? 'with Retry-After: 1' : 'without Retry-After';
    const what = `${MANY.toLocaleString('en')} deletes where ${RATE} a second are taken, ${how}`;
    const peers = Object.fromEntries([...fixed].map(([rate, ms]) => [`fixed at ${rate} a second, ms`, ms]));
    measured.push(
      judged(
        { id: 'P4', what, unit: '× the best fixed rate', goal: { atMost: 1.2 }, floor: 1, peers },
        spread(times),
      ),
      judged({ id: 'P4', what, unit: '% of requests refused', goal: { atMost: 2 } }, spread(refusedShares)),
    );
  }
  return measured;
}
