/** Whether two questions ask the same, whatever order their conditions stand in. */
import type { BoardQuery } from '../../../../preload/contract/boards.ts';
import { filterKey } from '../../../store/filter-key.ts';

/** Text, conditions and order, as one text that is equal for equal questions. */
function meaning({ find, filters, order }: BoardQuery): string {
  const conditions = filters.map(filterKey).toSorted();
  return JSON.stringify([find.trim(), conditions, order.by, order.descending]);
}

/** Equal questions have the same boards in the same order. */
export function isSameQuery(one: BoardQuery, other: BoardQuery): boolean {
  return one === other || meaning(one) === meaning(other);
}
