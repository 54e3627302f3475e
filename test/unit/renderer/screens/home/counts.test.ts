import { describe, expect, test } from 'vitest';
import { countedAges, countedMonths } from '../../../../../renderer/screens/home/counts.ts';

const monthOf = (index: number): string =>
  `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;

/** Months in a row, each with as many boards as its number in the row. */
function months(from: number, count: number) {
  return {
    months: Array.from({ length: count }, (_, at) => ({ month: monthOf(from + at), boards: at + 1 })),
    undated: 0,
  };
}

describe('boards over time', () => {
  test.each([
    [24, 24, 'January 2020'],
    [25, 9, 'January 2020 to March 2020'],
    [100, 9, '2020'],
    [600, 10, '2020 to 2024'],
  ])('of %i months are %i bars, the first %s, and lose no board', (count, bars, name) => {
    const overview = months(2020 * 12, count);
    const made = countedMonths(overview, 24);
    expect(made).toHaveLength(bars);
    expect(made[0]?.name).toBe(name);
    const sum = (all: readonly { readonly boards: number }[]) =>
      all.reduce((total, { boards }) => total + boards, 0);
    expect(sum(made)).toBe(sum(overview.months));
  });
});

describe('boards by age', () => {
  test('cover every age once, without a gap', () => {
    expect(countedAges([1, 2, 3, 4], 0).map(({ span }) => span)).toEqual([
      [{ kind: 'newer-than', days: 30 }],
      [
        { kind: 'older-than', days: 30 },
        { kind: 'newer-than', days: 90 },
      ],
      [
        { kind: 'older-than', days: 90 },
        { kind: 'newer-than', days: 365 },
      ],
      [{ kind: 'older-than', days: 365 }],
    ]);
  });
});
