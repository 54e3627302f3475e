/** Where the keyboard's focus goes: between panes with F6, into live rooms, and back when the element that had it is gone. */

const TABBABLE =
  'a[href], button:not([tabindex="-1"]), input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';

/** Around messages: a person goes there with F6, a lost focus never does. */
const UNASKED = '[data-unasked]';

/** Parts of the window that a lost focus stays in, if it can. */
const PARTS = '[data-pane], [popover], dialog, main';

/** Elements that are remembered because they had the focus. */
const MOST = 20;

/** Elements of the page that had the focus, the last one first. */
let held: readonly HTMLElement[] = [];

/** Whether an element can take the focus: it is visible, and not inert. */
function isReachable(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null;
}

/** The first inside of: an element with `data-pane-focus`, a control in a pane, a control. */
function tabbableIn(place: HTMLElement): HTMLElement | undefined {
  const own = place.closest(UNASKED);
  return ['[data-pane-focus]', `[data-pane] :is(${TABBABLE})`, TABBABLE]
    .flatMap((each) => [...place.querySelectorAll<HTMLElement>(each)])
    .find((each) => isReachable(each) && each.closest(UNASKED) === own);
}

/** Focuses a control inside, or the pane itself. */
function enter(pane: HTMLElement): void {
  (tabbableIn(pane) ?? pane).focus();
}

/** Whether a room may have the keyboard; null says that the page has it. `entering`: by F6 or its button. */
export type AskForKeyboard = (previewId: string | null, entering: boolean) => Promise<boolean>;

/** Asks main, and gives the focus to the room in a frame. */
export async function enterRoom(frame: HTMLElement, ask: AskForKeyboard): Promise<void> {
  if (await ask(frame.dataset['room'] ?? '', true)) frame.querySelector<HTMLElement>('webview')?.focus();
}

/** Goes to the next pane in reading order (1) or the one before (-1); into its room when it is one. */
export function goToPane(step: 1 | -1, ask: AskForKeyboard): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(isReachable);
  const innermost = document.activeElement?.closest<HTMLElement>('[data-pane]');
  const here = innermost ? panes.indexOf(innermost) : -1;
  const from = here === -1 && step === -1 ? 0 : here;
  const next = panes[(from + step + panes.length) % panes.length];
  if (next) enter(next);
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.dataset['room'] !== undefined) void enterRoom(focused, ask);
}

/**
 * Returns a lost focus, for as long as the page lives: to a control in the same place, such as the next button of a row;
 * else to the element that had it before in the same part of the window, to that part, or to the screen. Dialogs and
 * popovers return the focus natively, so components need no code for it.
 */
export function keepFocus(): void {
  /** The elements around the one that had the focus last, the innermost first. */
  let around: readonly HTMLElement[] = [];
  let isLooking = false;
  let isPressing = false;

  const keep = ({ target }: FocusEvent): void => {
    // A room is entered by a person only.
    if (!(target instanceof HTMLElement) || target.closest('webview') !== null) return;
    held = [target, ...held.filter((each) => each !== target && each.isConnected)].slice(0, MOST);
    around = ancestorsOf(target);
  };

  const restore = (): void => {
    if (document.activeElement !== document.body || isPressing) return;
    // A room may have the keyboard, and selected text is about to be copied.
    if (document.querySelector('webview') !== null && !document.hasFocus()) return;
    if (getSelection()?.isCollapsed === false) return;
    const modal = [...document.querySelectorAll<HTMLElement>('dialog:modal')].findLast(isReachable);
    const main = document.querySelector<HTMLElement>('main');
    const mayTake = (each: HTMLElement): boolean =>
      isReachable(each) && each.closest(UNASKED) === null && (modal ?? document.body).contains(each);
    const before = held.filter(mayTake);
    const there = around.filter(mayTake);
    const near = there.filter((each) => each.matches(PARTS));
    const isGone = before[0] !== held[0];
    const place = isGone && there[0] !== near[0] ? there[0] : undefined;
    const tries = [
      () => place !== undefined && tabbableIn(place)?.focus(),
      ...before.filter((each) => near[0]?.contains(each)).map((each) => () => each.focus()),
      ...near.map((part) => () => enter(part)),
      ...(modal === undefined && main !== null ? [() => enter(main)] : []),
      ...before.map((each) => () => each.focus()),
    ];
    for (const tryIt of tries) {
      tryIt();
      if (document.activeElement !== document.body) return;
    }
  };

  // A component that removes an element may focus another one in the same frame: it goes first.
  const look = (): void => {
    if (isLooking || document.activeElement !== document.body) return;
    isLooking = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        isLooking = false;
        restore();
      }),
    );
  };
  const press = (isDown: boolean) => (): void => {
    isPressing = isDown;
    look();
  };
  document.addEventListener('focusin', keep);
  document.addEventListener('focusout', look);
  document.addEventListener('pointerdown', press(true), true);
  document.addEventListener('pointerup', press(false), true);
  document.addEventListener('pointercancel', press(false), true);
  window.addEventListener('focus', look);
  // A removed element does not always send `focusout`.
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  look();
}

function ancestorsOf({ parentElement }: HTMLElement): readonly HTMLElement[] {
  return parentElement === null ? [] : [parentElement, ...ancestorsOf(parentElement)];
}

/** The room whose guest has the focus, as the frame around it. */
function roomWithFocus(): HTMLElement | null {
  return document.activeElement?.closest('webview')?.closest<HTMLElement>('[data-room]') ?? null;
}

/** Brings the focus from a room back to the element of the page that had it before. */
export function takeBackFocus(): void {
  const frame = roomWithFocus();
  if (frame === null) return;
  held.find(isReachable)?.focus();
  // A real guest keeps the keyboard until something else of the page has the focus.
  if (roomWithFocus() !== null) frame.focus();
}

/**
 * Asks main whenever a room gets the focus, and tells it when the page has it again: main decides by keys and presses who
 * has the keyboard.
 *
 * @returns the function that ends this
 */
export function guardRooms(ask: AskForKeyboard): () => void {
  const onLeft = (): void => {
    const previewId = roomWithFocus()?.dataset['room'];
    if (previewId === undefined) return;
    void ask(previewId, false).then((may) => {
      if (!may) takeBackFocus();
    });
  };
  const onCameBack = (): void => void ask(null, false);
  window.addEventListener('blur', onLeft);
  window.addEventListener('focus', onCameBack);
  return () => {
    window.removeEventListener('blur', onLeft);
    window.removeEventListener('focus', onCameBack);
  };
}
