/** The 40-pixel line of actions at the top of a screen. */
import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

export interface ToolbarProps {
  /** Names the group for screen readers: "Boards". */
  readonly label: string;
  readonly children: ReactNode;
}

/** Children in a row; put `<ToolbarSpace />` where the rest goes to the right. */
export function Toolbar({ label, children }: ToolbarProps) {
  return (
    <div className={`row fixed line-below surface ${styles.toolbar}`} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** Pushes what follows to the right. */
export function ToolbarSpace() {
  return <span className={styles.space} />;
}
