import { useLayoutEffect, useRef } from 'react';
import { TOO_SOON } from '../use-replaced.ts';

/** What stood at a rank, and since when (`performance.now`); a row that was there from the beginning, since always. */
interface Place {
  readonly key: string;
  readonly since: number;
}

/**
 * Tells whether the row at a rank has only just taken another one's place, such as when rows above it have gone: who
 * clicks there then means the one before. Rows that a scroll or another order brings count as there since always.
 *
 * @param keyAt the key of the row at a rank; undefined while it is not loaded
 */
export function useReplacedRows(
  ranks: readonly number[],
  keyAt: (rank: number) => string | undefined,
  arrangement: string,
): (rank: number) => boolean {
  const places = useRef<{ readonly arrangement: string; readonly at: ReadonlyMap<number, Place> }>({
    arrangement,
    at: new Map(),
  });
  useLayoutEffect(() => {
    const before = places.current.arrangement === arrangement ? places.current.at : new Map<number, Place>();
    const at = new Map<number, Place>();
    for (const rank of ranks) {
      const known = before.get(rank);
      const key = keyAt(rank) ?? known?.key;
      if (key === undefined) continue;
      const same = known === undefined || known.key === key;
      at.set(rank, { key, since: same ? (known?.since ?? -Infinity) : performance.now() });
    }
    places.current = { arrangement, at };
  });
  return (rank) => performance.now() - (places.current.at.get(rank)?.since ?? -Infinity) < TOO_SOON;
}
