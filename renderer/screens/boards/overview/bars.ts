/** The bars of the overview, as pure functions of the counts. */
import type { BoardFilter, BoardOverview } from '../../../../preload/contract/boards.ts';
import { AGES, ageFilters } from '../../../store/board-overview-slice.ts';
import { formatMonth } from '../../../parts/format.ts';

export interface Bar {
  /** In full, for the tooltip and for screen readers: "November 2026", "Older than 365 days". */
  readonly name: string;
  /** As it stands at the bar: "N", "Q4", "2026". */
  readonly short: string;
  /** The year, at the first bar of each; empty elsewhere, and where the bar is a year. */
  readonly year: string;
  readonly boards: number;
  /** Shows its boards alone. */
  readonly span: readonly BoardFilter[];
}

/** Most bars side by side: each must be wide enough to press. */
const MOST_BARS = 24;

/** Months that one bar may stand for. */
const STEPS = [1, 3, 12, 60, 120, 1200] as const;

/** Months since year 0 of `YYYY-MM`. */
function indexOf(month: string): number {
  const [year, number] = month.split('-');
  return Number(year) * 12 + Number(number) - 1;
}

const startOf = (index: number): number => Date.UTC(Math.floor(index / 12), index % 12);
const yearOf = (index: number): number => Math.floor(index / 12);

function nameOf(first: number, step: number): string {
  if (step === 1) return formatMonth(startOf(first));
  if (step === 3) return `${formatMonth(startOf(first))} to ${formatMonth(startOf(first + 2))}`;
  const [from, to] = [yearOf(first), yearOf(first + step - 1)];
  return from === to ? String(from) : `${from} to ${to}`;
}

function shortOf(first: number, step: number): string {
  if (step === 1) return formatMonth(startOf(first)).slice(0, 1);
  if (step === 3) return `Q${(first % 12) / 3 + 1}`;
  return step === 12 ? String(yearOf(first)) : `${yearOf(first)}–`;
}

/** Months as bars; where there are many, a bar stands for a quarter, a year or more. */
export function monthBars({ months }: BoardOverview): readonly Bar[] {
  const indexes = months.map(({ month }) => indexOf(month));
  const [first, last] = [indexes[0], indexes.at(-1)];
  if (first === undefined || last === undefined) return [];
  const barsAt = (step: number): number => Math.floor(last / step) - Math.floor(first / step) + 1;
  const step = STEPS.find((each) => barsAt(each) <= MOST_BARS) ?? STEPS[STEPS.length - 1] ?? 1200;
  const begin = Math.floor(first / step) * step;
  const counts = Array.from({ length: barsAt(step) }, () => 0);
  months.forEach(({ boards }, at) => {
    const bar = Math.floor(((indexes[at] ?? begin) - begin) / step);
    counts[bar] = (counts[bar] ?? 0) + boards;
  });
  return counts.map((boards, at) => {
    const start = begin + at * step;
    const opensYear = at === 0 || start % 12 === 0;
    return {
      name: nameOf(start, step),
      short: shortOf(start, step),
      year: step < 12 && opensYear ? String(yearOf(start)) : '',
      boards,
      span: [{ kind: 'created', from: startOf(start), to: startOf(start + step) }],
    };
  });
}

const AGE_NAMES = ['Newer than 30 days', '30 to 90 days', '90 to 365 days', 'Older than 365 days'];

/** Ages as bars, and the boards without a readable date where there are some. */
export function ageBars(ages: readonly number[], undated: number): readonly Bar[] {
  const bars = AGES.map((age, at): Bar => {
    const words = AGE_NAMES[at] ?? '';
    return { name: words, short: words, year: '', boards: ages[at] ?? 0, span: ageFilters(age) };
  });
  const words = 'Without a readable date';
  return undated === 0
    ? bars
    : [
        ...bars,
        {
          name: words,
          short: words,
          year: '',
          boards: undated,
          span: [{ kind: 'mark', mark: 'dated', is: false }],
        },
      ];
}

/** How far a bar reaches, 0 to 100; one board among millions is still seen. */
export function reach(boards: number, most: number): number {
  return boards === 0 ? 0 : Math.max(2, (boards / most) * 100);
}
