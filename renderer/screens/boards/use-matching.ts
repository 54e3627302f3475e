import { isNarrowed } from '../../store/list-slice.ts';
import { useApp } from '../../store/use-app.ts';

export interface Matched {
  readonly asked: boolean;
  readonly matching: number;
  /** There are more, and it is not known yet how many. */
  readonly counting: boolean;
  /** A filter by age leaves so many out because their creation time can't be used. */
  readonly undated: number;
}

/** How many boards match the query that the rows answer, and whether that leaves some out. */
export function useMatching(): Matched {
  const { query, matching, counting, undated } = useApp((state) => state.boardRows);
  return { asked: query !== null && isNarrowed(query), matching, counting, undated };
}
