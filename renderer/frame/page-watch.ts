/** What watches over the whole page: text that is cut, and what is pasted and doesn't fit. */
import { formatNumber } from '../lib/format.ts';
import type { AppStore } from '../store/store.ts';

// Text that is cut has a tooltip with all of it, wherever it stands, for as long as the pointer is over it.

/** Watches the pointer, for as long as the page lives. */
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

// A text that is pasted or dropped into a field and doesn't fit is refused as a whole.

/** As much as main takes where a field says nothing: of a line, of a key, of a list. */
const LONGEST = { line: 4096, key: 16_384, list: 600_000 };

/** Why so many characters are refused; null where they fit. */
function whyTooLong(characters: number, most: number): string | null {
  if (characters <= most) return null;
  return `Too long: ${formatNumber(characters)} characters, at most ${formatNumber(most)}. Nothing was pasted.`;
}

/** Watches over every field, for as long as the page lives. */
export function refuseLongPastes(store: AppStore): void {
  const take = (event: ClipboardEvent | DragEvent): void => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    const data = event instanceof DragEvent ? event.dataTransfer : event.clipboardData;
    const replaced = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
    const length = field.value.length - replaced + (data?.getData('text').length ?? 0);
    const why = whyTooLong(length, mostIn(field));
    if (why === null) return;
    event.preventDefault();
    event.stopPropagation();
    store.getState().announce(why, 'problem');
  };
  document.addEventListener('paste', take, true);
  document.addEventListener('drop', take, true);
}

function mostIn(field: HTMLInputElement | HTMLTextAreaElement): number {
  if (field.maxLength >= 0) return field.maxLength;
  if (field instanceof HTMLTextAreaElement) return LONGEST.list;
  return field.type === 'password' ? LONGEST.key : LONGEST.line;
}
