import { expect, test } from 'vitest';
import { rowOf } from '../../../../renderer/store/board-selection.ts';
import {
  ALL_PICKED,
  anchorAt,
  asSelection,
  isPicked,
  MOST_NAMED,
  NO_PICKS,
  pickedCount,
  rankOfAnchor,
  rangeOf,
  withToggled,
  type BoardPicks,
} from '../../../../renderer/store/board-picks-slice.ts';
import { NO_PAGES, staled, withWindow } from '../../../../renderer/store/row-pages.ts';
import { ALL_ROWS } from '../../../../renderer/store/list-query.ts';

const MILLION = 1_000_000;
const idAt = (rank: number): string => `b${rank}`;
const rowAt = (rank: number) => rowOf(idAt(rank), null);

/** Toggles the boards at these ranks, one after the other. */
function toggling(picks: BoardPicks, ...ranks: readonly number[]): BoardPicks {
  return ranks.reduce((before, rank) => withToggled(before, idAt(rank), rank) ?? before, picks);
}

const range = (first: number, last: number): BoardPicks => ({
  kind: 'ranges',
  revision: 7,
  ranges: [[first, last]],
});

/** The first rows of a list of a million are here. */
const held = withWindow(
  NO_PAGES,
  { from: 0, count: 1000 },
  { from: 0, rows: Array.from({ length: 1000 }, (_, rank) => rowAt(rank)), matching: MILLION, revision: 7 },
);

const inRange = (one: number, other: number): BoardPicks => rangeOf(one, other, held) ?? NO_PICKS;

test('select-all is a count, minus the deselected boards', () => {
  const picks = toggling(ALL_PICKED, 10, 11);
  expect(pickedCount(picks, MILLION)).toBe(999_998);
  expect(isPicked(picks, rowAt(10), 10)).toBe(false);
  expect(isPicked(picks, rowAt(999_999), 999_999)).toBe(true);
  expect(asSelection(picks, ALL_ROWS)).toEqual({ kind: 'all', query: ALL_ROWS, except: ['b10', 'b11'] });
});

test('a range of loaded rows is selected by id, in either direction', () => {
  expect(asSelection(inRange(7, 4), ALL_ROWS)).toEqual({ kind: 'ids', ids: ['b4', 'b5', 'b6', 'b7'] });
});

test('while new rows load, the shown ones are selected by id, and can’t be by rank', () => {
  const outdated = staled(held, 8);
  expect(rangeOf(7, 4, outdated)).toEqual({ kind: 'ids', ids: new Set(['b4', 'b5', 'b6', 'b7']) });
  expect(rangeOf(7, MOST_NAMED + 7, outdated)).toBeNull();
});

test('a board selected on a row of an earlier list is looked up, never assumed to be in the same place', () => {
  const anchor = anchorAt(5, rowAt(5), staled(held, 8));
  const moved = withWindow(
    staled(NO_PAGES, 8),
    { from: 0, count: 100 },
    { from: 0, rows: [rowAt(3), rowAt(4), rowAt(5)], matching: MILLION, revision: 8 },
  );
  expect(rankOfAnchor(anchor, moved)).toBe(2);
  expect(rankOfAnchor(anchor, { ...NO_PAGES, revision: 8 })).toBeNull();
  expect(rankOfAnchor(anchorAt(5, rowAt(5), held), { ...NO_PAGES, revision: 7 })).toBe(5);
});

test('a range that is too long to name, or not loaded, is selected by rank', () => {
  expect(rangeOf(0, MOST_NAMED, held)).toEqual(range(0, MOST_NAMED));
  const far = inRange(990, 500_000);
  expect(pickedCount(far, MILLION)).toBe(499_011);
  expect(asSelection(far, ALL_ROWS)).toEqual({
    kind: 'ranges',
    query: ALL_ROWS,
    revision: 7,
    ranges: [[990, 500_000]],
  });
});

test.each([
  [
    'in its middle parts it',
    [50],
    [
      [10, 49],
      [51, 90],
    ],
  ],
  ['at its first row shortens it', [10], [[11, 90]]],
  ['at its last row shortens it', [90], [[10, 89]]],
  ['next to it makes it longer', [91], [[10, 91]]],
  ['before it makes it longer', [9], [[9, 90]]],
  [
    'apart from it stands alone',
    [200],
    [
      [10, 90],
      [200, 200],
    ],
  ],
  ['twice leaves it as it was', [50, 50], [[10, 90]]],
] as const)('a board let go of or picked %s', (_, ranks, ranges) => {
  expect(toggling(range(10, 90), ...ranks)).toEqual({ kind: 'ranges', revision: 7, ranges });
});

test('no more boards are named one by one than the contract allows', () => {
  const full: BoardPicks = {
    kind: 'ids',
    ids: new Set(Array.from({ length: MOST_NAMED }, (_, at) => idAt(at))),
  };
  expect(withToggled(full, 'another', 5000)).toBeNull();
  expect(withToggled(full, idAt(0), 0)).not.toBeNull();
});

test('an item without an id is never selected', () => {
  const row = { ...rowAt(3), id: null };
  expect(isPicked(ALL_PICKED, row, 3)).toBe(false);
  expect(isPicked(range(0, 9), row, 3)).toBe(false);
});
