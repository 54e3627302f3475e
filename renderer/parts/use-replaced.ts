import { useLayoutEffect, useRef } from 'react';

/** Time to notice a replaced row and stop a click, ms. */
const TOO_SOON = 400;

/** `since`: `performance.now` when the row appeared here, -Infinity for the first. */
interface RowPlace {
  readonly key: string;
  readonly since: number;
}

/** True if another row was at this rank just now, so a click may be for that one. Scrolling doesn't count. */
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
