/** What every benchmark gives, and the arithmetic they share. */

/** Some numbers of one kind: the middle one, and how far they spread. */
export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** One goal and how it was met, all from one run on one machine. */
export interface Measured {
  readonly id: string;
  /** What was measured, in a few words. */
  readonly what: string;
  readonly unit: string;
  /** The median of all rounds. */
  readonly value: number;
  readonly lowest: number;
  readonly highest: number;
  /** The least that the work itself costs, in the same unit; null where that means nothing. */
  readonly floor: number | null;
  /** What the value is made of or stands beside, by name and unit. */
  readonly peers: Readonly<Record<string, Spread>>;
  /** In words, such as "at least 0.9". */
  readonly goal: string;
  readonly met: boolean;
}

/** Runs one benchmark; rejects when the work was not done as it should be. */
export type Benchmark = () => Promise<readonly Measured[]>;

/** Of at least one number. */
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

/** "1,234 (1,200 to 1,260)" */
export function sayNumbers({ median, lowest, highest }: Spread, digits: number): string {
  const number = (value: number): string =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${number(median)} (${number(lowest)} to ${number(highest)})`;
}
