import { expect, test } from 'vitest';
import type { BoardPage } from '../../../../../main/service/types.ts';
import { SeenBoards } from '../../../../../main/store/mirror/board-store.ts';

const page = (...ids: readonly string[]): BoardPage => ({
  items: ids.map((id) => ({ id, created: null, raw: '{}' })),
  notUnderstood: 0,
  total: null,
});

function take(seen: SeenBoards, from: BoardPage, when: Parameters<SeenBoards['take']>[1] = 'always') {
  return seen.take(from, when)?.map(({ id }) => id) ?? null;
}

test('a board on two pages of the service’s list is added to the local board mirror once', () => {
  const seen = new SeenBoards();
  expect(take(seen, page('a', 'b', 'a'))).toEqual(['a', 'b']);
  expect(take(seen, page('b', 'c'))).toEqual(['c']);
  expect([seen.has('c'), seen.has('d')]).toEqual([true, false]);
});

test('boards without an id are distinguished by their JSON in the local board mirror', () => {
  const seen = new SeenBoards();
  const unnamed = (...raws: readonly string[]): BoardPage => ({
    ...page(),
    items: raws.map((raw) => ({ id: null, created: null, raw })),
  });
  expect(take(seen, unnamed('{"n":1}', '{"n":2}', '{"n":1}'))).toHaveLength(2);
  expect(take(seen, unnamed('{"n":2}'))).toEqual([]);
});

test('a page that must follow another page is accepted only if it starts with the other page’s last board', () => {
  const seen = new SeenBoards();
  take(seen, page('a', 'b'));
  expect(take(seen, page('x', 'c'), 'follows')).toBeNull();
  expect(take(seen, page('b', 'a'), 'follows')).toBeNull();
  expect(take(seen, page('b', 'c', 'c'), 'follows')).toBeNull();
  expect(take(seen, { ...page('b', 'c'), notUnderstood: 1 }, 'follows')).toBeNull();
  expect(take(seen, page('b', 'c'), 'follows')).toEqual(['c']);
});

test('a page that must overlap earlier pages is accepted only if it repeats a board of these pages', () => {
  const seen = new SeenBoards();
  take(seen, page('a'));
  expect(take(seen, page('x', 'y'), 'meets-known')).toBeNull();
  const odd = { ...page('x'), notUnderstood: 1 };
  expect(take(seen, odd, 'meets-known')).toBeNull();
  expect(take(seen, { ...page('a', 'z'), endsUnreadable: true }, 'meets-known')).toEqual(['z']);
  expect(take(seen, odd, 'meets-known')).toEqual(['x']);
});
