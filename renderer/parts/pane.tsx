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
