import { createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

type Later = typeof import('./later.ts');

let loaded: Later | null = null;
let prepare: (later: Later) => void = () => undefined;

export function beforeLater(preparing: (later: Later) => void): void {
  prepare = preparing;
}

// Uses a separate function for `import()`, because otherwise the tool knip reports the exports of later.ts as unused.
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

/** Wraps a component of later.ts. Avoids `lazy` once later.ts is loaded, because its fallback stays for 300 ms. */
export function later<Props extends object>(
  pick: (loaded: Later) => ComponentType<Props>,
): (props: Props) => ReactNode {
  const Lazy = lazy(async () => ({ default: pick(await loadLater()) }));
  return function Part(props) {
    // Keeps the component type of the first render, because a different type would reset the component's state.
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
