/** Loads what the first screen can do without. */
import { lazy, type ComponentType } from 'react';

type Later = typeof import('./later.ts');

/** The chunk; asked for again, it is there already. */
export function loadLater(): Promise<Later> {
  return import('./later.ts');
}

/** A component of that chunk, by its name there; it belongs below a `<Suspense>`. */
export function later<Props>(pick: (loaded: Later) => ComponentType<Props>): ComponentType<Props> {
  return lazy(async () => ({ default: pick(await loadLater()) }));
}
