import type { HTMLAttributes, ReactNode } from 'react';

export interface PaneProps extends Omit<HTMLAttributes<HTMLElement>, 'aria-label'> {
  readonly label: string;
  readonly as?: 'section' | 'nav' | 'main' | 'aside' | 'footer';
  readonly children: ReactNode;
}

/** Area of the window that F6 focuses. If it contains an element with `data-pane-focus`, F6 focuses that element. */
export function Pane({ label, as: Element = 'section', children, ...attributes }: PaneProps) {
  return (
    <Element {...attributes} aria-label={label} data-pane tabIndex={-1}>
      {children}
    </Element>
  );
}
