import { useLayoutEffect, useRef } from 'react';

/** Time in ms for which clicks on a row are ignored after it replaced another row under the pointer. */
const TOO_SOON = 400;

/** Row at a rank. `since`: `performance.now()` at which it replaced another row there, or -Infinity. */
interface RowPlace {
  readonly key: string;
  readonly since: number;
}

/** Returns a function that tells if a row has replaced another row in the same position just before, without a scroll. */
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
