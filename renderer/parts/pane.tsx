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

/** Focuses what stands for the pane. */
function enter(pane: HTMLElement): void {
  const chosen = pane.querySelector<HTMLElement>('[data-pane-focus]');
  const inside = [chosen, ...pane.querySelectorAll<HTMLElement>(TABBABLE)];
  (inside.find((element) => element?.checkVisibility()) ?? pane).focus();
}

/** Moves focus to the next pane in reading order (`step` 1) or the one before (-1). */
export function focusPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(isReachable);
  const innermost = document.activeElement?.closest<HTMLElement>('[data-pane]');
  const here = innermost ? panes.indexOf(innermost) : -1;
  const from = here === -1 && step === -1 ? 0 : here;
  const next = panes[(from + step + panes.length) % panes.length];
  if (next) enter(next);
}

/** Focuses the first pane inside `container`, when the focus was lost with what stood there before. */
export function keepFocusIn(container: HTMLElement): void {
  if (document.activeElement !== document.body) return;
  const pane = [...container.querySelectorAll<HTMLElement>('[data-pane]')].find(isReachable);
  if (pane) enter(pane);
}

function isReachable(pane: HTMLElement): boolean {
  return pane.checkVisibility({ visibilityProperty: true }) && pane.closest('[inert]') === null;
}
