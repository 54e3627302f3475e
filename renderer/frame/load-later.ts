/** Loads what the first screen can do without. */
import { createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

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

/**
 * A component of that chunk, by its name there; it belongs below a `<Suspense>`. Once the chunk is there it is drawn at
 * once: React shows nothing for 300 ms in place of what is lazy, even where that has come meanwhile.
 */
export function later<Props extends object>(
  pick: (loaded: Later) => ComponentType<Props>,
): (props: Props) => ReactNode {
  const Lazy = lazy(async () => ({ default: pick(await loadLater()) }));
  return function Part(props) {
    // The same one for as long as it stands: another component would begin anew.
    const [Component] = useState<ComponentType<Props>>(() => (loaded === null ? Lazy : pick(loaded)));
    return createElement(Component, props);
  };
}

/** The same for a part of a screen: until it is there nothing stands in its place, and all around it stays as it is. */
export function laterPart<Props extends object>(
  pick: (loaded: Later) => ComponentType<Props>,
): (props: Props) => ReactNode {
  const Part = later(pick);
  return (props) => createElement(Suspense, null, createElement(Part, props));
}
