import type { AppStore } from '../store/store.ts';

/** Hides tooltips while names are blurred. The operating system draws tooltips, so CSS can't blur them. */
export function listenToBlur(store: AppStore): void {
  const restore = (hovered: readonly EventTarget[]): void => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-title]')) {
      if (hovered.includes(element)) continue;
      element.title ||= element.dataset['title'] ?? '';
      delete element.dataset['title'];
    }
  };
  const hide = (hovered: readonly EventTarget[]): void => {
    // Removes `title` only while an element is hovered, because screen readers read titles.
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
  // Also handles `pointermove`, because a render may add a tooltip (`title`) to an element below a resting pointer.
  document.addEventListener('pointermove', move, true);

  store.subscribe(({ blurred }, before) => {
    if (blurred === before.blurred) return;
    document.documentElement.toggleAttribute('data-blurred', blurred);
    if (blurred) hide([...document.querySelectorAll(':hover')]);
    else restore([]);
  });
}
