/** Check R10: Easel reports a whiteboard service's true data, whatever format the service's responses have. */
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { tally, type Finding } from '../../support/finding.ts';
import { must } from '../../support/must.ts';
import { dose } from '../../support/nightly.ts';
import { startServices, type TestServices } from '../../support/services.ts';
import { combinations, sentenceOf, type Combination } from './dimensions.ts';
import { LOOK_MS, playService, VERDICTS, type PlayedService, type Verdict } from './play.ts';

const SERVICES = dose(3000, 5);
const SEED = 15;
const LANES = 32;
/** Number of services tested per main process. It is limited, because the process stores all its output in memory. */
const PLAYS_OF_A_MAIN = 64;
const MOST_REFUSED = 0.08;
const MOST_UNSURE = 0.06;
/** `MOST_REFUSED` and `MOST_UNSURE` apply only above this number, because a busy machine causes one or two cases. */
const FEW = 2;

export async function check(): Promise<Finding> {
  const all = combinations(SERVICES, SEED);
  const played = await playServices(all);
  const count = (verdict: Verdict): number => played.filter((each) => each.verdict === verdict).length;
  const tooMany = (verdict: Verdict, most: number): readonly string[] =>
    count(verdict) > FEW && count(verdict) > most * played.length
      ? [`${count(verdict)} are, at most ${most * 100} % may be`, ...stepsWith(played, verdict)]
      : [];
  return {
    id: 'R10',
    what: `${played.length} generated services (seed ${SEED}), each through the whole of main`,
    figure: VERDICTS.map((verdict) => `${count(verdict)} ${verdict}`).join('; '),
    target: 'at least 3,000; 0 false; at most 8 % refused; at most 6 % unsure though right',
    ...tally([
      ...played.map((each) => ({ name: sentenceOf(each.combination), problems: stepsWith([each], 'false') })),
      { name: 'refused', problems: tooMany('refused', MOST_REFUSED) },
      { name: 'unsure though right', problems: tooMany('unsure', MOST_UNSURE) },
    ]),
  };
}

function stepsWith(played: readonly PlayedService[], verdict: Verdict): readonly string[] {
  return played.flatMap(({ steps }) => {
    const step = steps.find((each) => each.verdict === verdict);
    return step === undefined ? [] : [`${step.step}: ${step.why}`];
  });
}

/** Tests generated services. A service's index is its random seed, so that a single test can be repeated. */
async function playServices(all: readonly Combination[]): Promise<readonly PlayedService[]> {
  const played: PlayedService[] = [];
  // Stores the user data in memory if possible, because this check does not test the disk.
  const folder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  for (let from = 0; from < all.length; from += PLAYS_OF_A_MAIN) {
    const services = await startServices(await mkdtemp(path.join(folder, 'easel-services-')));
    try {
      const some = Readable.from([...all.entries()].slice(from, from + PLAYS_OF_A_MAIN));
      await some.forEach(
        async ([at, combination]: [number, Combination]) => {
          played[at] = await playService(unhurried(services), combination, at);
        },
        { concurrency: LANES },
      );
    } finally {
      await services.close();
    }
  }
  return played;
}

const MET_ANOTHER = /^(?:Something changed while|Another confirmation dialog)/u;

/** Repeats a call that hits a rate limit, or that the dialog of a concurrent test blocks. */
function unhurried(services: TestServices): TestServices {
  const call: TestServices['call'] = async (channel, args) => {
    for (;;) {
      const result = await services.call(channel, args);
      if (result.ok || !(result.error.code === 'too-fast' || MET_ANOTHER.test(result.error.message)))
        return result;
      await delay(LOOK_MS);
    }
  };
  return { ...services, call, must: async (channel, args) => must(await call(channel, args)) };
}
