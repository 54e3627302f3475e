/** Queries of the boards list: the default one, their limit, and which are equal. */
import type { BoardFilter, BoardQuery } from '../../preload/contract/boards.ts';

/** Every board, newest first. */
export const ALL_BOARDS: BoardQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

/** Most filters of one query, by the contract. */
export const MOST_FILTERS = 20;

/** A text that is equal for equal filters, in whatever order their parts stand. */
export function filterKey(filter: BoardFilter): string {
  return JSON.stringify(filter, Object.keys(filter).toSorted());
}

/** Text, filters and order, as one text that is equal for equal queries. */
function meaning({ find, filters, order }: BoardQuery): string {
  const conditions = filters.map(filterKey).toSorted();
  return JSON.stringify([find.trim(), conditions, order.by, order.descending]);
}

/** Equal queries give the same boards in the same order, whatever order their filters stand in. */
export function isSameQuery(one: BoardQuery, other: BoardQuery): boolean {
  return one === other || meaning(one) === meaning(other);
}
