/** Whether two questions ask the same, whatever order their conditions stand in. */
import type { BoardQuery } from '../../../../preload/contract/domain.ts';

/** Text, conditions and order, as one text that is equal for equal questions. */
function meaning({ find, filters, order }: BoardQuery): string {
  const conditions = filters.map((filter) => JSON.stringify(Object.entries(filter).toSorted())).toSorted();
  return JSON.stringify([find.trim(), conditions, order.by, order.descending]);
}

/** Equal questions have the same boards in the same order. */
export function isSameQuery(one: BoardQuery, other: BoardQuery): boolean {
  return one === other || meaning(one) === meaning(other);
}
