/** Counts of boards as bars and ages, as pure functions. */
import type { BoardFilter, BoardOverview } from '../../../preload/contract/boards.ts';
import { formatMonth } from '../../lib/format.ts';
import { AGES, ageFilters } from '../../store/home-slice.ts';

/** So many boards, and the filters that show just these. */
export interface Counted {
  /** In full: "November 2026", "Older than a year". */
  readonly name: string;
  readonly boards: number;
  readonly span: readonly BoardFilter[];
}

export interface CountedMonths extends Counted {
  /** As it stands at the axis: "N", "2026". */
  readonly short: string;
}

/** Months that one bar may stand for. */
const STEPS = [1, 12, 120] as const;

/** Months since year 0 of `YYYY-MM`. */
function indexOf(month: string): number {
  const [year, number] = month.split('-');
  return Number(year) * 12 + Number(number) - 1;
}

const startOf = (index: number): number => Date.UTC(Math.floor(index / 12), index % 12);
const yearOf = (index: number): number => Math.floor(index / 12);

function nameOf(first: number, step: number): string {
  if (step === 1) return formatMonth(startOf(first));
  const [from, to] = [yearOf(first), yearOf(first + step - 1)];
  return from === to ? String(from) : `${from} to ${to}`;
}

/** The year at the first bar and at the first of each year; between them the month. */
function shortOf(first: number, step: number, isFirst: boolean): string {
  if (step > 12) return `${yearOf(first)}–`;
  if (step === 12 || isFirst || first % 12 === 0) return String(yearOf(first));
  return formatMonth(startOf(first)).slice(0, 1);
}

/** Every month from the first with a board to the last; where they are more than `most`, years or decades. */
export function countedMonths({ months }: BoardOverview, most: number): readonly CountedMonths[] {
  const indexes = months.map(({ month }) => indexOf(month));
  const [first, last] = [indexes[0], indexes.at(-1)];
  if (first === undefined || last === undefined) return [];
  const barsAt = (step: number): number => Math.floor(last / step) - Math.floor(first / step) + 1;
  const step = STEPS.find((each) => barsAt(each) <= most) ?? 120;
  const begin = Math.floor(first / step) * step;
  const counts = Array.from({ length: barsAt(step) }, () => 0);
  months.forEach(({ boards }, at) => {
    const bar = Math.floor(((indexes[at] ?? begin) - begin) / step);
    counts[bar] = (counts[bar] ?? 0) + boards;
  });
  return counts.map((boards, at) => {
    const start = begin + at * step;
    return {
      name: nameOf(start, step),
      short: shortOf(start, step, at === 0),
      boards,
      span: [{ kind: 'created', from: startOf(start), to: startOf(start + step) }],
    };
  });
}

const AGE_NAMES = ['Newer than 30 days', '30 to 90 days', '90 to 365 days', 'Older than 365 days'];

/** Boards of each age, and those without a readable date where there are some. */
export function countedAges(ages: readonly number[], undated: number): readonly Counted[] {
  const counted = AGES.map((age, at): Counted => ({
    name: AGE_NAMES[at] ?? '',
    boards: ages[at] ?? 0,
    span: ageFilters(age),
  }));
  if (undated === 0) return counted;
  const span: Counted['span'] = [{ kind: 'mark', mark: 'dated', is: false }];
  return [...counted, { name: 'No readable date', boards: undated, span }];
}
