/** What blurring means for the page beside its styles: the mark on its root, and no tooltips. */
import type { AppStore } from '../store/store.ts';

/**
 * Follows `blurred` in the store, for as long as the page lives.
 *
 * A tooltip is drawn by the system, which no style reaches: while names are blurred, what the pointer is over has
 * none. Everything else keeps its title, which screen readers read.
 */
export function listenToBlur(store: AppStore): void {
  const held = new Map<Element, string>();

  /** Takes the titles of what the pointer is over, and gives back all others. */
  const follow = (over: ReadonlySet<Element>): void => {
    for (const [element, title] of held) {
      if (over.has(element)) continue;
      if (!element.hasAttribute('title')) element.setAttribute('title', title);
      held.delete(element);
    }
    for (const element of over) {
      const title = element.getAttribute('title');
      if (title === null) continue;
      held.set(element, title);
      element.removeAttribute('title');
    }
  };

  const move = (event: Event): void => {
    const over = event.composedPath().filter((target) => target instanceof Element);
    if (store.getState().blurred) follow(new Set(over));
  };
  document.addEventListener('pointerover', move, true);
  // A title may be written anew under a pointer that rests.
  document.addEventListener('pointermove', move, true);

  store.subscribe(({ blurred }, before) => {
    if (blurred === before.blurred) return;
    document.documentElement.toggleAttribute('data-blurred', blurred);
    follow(new Set(blurred ? document.querySelectorAll(':hover') : []));
  });
}
