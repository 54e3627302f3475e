import type { BoardFilter } from '../../preload/contract/boards.ts';

/** A text that is the same for filters that mean the same, in whatever order their parts stand. */
export function filterKey(filter: BoardFilter): string {
  return JSON.stringify(filter, Object.keys(filter).toSorted());
}
