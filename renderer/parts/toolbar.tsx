import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

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
