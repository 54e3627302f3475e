import { useLayoutEffect, useRef } from 'react';

/** Time to notice a replaced row and stop a click, ms. */
const TOO_SOON = 400;

/** `since`: `performance.now` when the row appeared here, -Infinity for the first. */
interface RowPlace {
  readonly key: string;
  readonly since: number;
}

/**
 * Returns whether the row at a rank replaced another one just now, so that a click would hit the wrong row. Rows that
 * scroll into view don't count. `keyAt`: undefined until loaded.
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
