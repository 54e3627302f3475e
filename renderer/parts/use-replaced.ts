import { useLayoutEffect, useRef } from 'react';

/** As long as it takes to see that something has become another thing, and to hold a click back, ms. */
const TOO_SOON = 400;

/** What stood at a rank, and since when (`performance.now`); a row that was there from the beginning, since always. */
interface RowPlace {
  readonly key: string;
  readonly since: number;
}

/**
 * Tells whether the row at a rank has only just taken another one's place, such as when rows above it have gone or an
 * answer has come: who clicks there then means the one before. Rows that a scroll brings count as there since always.
 *
 * @param keyAt the key of the row at a rank; undefined while it is not loaded
 */
export function useReplacedRows(
  ranks: readonly number[],
  keyAt: (rank: number) => string | undefined,
): (rank: number) => boolean {
  const places = useRef<ReadonlyMap<number, RowPlace>>(new Map());
  useLayoutEffect(() => {
    const next = new Map<number, RowPlace>();
    for (const rank of ranks) {
      const known = places.current.get(rank);
      const key = keyAt(rank) ?? known?.key;
      if (key === undefined) continue;
      const same = known === undefined || known.key === key;
      next.set(rank, { key, since: same ? (known?.since ?? -Infinity) : performance.now() });
    }
    places.current = next;
  });
  return (rank) => performance.now() - (places.current.get(rank)?.since ?? -Infinity) < TOO_SOON;
}
