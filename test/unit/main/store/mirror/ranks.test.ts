import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseNumbers } from '../../../../../main/store/mirror/columns.ts';
import { indexOfRank, rankAt, RankRun, sliceRanks, unionOf } from '../../../../../main/store/mirror/ranks.ts';

const ranks = fc.uniqueArray(fc.nat(30)).map((all) => Uint32Array.from(all).sort());

test('several lists of ranks become one, each rank once, in their order', () => {
  fc.assert(
    fc.property(fc.array(ranks, { maxLength: 4 }), (lists) => {
      const expected = Uint32Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
      expect(unionOf(lists)).toEqual(expected);
    }),
  );
});

test('a run answers as the array of its ranks would', () => {
  fc.assert(
    fc.property(fc.nat(9), fc.nat(9), fc.nat(25), fc.nat(9), (first, length, asked, count) => {
      const run = new RankRun(first, length);
      const array = Uint32Array.from({ length }, (_, at) => first + at);
      expect(sliceRanks(run, asked, count)).toEqual(new Uint32Array(sliceRanks(array, asked, count)));
      expect(indexOfRank(run, asked, true)).toBe(indexOfRank(array, asked, true));
      expect(indexOfRank(array, asked, true)).toBe(indexOfRank(array, asked, false));
      for (let at = 0; at < length; at += 1) expect(rankAt(run, at)).toBe(rankAt(array, at));
    }),
  );
});

test('numbers are read from between commas, and nothing is not a number', () => {
  const numbers = fc.array(fc.option(fc.integer({ min: -9e15, max: 9e15 }), { nil: Number.NaN }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(numbers, (all) => {
      const read = new Float64Array(all.length + 1);
      parseNumbers(all.map((each) => (Number.isNaN(each) ? '' : each)).join(','), read, 1);
      expect([...read]).toEqual([0, ...all.map((each) => each + 0)]);
    }),
  );
});
