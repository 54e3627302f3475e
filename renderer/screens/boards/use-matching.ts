import { useState } from 'react';
import { useApp } from '../../store/use-app.ts';

/**
 * How many boards match, and whether anything was asked that leaves some out. While the answer to another question is
 * awaited it is what it was before: a count is never that of another question.
 */
export function useMatching(): { readonly asked: boolean; readonly matching: number } {
  const asked = useApp(({ boardQuery: { find, filters } }) => find !== '' || filters.length > 0);
  const matching = useApp((state) => state.boardRows.matching);
  const answered = useApp((state) => state.boardRowsOf === state.boardQuery);
  const [known, setKnown] = useState({ asked: false, matching: 0 });
  if (answered && (known.asked !== asked || known.matching !== matching)) setKnown({ asked, matching });
  return known;
}
