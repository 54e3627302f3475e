/** Loads what the first screen can do without. */
import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react';

type Later = typeof import('./later.ts');

let loaded: Later | null = null;
let prepare: (later: Later) => void = () => undefined;

/** What is to be done once with the chunk before anything of it is used. */
export function beforeLater(preparing: (later: Later) => void): void {
  prepare = preparing;
}

/** Any of it may be asked for. */
const load = (): Promise<Later> => import('./later.ts');

/** The chunk; asked for again, it is there already. */
export async function loadLater(): Promise<Later> {
  const later = await load();
  if (loaded === null) {
    prepare(later);
    loaded = later;
  }
  return later;
}

/** The chunk where it is there; null before. */
export function loadedLater(): Later | null {
  return loaded;
}

/** A component of that chunk, by its name there; it belongs below a `<Suspense>`. */
export function later<Props>(pick: (loaded: Later) => ComponentType<Props>): ComponentType<Props> {
  return lazy(async () => ({ default: pick(await loadLater()) }));
}

/** The same for a part of a screen: until it is there nothing stands in its place, and all around it stays as it is. */
export function laterPart<Props extends object>(
  pick: (loaded: Later) => ComponentType<Props>,
): (props: Props) => ReactNode {
  const Part = later(pick);
  return (props) => createElement(Suspense, null, createElement(Part, props));
}
