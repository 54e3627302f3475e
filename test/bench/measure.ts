export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface Measured {
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  readonly value: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
  /** Best possible value, measured without Easel's code. Null if there is no such measurement. */
  readonly floor: number | null;
  /** Results of the compared programs, by their name and unit. Null for a program that is not installed. */
  readonly peers: Readonly<Record<string, Spread | null>>;
  readonly goal: string;
  readonly met: boolean | null;
}

export interface BenchOptions {
  /** True for a short run with fewer rounds. Its results must not be published. */
  readonly quick: boolean;
}

export type Benchmark = (options: BenchOptions) => Promise<readonly Measured[]>;

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

export interface Aim extends Pick<Measured, 'id' | 'what' | 'unit'> {
  readonly goal: Goal;
  readonly floor?: number | undefined;
  readonly peers?: Measured['peers'];
}

export function judged({ goal, floor, peers, ...aim }: Aim, value: Spread | null): Measured {
  return {
    ...aim,
    value: value?.median ?? null,
    lowest: value?.lowest ?? null,
    highest: value?.highest ?? null,
    floor: floor ?? null,
    peers: peers ?? {},
    goal: 'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`,
    met: value === null ? null : isMet(goal, value.median),
  };
}

function isMet(goal: Goal, value: number): boolean {
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}

export function spread(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    lowest: at(0),
    highest: at(sorted.length - 1),
  };
}

export type Round = ReadonlyMap<string, number>;

export const column = (rounds: readonly Round[], name: string): readonly number[] =>
  rounds.flatMap((round) => round.get(name) ?? []);

export const peersOf = (rounds: readonly Round[], missing: readonly string[]): Measured['peers'] => ({
  ...Object.fromEntries([...(rounds[0]?.keys() ?? [])].map((name) => [name, spread(column(rounds, name))])),
  ...Object.fromEntries(missing.map((name) => [name, null])),
});

/** Divides two lists of measurements round by round. Returns null if the lists are empty or differ in length. */
export function ratios(ours: readonly number[], theirs: readonly number[]): Spread | null {
  if (ours.length === 0 || ours.length !== theirs.length) return null;
  return spread(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}

export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function sayNumbers({ median, lowest, highest }: Spread): string {
  const digits = median >= 100 ? 0 : median >= 10 ? 1 : 2;
  const number = (value: number): string =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${number(median)} (${number(lowest)} to ${number(highest)})`;
}

export function sayMeasured(measured: Measured): readonly string[] {
  const { id, what, unit, value, lowest, highest, floor, peers, goal, met } = measured;
  const own =
    value === null
      ? 'not measured'
      : sayNumbers({ median: value, lowest: lowest ?? value, highest: highest ?? value });
  const rows: (readonly [string, string])[] = Object.entries(peers).map(([name, numbers]) => [
    name,
    numbers === null ? 'not here' : sayNumbers(numbers),
  ]);
  if (floor !== null) rows.push(['floor', sayNumbers(spread([floor]))]);
  const verdict = met === null ? 'not measured' : met ? 'met' : 'NOT MET';
  rows.push([unit, own], ['goal', `${goal}: ${verdict}`]);
  return [`${id}: ${what}`, ...rows.map(([name, said]) => `  ${name.padEnd(48)} ${said}`)];
}
