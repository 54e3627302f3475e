import { useState } from 'react';
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

/**
 * How many boards match, and whether anything was asked that leaves some out. While the answer to another question is
 * awaited it is what it was before: a count is never that of another question.
 */
export function useMatching(): Matched {
  const asked = useApp(({ lists }) => isNarrowed(lists.board.query));
  const matching = useApp((state) => state.boardRows.matching);
  const answered = useApp((state) => state.boardRows.query === state.lists.board.query);
  const counting = useApp((state) => state.boardRows.counting);
  const undated = useApp((state) => state.boardRows.undated);
  const [known, setKnown] = useState<Matched>({ asked: false, matching: 0, counting: false, undated: 0 });
  const isAsKnown =
    known.asked === asked &&
    known.matching === matching &&
    known.counting === counting &&
    known.undated === undated;
  if (answered && !isAsKnown) setKnown({ asked, matching, counting, undated });
  return known;
}
