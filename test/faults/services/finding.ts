/** R10: what Easel says of services of any shape, held against what these know to be true. */
import { tally, type Finding } from '../../support/finding.ts';
import { combinations, missingPairs, NAMES, sentenceOf, valuesOf, type Combination } from './dimensions.ts';
import { VERDICTS, type Judged, type PlayedService, type Verdict } from './play.ts';
import { least, playServices, startInMemory } from './run.ts';

/** From so many combinations on every pair of values must be among them. */
const LEAST_FOR_PAIRS = 1000;

/** How many services are played. */
export interface ServicesDose {
  readonly services: number;
  readonly seed: number;
}

export const WHOLE: ServicesDose = { services: 3000, seed: 15 };

/** The stage of `npm test`. */
export const BRIEF: ServicesDose = { services: 8, seed: 15 };

const MOST_REFUSED = 0.08;
const MOST_UNSURE = 0.06;
/** So many may always be: of a few services each is a large share, and a busy machine brings one or two. */
const FEW = 2;
/** So many kinds of false and refused cases are made small, the most frequent first. */
const MOST_KINDS = 40;
/** Whose verdict, step and sentence begin alike are of one kind. */
const SAME = 44;

export interface ServicesReport {
  readonly finding: Finding;
  /** For people: counts, values, and the least case of each kind. */
  readonly lines: readonly string[];
}

export async function checkServices({ services, seed }: ServicesDose): Promise<ServicesReport> {
  const all = combinations(services, seed);
  const played = await playServices(all);
  const count = (verdict: Verdict): number => played.filter((each) => each.verdict === verdict).length;
  const share = (verdict: Verdict): number => count(verdict) / played.length;
  const figure = VERDICTS.map((verdict) => `${count(verdict)} ${verdict}`).join('; ');
  const tooMany = (verdict: Verdict, most: number): readonly string[] =>
    count(verdict) > FEW && share(verdict) > most
      ? [`${percent(share(verdict))} ${verdict}, at most ${percent(most)} may be`]
      : [];
  const missing = services < LEAST_FOR_PAIRS ? 0 : missingPairs(all).length;
  const cases = [
    ...played.map(({ verdict, combination, steps }) => ({
      name: sentenceOf(combination),
      problems: verdict === 'false' ? [saidOf(steps, 'false')] : [],
    })),
    { name: 'refused', problems: tooMany('refused', MOST_REFUSED) },
    { name: 'unsure though right', problems: tooMany('unsure', MOST_UNSURE) },
    { name: 'pairs of values', problems: missing === 0 ? [] : [`${missing} are in no combination`] },
  ];
  // It takes longer than to play them: of a few, only where it is asked what is wrong.
  const isAsked = services >= LEAST_FOR_PAIRS || cases.some(({ problems }) => problems.length > 0);
  const smallest = isAsked ? await leastCases(played) : [];
  return {
    finding: {
      id: 'R10',
      what: `${played.length} generated services (seed ${seed}), each through the whole of main`,
      figure,
      target: 'at least 3,000; 0 false; at most 8 % refused; at most 6 % unsure though right',
      ...tally(cases),
    },
    lines: [figure, '', ...valueLines(played), '', ...smallest],
  };
}

function saidOf(steps: readonly Judged[], verdict: Verdict): string {
  const first = steps.find((step) => step.verdict === verdict);
  return first === undefined ? '' : `${first.step}: ${first.why}`;
}

/** What two cases of one kind have in common: the step and the sentence without ids, hosts and numbers. */
function kindOf({ step, why, verdict }: Judged): string {
  const text = why
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/gu, 'ID')
    .replaceAll(/127\.0\.0\.1:\d+/gu, 'HOST')
    .replaceAll(/\d+/gu, 'N');
  return `${verdict} | ${familyOf({ step })} | ${text}`.slice(0, SAME);
}

/** Lists before and after something are all lists: `list after the delete` is of the family `list`. */
function familyOf({ step }: Pick<Judged, 'step'>): string {
  return step.replace(/ (?:after|again|at last|while).*$/u, '');
}

/** For each kind of false and refused cases how many there are, and the least combination that shows it. */
async function leastCases(played: readonly PlayedService[]): Promise<readonly string[]> {
  const kinds = new Map<string, { count: number; first: Combination; step: Judged }>();
  for (const { combination, steps, verdict } of played) {
    // The worst of a play, and of that the first: what follows from it is no kind of its own.
    const step = steps.find((each) => each.verdict === verdict);
    if (step === undefined || (verdict !== 'false' && verdict !== 'refused')) continue;
    const known = kinds.get(kindOf(step));
    if (known === undefined) kinds.set(kindOf(step), { count: 1, first: combination, step });
    else known.count += 1;
  }
  const sorted = [...kinds.values()].toSorted(
    (a, b) => VERDICTS.indexOf(b.step.verdict) - VERDICTS.indexOf(a.step.verdict) || b.count - a.count,
  );
  if (sorted.length === 0) return [];
  const services = await startInMemory();
  try {
    return await Promise.all(
      sorted.slice(0, MOST_KINDS).map(async ({ count, first, step }) => {
        const isSame = ({ steps }: PlayedService): boolean =>
          steps.some((each) => kindOf(each).startsWith(kindOf(step).slice(0, SAME)));
        const smallest = await least(services, first, isSame);
        return `${step.verdict} x ${count} | ${step.step} | ${step.why.slice(0, 200)} | ${sentenceOf(smallest)}`;
      }),
    );
  } finally {
    await services.close();
  }
}

/** Each value of each dimension with its share of false, refused and unsure, where there are any. */
function valueLines(played: readonly PlayedService[]): readonly string[] {
  return NAMES.flatMap((name) =>
    valuesOf(name).flatMap((value) => {
      const with_ = played.filter(({ combination }) => combination[name] === value);
      const of = (verdict: Verdict): number => with_.filter((each) => each.verdict === verdict).length;
      if (of('false') + of('refused') + of('unsure') === 0) return [];
      const counts = VERDICTS.map((verdict) => String(of(verdict)).padStart(6)).join('');
      return [`${`${name}: ${value}`.padEnd(44)}${counts}`];
    }),
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
