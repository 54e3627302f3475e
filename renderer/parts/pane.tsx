/** A part of the window that F6 reaches. */
import type { HTMLAttributes, ReactNode } from 'react';

export interface PaneProps extends Omit<HTMLAttributes<HTMLElement>, 'aria-label'> {
  /** Its name, read out when F6 comes here. */
  readonly label: string;
  readonly as?: 'section' | 'nav' | 'main' | 'aside' | 'footer';
  readonly children: ReactNode;
}

/**
 * A landmark that takes part in F6. Focus goes to the element inside that has `data-pane-focus`, else to the first
 * that can be tabbed to, else to the pane itself.
 */
export function Pane({ label, as: Element = 'section', children, ...attributes }: PaneProps) {
  return (
    <Element {...attributes} aria-label={label} data-pane tabIndex={-1}>
      {children}
    </Element>
  );
}

const TABBABLE =
  'a[href], button:not([tabindex="-1"]), input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';

/** Around what a person goes to by themselves: a focus that was lost does not end up there. */
const UNASKED = '[data-unasked]';

/** Focuses what stands for the pane. */
export function enter(pane: HTMLElement): void {
  const inside = ['[data-pane-focus]', TABBABLE].flatMap((each) => [
    ...pane.querySelectorAll<HTMLElement>(each),
  ]);
  const own = pane.closest(UNASKED);
  (inside.find((each) => isReachable(each) && each.closest(UNASKED) === own) ?? pane).focus();
}

/** Moves focus to the next pane in reading order (`step` 1) or the one before (-1). */
function focusPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(isReachable);
  const innermost = document.activeElement?.closest<HTMLElement>('[data-pane]');
  const here = innermost ? panes.indexOf(innermost) : -1;
  const from = here === -1 && step === -1 ? 0 : here;
  const next = panes[(from + step + panes.length) % panes.length];
  if (next) enter(next);
}

/** Whether a room may have the keyboard; null says that the page has it. `entering`: by F6 or its button. */
export type AskForKeyboard = (previewId: string | null, entering: boolean) => Promise<boolean>;

/** Asks main, and gives the focus to the room in a frame. */
export async function enterRoom(frame: HTMLElement, ask: AskForKeyboard): Promise<void> {
  if (await ask(frame.dataset['room'] ?? '', true)) frame.querySelector<HTMLElement>('webview')?.focus();
}

/** Goes to the next pane (1) or the one before (-1); into its room when it is one. */
export function goToPane(step: 1 | -1, ask: AskForKeyboard): void {
  focusPane(step);
  const here = document.activeElement;
  if (here instanceof HTMLElement && here.dataset['room'] !== undefined) void enterRoom(here, ask);
}

/** Whether it can take the focus: it is seen, and nothing shuts it off. */
export function isReachable(pane: HTMLElement): boolean {
  return pane.checkVisibility({ visibilityProperty: true }) && pane.closest('[inert]') === null;
}

/** What has the focus only because it would have been lost (see keep-focus.ts); null once something was pressed since. */
export const focus: { caught: Element | null } = { caught: null };

/** Focuses the first pane inside `container`, when the focus was lost with what stood there before. */
export function keepFocusIn(container: HTMLElement): void {
  const { activeElement } = document;
  if (activeElement !== document.body && activeElement !== focus.caught) return;
  const panes = [...container.querySelectorAll<HTMLElement>(`[data-pane]:not(${UNASKED})`)];
  const pane = panes.find(isReachable);
  if (pane) enter(pane);
}
