import type { RowFilter, BoardOverview } from '../../../preload/contract/boards.ts';
import { formatMonth } from '../../lib/format.ts';
import { AGES, ageFilters } from '../../store/home-slice.ts';

export interface Counted {
  readonly name: string;
  readonly boards: number;
  readonly span: readonly RowFilter[];
}

interface CountedMonth extends Counted {
  /** Axis label: "N", "2026". */
  readonly short: string;
}

/** Months since year 0 of `YYYY-MM`. */
function indexOf(month: string): number {
  const [year, number] = month.split('-');
  return Number(year) * 12 + Number(number) - 1;
}

const startOf = (index: number): number => Date.UTC(Math.floor(index / 12), index % 12);

/** Counts of the months up to the last board, at most `most`. */
export function countedMonths({ months }: BoardOverview, most: number): readonly CountedMonth[] {
  const counts = new Map(months.map(({ month, boards }) => [indexOf(month), boards]));
  const last = Math.max(...counts.keys());
  const length = Math.min(most, last - Math.min(...counts.keys()) + 1);
  return Array.from({ length: Math.max(0, length) }, (_, at) => {
    const month = last - length + 1 + at;
    const name = formatMonth(startOf(month));
    const ofYear = month % 12;
    const isYear = ofYear === 0 || (at === 0 && ofYear < 11);
    // A year label is wider than its bar, so the neighbours stay empty.
    const isBesideYear = at === 1 || ofYear === 1 || ofYear === 11;
    return {
      name,
      short: isYear ? String(Math.floor(month / 12)) : isBesideYear ? '' : name.slice(0, 1),
      boards: counts.get(month) ?? 0,
      span: [{ kind: 'created', from: startOf(month), to: startOf(month + 1) }],
    };
  });
}

const AGE_NAMES = ['Newer than 30 days', '30 to 90 days', '90 to 365 days', 'Older than 365 days'];

/** Counts per age, plus boards without a readable date. */
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
