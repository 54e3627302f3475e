/**
 * The focus around live rooms. Main decides who has the keyboard, by keys and presses; the page asks it, and brings the
 * focus where main says that it belongs.
 */
import type { AskForKeyboard } from './pane.tsx';

/** How long the focus may be nowhere before a room has it. */
const ON_ITS_WAY_MS = 200;

/** The room whose guest has the focus, as the frame around it. */
function roomWithFocus(): HTMLElement | null {
  return document.activeElement?.closest('webview')?.closest<HTMLElement>('[data-room]') ?? null;
}

/**
 * Asks main whenever a room gets the focus, and tells it when the page has it again.
 *
 * Gives `takeBack`, which brings the focus from a room to where it was before, and the function that ends it all.
 */
export function guardFocus(ask: AskForKeyboard): {
  readonly takeBack: () => void;
  readonly end: () => void;
} {
  /** What has the focus in the page itself, or had it last. */
  let last: HTMLElement | null = null;
  /** When it was left for nothing at all; null while it has the focus, or a room has it. */
  let leftAt: number | null = null;
  const remember = (): void => {
    const { activeElement } = document;
    if (activeElement === document.body) leftAt ??= performance.now();
    else if (activeElement instanceof HTMLElement && roomWithFocus() === null) {
      last = activeElement;
      leftAt = null;
    }
  };

  const takeBack = (): void => {
    const frame = roomWithFocus();
    if (frame === null) return;
    if (last?.isConnected) last.focus();
    if (roomWithFocus() !== null && document.activeElement instanceof HTMLElement)
      document.activeElement.blur();
    // A real guest keeps the keyboard until something else of the page has the focus.
    if (roomWithFocus() !== null) frame.focus();
  };
  const onLeft = (): void => {
    const previewId = roomWithFocus()?.dataset['room'];
    if (previewId === undefined) return;
    // On its way to a room the focus is nowhere for a moment. What had lost it before must not get it.
    if (leftAt !== null && performance.now() - leftAt > ON_ITS_WAY_MS) last = null;
    leftAt = null;
    void ask(previewId, false).then((may) => {
      if (!may) takeBack();
    });
  };
  const onCameBack = (): void => {
    remember();
    void ask(null, false);
  };

  remember();
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('focusin', remember, { signal });
  // What is focused next is known only when the event is over.
  document.addEventListener('focusout', () => queueMicrotask(remember), { signal });
  window.addEventListener('blur', onLeft, { signal });
  window.addEventListener('focus', onCameBack, { signal });
  return { takeBack, end: () => listening.abort() };
}
