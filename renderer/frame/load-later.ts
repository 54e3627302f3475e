import { createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

type Later = typeof import('./later.ts');

let loaded: Later | null = null;
let prepare: (later: Later) => void = () => undefined;

export function beforeLater(preparing: (later: Later) => void): void {
  prepare = preparing;
}

// A function of its own, so that knip does not look for the names that the page uses.
const load = (): Promise<Later> => import('./later.ts');

export async function loadLater(): Promise<Later> {
  const later = await load();
  if (loaded === null) {
    prepare(later);
    loaded = later;
  }
  return later;
}

export function loadedLater(): Later | null {
  return loaded;
}

/**
 * Wraps a component of the chunk that is loaded when the window is idle. A loaded component renders at once, while
 * React's `lazy` would show its fallback for 300 ms.
 */
export function later<Props extends object>(
  pick: (loaded: Later) => ComponentType<Props>,
): (props: Props) => ReactNode {
  const Lazy = lazy(async () => ({ default: pick(await loadLater()) }));
  return function Part(props) {
    // The component type is chosen once per mount, because a change would make React reset the component's state.
    const [Component] = useState<ComponentType<Props>>(() => (loaded === null ? Lazy : pick(loaded)));
    return createElement(Component, props);
  };
}

export function laterPart<Props extends object>(
  pick: (loaded: Later) => ComponentType<Props>,
): (props: Props) => ReactNode {
  const Part = later(pick);
  return (props) => createElement(Suspense, null, createElement(Part, props));
}
