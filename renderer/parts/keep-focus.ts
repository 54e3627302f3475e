/**
 * The focus is never lost: when what had it goes away, it returns to what had it before in the same part of the window,
 * then to that part, then to what had it before anywhere.
 */
import { enter, focus, isReachable } from './pane.tsx';

/** As many elements that had the focus are remembered. */
const MOST = 20;

/** What a part of the window is, for the focus. */
const PARTS = '[data-pane], [popover], dialog, main';

/** Watches over the focus, for as long as the page lives. */
export function keepFocus(): void {
  /** What had the focus, the last one first. */
  let held: readonly HTMLElement[] = [];
  /** The parts around the last one, the innermost first. */
  let around: readonly HTMLElement[] = [];
  let looking = false;
  let pressing = false;

  const remember = ({ target }: FocusEvent): void => {
    // A room is entered by a person only.
    if (!(target instanceof HTMLElement) || target.closest('webview') !== null) return;
    held = [target, ...held.filter((each) => each !== target && each.isConnected)].slice(0, MOST);
    around = partsAround(target);
  };

  const catchIt = (): void => {
    if (document.activeElement !== document.body || pressing) return;
    // A room may have the keyboard, and what is marked with the mouse is about to be copied.
    if (document.querySelector('webview') !== null && !document.hasFocus()) return;
    if (getSelection()?.isCollapsed === false) return;
    const modals = [...document.querySelectorAll<HTMLElement>('dialog:modal')].filter(isReachable);
    const modal = modals.at(-1) ?? document.body;
    const before = held.filter((each) => isReachable(each) && modal.contains(each));
    const near = around.filter((each) => each !== document.body && isReachable(each) && modal.contains(each));
    const [nearest] = near;
    const tries = [
      ...before.filter((each) => nearest?.contains(each)).map((each) => () => each.focus()),
      ...near.map((each) => () => enter(each)),
      ...before.map((each) => () => each.focus()),
      () => enter(document.querySelector<HTMLElement>('main') ?? document.body),
    ];
    for (const tryIt of tries) {
      tryIt();
      if (document.activeElement !== document.body) break;
    }
    focus.caught = document.activeElement;
  };

  /** Whoever takes something away may have a better place for the focus: that is asked for first. */
  const look = (): void => {
    if (looking || document.activeElement !== document.body) return;
    looking = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        looking = false;
        catchIt();
      }),
    );
  };

  const press = (down: boolean) => (): void => {
    pressing = down;
    focus.caught = null;
    look();
  };
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', look);
  document.addEventListener('keydown', () => (focus.caught = null), true);
  document.addEventListener('pointerdown', press(true), true);
  document.addEventListener('pointerup', press(false), true);
  document.addEventListener('pointercancel', press(false), true);
  window.addEventListener('focus', look);
  // What is removed does not always say that it has lost the focus.
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}

function partsAround(element: HTMLElement): readonly HTMLElement[] {
  const part = element.parentElement?.closest<HTMLElement>(PARTS) ?? null;
  return part === null ? [] : [part, ...partsAround(part)];
}
