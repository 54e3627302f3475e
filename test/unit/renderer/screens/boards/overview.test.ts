import { describe, expect, test } from 'vitest';
import {
  ageBars,
  monthBars,
  reach,
} from '../../../../../renderer/screens/boards/overview/overview-panel.tsx';

const monthOf = (index: number): string =>
  `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;

/** Months in a row, each with as many boards as its number in the row. */
function months(from: number, count: number) {
  return {
    months: Array.from({ length: count }, (_, at) => ({ month: monthOf(from + at), boards: at + 1 })),
    undated: 0,
  };
}

describe('bars by month', () => {
  test('are one per month while they fit, with the year at the first', () => {
    const bars = monthBars(months(2025 * 12 + 10, 4));
    expect(bars.map(({ name }) => name)).toEqual([
      'November 2025',
      'December 2025',
      'January 2026',
      'February 2026',
    ]);
    expect(bars.map(({ short, year }) => `${short}${year}`)).toEqual(['N2025', 'D', 'J2026', 'F']);
    expect(bars[2]?.span).toEqual([{ kind: 'created', from: Date.UTC(2026, 0), to: Date.UTC(2026, 1) }]);
  });

  test.each([
    [24, 24, 'January 2020'],
    [25, 9, 'January 2020 to March 2020'],
    [100, 9, '2020'],
    [600, 10, '2020 to 2024'],
  ])('of %i months are %i, the first %s, and lose no board', (count, bars, name) => {
    const overview = months(2020 * 12, count);
    const made = monthBars(overview);
    expect(made).toHaveLength(bars);
    expect(made[0]?.name).toBe(name);
    const sum = (all: readonly { readonly boards: number }[]) =>
      all.reduce((total, { boards }) => total + boards, 0);
    expect(sum(made)).toBe(sum(overview.months));
  });

  test('that start within a quarter count it as one', () => {
    const bars = monthBars(months(2020 * 12 + 1, 26));
    expect(bars[0]?.name).toBe('January 2020 to March 2020');
    expect(bars[0]?.boards).toBe(1 + 2);
  });

  test('are absent when no board has a date', () => {
    expect(monthBars({ months: [], undated: 4 })).toEqual([]);
  });
});

describe('bars by age', () => {
  test('cover every age once, without a gap', () => {
    expect(ageBars([1, 2, 3, 4], 0).map(({ span }) => span)).toEqual([
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

  test('mention boards without a readable date only when there are some', () => {
    expect(ageBars([0, 0, 0, 0], 0)).toHaveLength(4);
    expect(ageBars([0, 0, 0, 0], 7).at(-1)).toMatchObject({
      boards: 7,
      span: [{ kind: 'mark', mark: 'dated', is: false }],
    });
  });
});

test('one board among millions still has a visible bar', () => {
  expect(reach(1, 1_000_000)).toBeGreaterThanOrEqual(2);
  expect(reach(0, 1_000_000)).toBe(0);
  expect(reach(5, 5)).toBe(100);
});
