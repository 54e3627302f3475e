import type { AppStore } from '../store/store.ts';

/** Hides tooltips while names are blurred, because the operating system draws tooltips, and CSS can't blur them. */
export function listenToBlur(store: AppStore): void {
  const restore = (hovered: readonly EventTarget[]): void => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-title]')) {
      if (hovered.includes(element)) continue;
      element.title ||= element.dataset['title'] ?? '';
      delete element.dataset['title'];
    }
  };
  const hide = (hovered: readonly EventTarget[]): void => {
    // Removes an element's `title` only while the pointer is over it, because screen readers read titles.
    restore(hovered);
    for (const element of hovered) {
      if (!(element instanceof HTMLElement) || element.title === '') continue;
      element.dataset['title'] = element.title;
      element.removeAttribute('title');
    }
  };

  const move = (event: Event): void => {
    if (store.getState().blurred) hide(event.composedPath());
  };
  document.addEventListener('pointerover', move, true);
  // Listens to `pointermove` too, because a render may add a `title` to an element that is already under the pointer.
  document.addEventListener('pointermove', move, true);

  store.subscribe(({ blurred }, before) => {
    if (blurred === before.blurred) return;
    document.documentElement.toggleAttribute('data-blurred', blurred);
    if (blurred) hide([...document.querySelectorAll(':hover')]);
    else restore([]);
  });
}
