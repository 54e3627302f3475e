import { useSyncExternalStore } from 'react';

let query: MediaQueryList | undefined;

function narrow(): MediaQueryList {
  query ??= matchMedia('(width < 900px)');
  return query;
}

function subscribe(listener: () => void): () => void {
  narrow().addEventListener('change', listener);
  return () => narrow().removeEventListener('change', listener);
}

export const isNarrow = (): boolean => narrow().matches;

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}
