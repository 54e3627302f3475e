import { useSyncExternalStore } from 'react';

let query: MediaQueryList | undefined;

/** A window, or a zoom of it, where not everything fits side by side. The styles name the same width. */
function narrow(): MediaQueryList {
  query ??= matchMedia('(width < 900px)');
  return query;
}

function subscribe(listener: () => void): () => void {
  narrow().addEventListener('change', listener);
  return () => narrow().removeEventListener('change', listener);
}

export const isNarrow = (): boolean => narrow().matches;

/** Whether the sidebar folds to icons, and the inspector lies over the rows. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}
