import { useLayoutEffect, useRef } from 'react';

/** Time in ms that users need to see that another row moved under the pointer. Clicks within this time are ignored. */
const TOO_SOON = 400;

/** Row at a rank. `since`: when it appeared there (`performance.now`), or -Infinity for the first row at this rank. */
interface RowPlace {
  readonly key: string;
  readonly since: number;
}

/** Returns a function that tells whether a different row was at this rank a moment ago. Scrolling does not count. */
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
