import { expect, test } from 'vitest';
import type { BoardPage } from '../../../../../main/service/types.ts';
import { PagePile } from '../../../../../main/store/mirror/page-pile.ts';

const page = (...ids: readonly string[]): BoardPage => ({
  items: ids.map((id) => ({ id, created: null, fields: {} })),
  notUnderstood: 0,
  total: null,
});

/** Holds a page and takes it; gives the ids that were new. */
function take(pile: PagePile, from: BoardPage, when: Parameters<PagePile['take']>[1] = 'always') {
  return pile.take(pile.hold(from).number, when)?.fresh.map(({ id }) => id) ?? null;
}

test('each board is taken once, whichever page it comes with', () => {
  const pile = new PagePile();
  expect(take(pile, page('a', 'b', 'a'))).toEqual(['a', 'b']);
  expect(take(pile, page('b', 'c'))).toEqual(['c']);
});

test('a page follows only when it begins with the last row and all others are new', () => {
  const pile = new PagePile();
  take(pile, page('a', 'b'));
  expect(take(pile, page('x', 'c'), 'follows')).toBeNull();
  expect(take(pile, page('b', 'a'), 'follows')).toBeNull();
  expect(take(pile, page('b', 'c', 'c'), 'follows')).toBeNull();
  expect(take(pile, { ...page('b', 'c'), notUnderstood: 1 }, 'follows')).toBeNull();
  expect(take(pile, page('b', 'c'), 'follows')).toEqual(['c']);
});

test('a page meets known rows when it has one, or one that could not be read', () => {
  const pile = new PagePile();
  take(pile, page('a'));
  expect(take(pile, page('x', 'y'), 'meets-known')).toBeNull();
  expect(take(pile, { ...page('x'), notUnderstood: 1 }, 'meets-known')).toEqual(['x']);
  expect(take(pile, page('a', 'z'), 'meets-known')).toEqual(['z']);
});

test('the page before once more is known as such, another without news is not', () => {
  const pile = new PagePile();
  const repeats = (from: BoardPage): boolean | undefined =>
    pile.take(pile.hold(from).number, 'always')?.repeated;
  expect([page('a', 'b'), page('a', 'b'), page('a'), page()].map(repeats)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test('pages that nobody takes are let go of', () => {
  const pile = new PagePile();
  const first = pile.hold(page('a')).number;
  for (let held = 0; held < 20; held += 1) pile.hold(page('b'));
  expect(() => pile.take(first, 'always')).toThrow('not held');
});
