import { useState } from 'react';
import { useApp } from '../../store/use-app.ts';

interface Matching {
  readonly asked: boolean;
  readonly matching: number;
  /** There are more, and it is not known yet how many. */
  readonly counting: boolean;
}

/**
 * How many boards match, and whether anything was asked that leaves some out. While the answer to another question is
 * awaited it is what it was before: a count is never that of another question.
 */
export function useMatching(): Matching {
  const asked = useApp(({ boardQuery: { find, filters } }) => find !== '' || filters.length > 0);
  const matching = useApp((state) => state.boardRows.matching);
  const answered = useApp((state) => state.boardRowsOf === state.boardQuery);
  const counting = useApp((state) => state.boardRows.counting);
  const [known, setKnown] = useState<Matching>({ asked: false, matching: 0, counting: false });
  const isAsKnown = known.asked === asked && known.matching === matching && known.counting === counting;
  if (answered && !isAsKnown) setKnown({ asked, matching, counting });
  return known;
}
