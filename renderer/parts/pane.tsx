import type { HTMLAttributes, ReactNode } from 'react';
import styles from './toolbar.module.css';

export interface PaneProps extends Omit<HTMLAttributes<HTMLElement>, 'aria-label'> {
  readonly label: string;
  readonly as?: 'section' | 'nav' | 'main' | 'aside' | 'footer';
  readonly children: ReactNode;
}

/** Area of the window. F6 moves the focus to its element with `data-pane-focus`, if there is one, or to the area. */
export function Pane({ label, as: Element = 'section', children, ...attributes }: PaneProps) {
  return (
    <Element {...attributes} aria-label={label} data-pane tabIndex={-1}>
      {children}
    </Element>
  );
}

export interface ToolbarProps {
  readonly title: string;
  readonly filters?: ReactNode;
  readonly children?: ReactNode;
}

export function Toolbar({ title, filters, children }: ToolbarProps) {
  return (
    <div className={`row fixed line-below surface ${styles.toolbar}`} role="group" aria-label={title}>
      <h1 className="title nowrap">{title}</h1>
      {filters}
      <span className="grow" />
      {children}
    </div>
  );
}
