export function showTruncatedText(): void {
  let titled: HTMLElement | null = null;
  document.addEventListener('pointerover', ({ target }) => {
    if (titled?.contains(target instanceof Node ? target : null) === true) return;
    titled?.removeAttribute('title');
    titled = target instanceof Element ? cutAt(target) : null;
    // While names are blurred, adds no tooltips to cut-off text, because CSS can't blur tooltips.
    if (document.documentElement.hasAttribute('data-blurred')) titled = null;
    if (titled !== null) titled.title = titled.innerText.trim();
  });
}

function cutAt(target: Element): HTMLElement | null {
  for (let at: Element | null = target; at instanceof HTMLElement; at = at.parentElement) {
    if (at.title !== '' || at.matches('[data-pane], [role="grid"], input')) return null;
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') return at;
  }
  return null;
}
