import { expect, test } from 'vitest';
import { NO_VIEW, ranksToRender, viewAfter } from '../../../../../renderer/parts/data-grid/data-grid.tsx';

const ROWS_IN_VIEW = 20;

function scrolled(...ranks: readonly number[]) {
  const view = ranks.reduce(
    (before, from) => viewAfter(before, { from, to: from + ROWS_IN_VIEW, row: 28 }),
    NO_VIEW,
  );
  return { view, keyOf: new Map(view.keys.map((key, at) => [view.first + at, key])) };
}

test('after any sequence of scrolls, the rendered rows have unique React keys', () => {
  for (let round = 0; round < 200; round += 1) {
    const ranks = Array.from(
      { length: 30 },
      (_, at) => (at * 7919 * (round + 1)) % (at % 3 === 0 ? 900 : 40),
    );
    const { view } = scrolled(...ranks);
    expect(new Set(view.keys).size).toBe(view.keys.length);
  }
});

test('the current row is rendered exactly once, even if the user has scrolled away from it', () => {
  const { view } = scrolled(0, 100);
  for (const active of [0, 100, 900]) {
    const ranks = ranksToRender(view, 1000, active);
    expect(ranks.filter((rank) => rank === active)).toHaveLength(1);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  }
  expect(ranksToRender(view, 105, 900)).toEqual([98, 99, 100, 101, 102, 103, 104]);
});
