import type { ReactNode } from 'react';
import styles from './inspector.module.css';

/** A sentence where there is nothing else to show. */
export function Quiet({ children }: { readonly children: ReactNode }): React.JSX.Element {
  return <p className={styles.quiet}>{children}</p>;
}
