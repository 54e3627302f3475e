import type { ReactNode } from 'react';
import { roomTitle, visible } from '../lib/format.ts';
import type { ListOf } from '../store/list-slice.ts';
import { useActions } from '../store/use-app.ts';
import { RelativeTime } from './relative-time/relative-time.tsx';
import styles from './sections.module.css';

export function Sections({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.sections}>{children}</div>
    </div>
  );
}

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Line({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={`row bare round choosable ${styles.line}`} onClick={onClick}>
      {children}
    </button>
  );
}

export interface RoomLineProps {
  readonly kind: ListOf;
  readonly id: string;
  readonly name: string | undefined;
  readonly at: number | null;
  readonly what?: string;
  readonly text?: string;
}

export function RoomLine({ kind, id, name, at, what, text = '' }: RoomLineProps) {
  const { go, showPaper } = useActions();
  return (
    <Line onClick={() => void (kind === 'board' ? go({ kind, id }) : showPaper(id))}>
      <span className="column-0 start grow">
        <span className="ellipsis wide sensitive">{roomTitle(name, id)}</span>
        {text !== '' && <span className="hint sensitive">{visible(text)}</span>}
      </span>
      <span className="hint nowrap">
        {at === null ? (
          'No date'
        ) : (
          <>
            {what} <RelativeTime at={at} />
          </>
        )}
      </span>
    </Line>
  );
}
