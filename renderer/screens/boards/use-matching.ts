import { isNarrowed } from '../../store/list-slice.ts';
import { useApp } from '../../store/use-app.ts';

export interface Matched {
  readonly asked: boolean;
  readonly matching: number;
  /** True while the total is still unknown. */
  readonly counting: boolean;
  /** Boards that an age filter skips because their creation time is unusable. */
  readonly undated: number;
}

export function useMatching(): Matched {
  const { query, matching, counting, undated } = useApp((state) => state.boardRows);
  return { asked: query !== null && isNarrowed(query), matching, counting, undated };
}
