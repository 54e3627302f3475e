import { expect, test } from 'vitest';
import type { TwoSides, Merge } from '../../../../preload/contract/boards.ts';
import { choose, firstChoice, isTheirs, replaced } from '../../../../renderer/store/merge-choice.ts';

const differences = (['file', 'here', 'unknown'] as const).map((newer, place): TwoSides => {
  return { place, of: 'note', id: `b${place}`, name: '', here: 'x', there: 'y', newer };
});
const MERGE: Merge = { added: 0, filled: 0, same: 0, differing: 3, newerThere: 1, differences };

test('at first the newer side wins, but nothing does that is not on show', () => {
  expect(firstChoice(MERGE)).toEqual({ side: 'newer', except: [] });
  expect(firstChoice({ ...MERGE, differing: 4 })).toEqual({ side: 'mine', except: [] });
});

test('one thing can be chosen otherwise, and back', () => {
  const [file, here] = differences as [TwoSides, TwoSides];
  const turned = choose(choose(firstChoice(MERGE), file, false), here, true);
  expect(differences.map((one) => isTheirs(one, turned))).toEqual([false, true, false]);
  expect(choose(choose(turned, file, true), here, false)).toEqual({ side: 'newer', except: [] });
  expect(choose(turned, here, true)).toBe(turned);
});

test('says how many of this computer would be replaced', () => {
  const [file] = differences as [TwoSides];
  expect(replaced(MERGE, { side: 'newer', except: [] })).toBe(1);
  expect(replaced(MERGE, { side: 'newer', except: [0, 1] })).toBe(1);
  expect(replaced({ ...MERGE, differing: 1000 }, { side: 'theirs', except: [1] })).toBe(999);
  expect(replaced(MERGE, choose({ side: 'mine', except: [] }, file, true))).toBe(1);
});
