/** Sections of a screen whose lines lead to what they name. */
import type { ReactNode } from 'react';
import styles from './sections.module.css';

export function Sections({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.sections}>{children}</div>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function Section({ title, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface LineProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function Line({ onClick, children }: LineProps) {
  return (
    <button type="button" className={`row bare wide round ${styles.line}`} onClick={onClick}>
      {children}
    </button>
  );
}
