const TABBABLE =
  'a[href], button:not([tabindex="-1"]), input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';

/** CSS selector of toasts and notices. The focus moves there with F6, but never automatically. */
const UNASKED = '[data-unasked]';

/** CSS selector of the window's areas. When a focused element is removed, its area keeps the focus if possible. */
const PARTS = '[data-pane], [popover], dialog, main';

const MOST = 20;

let focusHistory: readonly HTMLElement[] = [];

function isReachable(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null;
}

function tabbableIn(place: HTMLElement): HTMLElement | undefined {
  const own = place.closest(UNASKED);
  return ['[data-pane-focus]', `[data-pane] :is(${TABBABLE})`, TABBABLE]
    .flatMap((each) => [...place.querySelectorAll<HTMLElement>(each)])
    .find((each) => isReachable(each) && each.closest(UNASKED) === own);
}

function enter(pane: HTMLElement): void {
  (tabbableIn(pane) ?? pane).focus();
}

/** Asks main whether a room gets key presses. `entering`: requests them for it. Null sends them to Easel's page. */
export type AskForKeyboard = (previewId: string | null, entering: boolean) => Promise<boolean>;

export async function enterRoom(frame: HTMLElement, ask: AskForKeyboard): Promise<void> {
  if (await ask(frame.dataset['room'] ?? '', true)) frame.querySelector<HTMLElement>('webview')?.focus();
}

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
 * Restores the focus after the focused element was removed. Tries a control in the same place, such as the next row's
 * button. Then tries the previously focused elements of this area, the area itself, and the screen. When a dialog or
 * popover closes, the browser restores the focus.
 */
export function keepFocus(): void {
  let around: readonly HTMLElement[] = [];
  let isLooking = false;
  let isPressing = false;

  const keep = ({ target }: FocusEvent): void => {
    // Omits rooms from the focus history, because only the user may focus a room.
    if (!(target instanceof HTMLElement) || target.closest('webview') !== null) return;
    const others = focusHistory.filter((each) => each !== target && each.isConnected);
    focusHistory = [target, ...others].slice(0, MOST);
    around = ancestorsOf(target);
  };

  const restore = (): void => {
    if (document.activeElement !== document.body || isPressing) return;
    // Leaves the focus as it is if a room has it, or if the user has selected text, perhaps to copy it.
    if (document.querySelector('webview') !== null && !document.hasFocus()) return;
    if (getSelection()?.isCollapsed === false) return;
    const modal = [...document.querySelectorAll<HTMLElement>('dialog:modal')].findLast(isReachable);
    const main = document.querySelector<HTMLElement>('main');
    const mayTake = (each: HTMLElement): boolean =>
      isReachable(each) && each.closest(UNASKED) === null && (modal ?? document.body).contains(each);
    const before = focusHistory.filter(mayTake);
    const there = around.filter(mayTake);
    const near = there.filter((each) => each.matches(PARTS));
    const isGone = before[0] !== focusHistory[0];
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

  // Waits for a frame, because the code that removed the focused element may then focus another element.
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
  // Observes the document, because Chromium does not fire `focusout` for every removed element.
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  look();
}

function ancestorsOf({ parentElement }: HTMLElement): readonly HTMLElement[] {
  return parentElement === null ? [] : [parentElement, ...ancestorsOf(parentElement)];
}

function roomWithFocus(): HTMLElement | null {
  return document.activeElement?.closest('webview')?.closest<HTMLElement>('[data-room]') ?? null;
}

export function takeBackFocus(): void {
  const frame = roomWithFocus();
  if (frame === null) return;
  focusHistory.find(isReachable)?.focus();
  if (roomWithFocus() !== null) frame.focus();
}

/** When a room gets the focus, asks main if the room may keep it. Returns a function that ends this check. */
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

/** Returns the screen's focused text field, such as a note or a label. Null if there is none. */
export function focusedField(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('main :is(input, textarea)') ?? null;
}

/** Blurs a focused field before React removes it, so that it saves its text. A removed field gets no blur event. */
export function leaveField(): void {
  focusedField()?.blur();
}

/** Moves the focus from a text field to the list. The blur makes the field save its text. */
export function leaveFieldForList(): void {
  if (focusedField() !== null) document.querySelector<HTMLElement>('main [role="grid"]')?.focus();
}

/** Focuses the first text field in `place`. If none appears within `frames` animation frames, calls `otherwise`. */
export function focusField(place: string, frames: number, otherwise = (): void => undefined): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>(`input${place}, ${place} input`)];
  const field = fields.find((each) => each.checkVisibility());
  if (field !== undefined) {
    field.focus();
    field.select();
  } else if (frames > 0) requestAnimationFrame(() => focusField(place, frames - 1, otherwise));
  else otherwise();
}
