import { useLayoutEffect, useRef } from 'react';

/** As long as it takes to see that something has become another thing, and to hold a click back, ms. */
export const TOO_SOON = 400;

/**
 * Tells whether what is shown in one place has only just taken the place of another thing: who clicks there then means
 * the one before.
 *
 * @param key which thing it is; null while there is none
 */
export function useReplaced(key: string | null): () => boolean {
  const shown = useRef({ key, since: -Infinity });
  useLayoutEffect(() => {
    const before = shown.current.key;
    if (before === key) return;
    const replaces = before !== null && key !== null;
    shown.current = { key, since: replaces ? performance.now() : -Infinity };
  }, [key]);
  return () => performance.now() - shown.current.since < TOO_SOON;
}
