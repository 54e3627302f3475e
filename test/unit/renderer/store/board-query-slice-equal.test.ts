import { expect, test } from 'vitest';
import type { BoardQuery } from '../../../../preload/contract/boards.ts';
import { isSameQuery } from '../../../../renderer/store/list-query.ts';

const QUERY: BoardQuery = {
  find: 'a',
  filters: [
    { kind: 'older-than', days: 90 },
    { kind: 'mark', mark: 'labelled', is: false },
  ],
  order: { by: 'created', descending: true },
};

test('queries are equal in any order of conditions and parts', () => {
  const turned: BoardQuery = {
    order: { descending: true, by: 'created' },
    filters: [
      { is: false, mark: 'labelled', kind: 'mark' },
      { days: 90, kind: 'older-than' },
    ],
    find: ' a ',
  };
  expect(isSameQuery(QUERY, turned)).toBe(true);
});

test.each([
  [{ find: 'b' }],
  [{ filters: [] }],
  [{ filters: QUERY.filters.slice(0, 1) }],
  [{ order: { by: 'created', descending: false } }],
  [{ order: { by: 'id', descending: true } }],
] as const)('with %o it is another query', (change) => {
  expect(isSameQuery(QUERY, { ...QUERY, ...change })).toBe(false);
});
