/** Gives text that is cut a tooltip with all of it while the pointer is over it, for as long as the page lives. */
export function tellCutText(): void {
  let told: HTMLElement | null = null;
  document.addEventListener('pointerover', ({ target }) => {
    if (told?.contains(target instanceof Node ? target : null) === true) return;
    told?.removeAttribute('title');
    told = target instanceof Element ? cutAt(target) : null;
    // What is blurred must not be read in a tooltip, which the system draws.
    if (document.documentElement.hasAttribute('data-blurred')) told = null;
    if (told !== null) told.title = told.innerText.trim();
  });
}

/** The nearest element around this one whose text is cut and that nothing tells yet. */
function cutAt(target: Element): HTMLElement | null {
  for (let at: Element | null = target; at instanceof HTMLElement; at = at.parentElement) {
    if (at.title !== '' || at.matches('[data-pane], [role="grid"], input')) return null;
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') return at;
  }
  return null;
}
