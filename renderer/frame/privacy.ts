import type { AppStore } from '../store/store.ts';

/**
 * Hides tooltips of hovered elements while names are blurred. The operating system draws tooltips, so CSS can't blur
 * them.
 */
export function listenToBlur(store: AppStore): void {
  const removedTitles = new Map<Element, string>();

  /** Removes the `title` of hovered elements, and restores the `title` of all others. */
  const follow = (over: ReadonlySet<Element>): void => {
    for (const [element, title] of removedTitles) {
      if (over.has(element)) continue;
      if (!element.hasAttribute('title')) element.setAttribute('title', title);
      removedTitles.delete(element);
    }
    for (const element of over) {
      const title = element.getAttribute('title');
      if (title === null) continue;
      removedTitles.set(element, title);
      element.removeAttribute('title');
    }
  };

  const move = (event: Event): void => {
    const over = event.composedPath().filter((target) => target instanceof Element);
    if (store.getState().blurred) follow(new Set(over));
  };
  document.addEventListener('pointerover', move, true);
  // `pointermove` is needed too, because a render may set a `title` on the element under a resting pointer.
  document.addEventListener('pointermove', move, true);

  store.subscribe(({ blurred }, before) => {
    if (blurred === before.blurred) return;
    document.documentElement.toggleAttribute('data-blurred', blurred);
    follow(new Set(blurred ? document.querySelectorAll(':hover') : []));
  });
}
