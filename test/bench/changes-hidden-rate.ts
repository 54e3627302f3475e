/**
 * P4: 1,000 deletes at a service that refuses above a rate it does not tell, with and without `Retry-After`, beside the
 * best fixed rate that a search finds.
 */
import path from 'node:path';
import { MANY, played, type Bench } from './changes-played.ts';
import { judged, spread, type Measured, type Spread } from './measure.ts';
import { numbersIn } from './timed.ts';

const RATE = 100;
const BURST = 10;
const LATENCY_MS = 20;
/** Of the hidden rate: what the search tries. */
const TRIED = [0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.25] as const;
const ROUNDS = { full: 3, quick: 1 } as const;

async function ofFixedRates(bench: Bench, asks: boolean): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const share of TRIED) {
    const rate = Math.round(RATE * share);
    const setting = { boards: MANY, latencyMs: LATENCY_MS, rate: RATE, burst: BURST, asks };
    const args = [bench.server.origin, 'delete', String(MANY), '32', String(rate)];
    const run = await played(bench, setting, 'delete', {
      file: path.join(bench.programs, 'changes-floor.js'),
      args,
    });
    found[`fixed at ${rate} a second, ms`] = numbersIn(run)['ms'] ?? Number.NaN;
  }
  return found;
}

/** The benchmark for both kinds of service. */
export async function hiddenRate(bench: Bench, quick: boolean): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const asks of [false, true]) {
    const fixed = await ofFixedRates(bench, asks);
    const best = Math.min(...Object.values(fixed));
    const times: number[] = [];
    const refusedShares: number[] = [];
    for (let round = 0; round < (quick ? ROUNDS.quick : ROUNDS.full); round += 1) {
      const setting = { boards: MANY, latencyMs: LATENCY_MS, rate: RATE, burst: BURST, asks };
      const args = [bench.server.origin, 'delete', String(MANY)];
      const run = await played(bench, setting, 'delete', {
        file: path.join(bench.programs, 'changes-child.js'),
        args,
      });
      times.push((numbersIn(run)['ms'] ?? Number.NaN) / best);
      refusedShares.push((100 * (await bench.server.ask('refused'))) / (await bench.server.ask('served')));
    }
    const how = asks ? 'with Retry-After: 1' : 'without Retry-After';
    const what = `${MANY.toLocaleString('en')} deletes where ${RATE} a second are taken, ${how}`;
    const peers: Record<string, Spread> = {};
    for (const [name, ms] of Object.entries(fixed)) peers[name] = spread([ms]);
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
